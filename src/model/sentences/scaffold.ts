import { shellWord } from '../text/quoted.js';
import type { SentenceTable } from './table.js';

export const flawsOfIds = {
  form: 'ids are lower-case words and digits, joined by hyphens',
  length: 'it is longer than 64 characters',
  reserved: 'skills may not have the word',
} as const;

/** The models of an eva.yml, and those that the command line names in their place. */
export interface OtherModels {
  readonly model: string | null;
  readonly judge: string | null;
  readonly wanted: { readonly model?: string; readonly judge?: string };
}

/** The sentences of problems that `scaffold` finds. */
export const scaffoldSentences = {
  'EVA_USAGE:start_model_needed': ({
    provider,
    command,
  }: {
    readonly provider: string;
    readonly command: 'init' | 'new';
  }) => ({
    message: `the models of ${provider} are deployments, whose names are your own`,
    hint:
      command === 'init'
        ? `name yours: eva init --provider ${shellWord(provider)} --model DEPLOYMENT`
        : `name yours: eva new ID --model ${shellWord(`${provider}:DEPLOYMENT`)}`,
  }),
} as const satisfies SentenceTable;

export function exampleText({ flag, example }: { readonly flag: string; readonly example: string | null }): string {
  return example === null ? '' : `: --${flag} ${example}`;
}

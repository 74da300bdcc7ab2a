import { listed, quoted, shellWord } from '#model/text/quoted.js';
import type { SentenceTable } from '../table.js';

const flawsOfIds = {
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
  'EVA_USAGE:start_provider': ({
    name,
    meant,
    known,
  }: {
    readonly name: string;
    readonly meant: string | null;
    readonly known: readonly string[];
  }) => ({
    message: `eva init knows no provider ${quoted(name)}`,
    hint: meant === null ? `name one of ${listed(known)}` : `did you mean: eva init --provider ${shellWord(meant)}`,
  }),
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
  'EVA_BAD_ID:new': (params: {
    readonly id: string;
    readonly flaw: 'form' | 'length' | 'reserved';
    /** The reserved word in it; null if it has none. */
    readonly word: string | null;
    readonly meant: string | null;
    /** The flags of the command line, after a space; empty if it has none. */
    readonly flags: string;
  }) => ({
    message: `${quoted(params.id)} cannot be the id of a new prompt: ${flawsOfIds[params.flaw]}${params.flaw === 'reserved' ? ` ${params.word}` : ''}`,
    hint:
      params.meant === null
        ? `name it after its task: eva new triage-ticket${params.flags}`
        : `did you mean: eva new ${shellWord(params.meant)}${params.flags}`,
  }),
} as const satisfies SentenceTable;

export function exampleText({ flag, example }: { readonly flag: string; readonly example: string | null }): string {
  return example === null ? '' : `: --${flag} ${example}`;
}

import { flagWords, listed, quoted, shellWord } from '#model/text/quoted.js';
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
  'EVA_USAGE:start_directory': ({ dir }: { readonly dir: string }) => ({
    message: `${dir} is a file, and a library is a folder`,
    hint: 'name a folder, which may not exist yet: eva init DIR',
  }),
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
  'EVA_USAGE:start_model_name': ({ flag, name }: { readonly flag: string; readonly name: string }) => ({
    message: `--${flag} is ${quoted(name)}, which cannot be the name of a model`,
    hint: 'write the name as the provider lists it, without spaces',
  }),
  'EVA_USAGE:start_foreign_model': (params: {
    readonly flag: string;
    readonly name: string;
    readonly provider: string;
    /** The provider that has a model of this name; null if it is unknown. */
    readonly owner: string | null;
    readonly example: string | null;
  }) => ({
    message: `--${params.flag} is ${quoted(params.name)}, and that is no model of ${params.provider}`,
    hint:
      params.owner !== null && params.owner !== params.provider
        ? `write --provider ${params.owner}, or name a model of ${params.provider}${exampleText(params)}`
        : `name a model of ${params.provider}${exampleText(params)}`,
  }),
  'EVA_USAGE:start_unanswered': {
    message: 'eva init got no answer, and has written nothing',
    hint: 'name the provider: eva init --provider NAME, or take the default: eva init --yes',
  },
  'EVA_EXISTS:library': ({ dir, library }: { readonly dir: string; readonly library: string }) => ({
    message: `${dir} lies inside the library ${library}`,
    hint: 'add a prompt to that library: eva new ID',
  }),
  'EVA_EXISTS:models': ({ model, judge, wanted }: OtherModels) => ({
    message: `eva.yml exists and names ${model === null && judge === null ? 'no model' : listed([...(model === null ? [] : [`the model ${model}`]), ...(judge === null ? [] : [`the judge ${judge}`])])}; eva init changes no eva.yml`,
    hint: `to use other models, set in eva.yml ${listed([...(wanted.model === undefined ? [] : [`the model to ${wanted.model}`]), ...(wanted.judge === undefined ? [] : [`the judge to ${wanted.judge}`])])}, then run eva init without --provider, --model and --judge`,
  }),
  'EVA_EXISTS:prompts': ({
    flags,
    model,
    judge,
  }: {
    readonly flags: readonly string[];
    readonly model: string;
    readonly judge: string;
  }) => ({
    message: `the prompts here name their models themselves: eva init would add no eva.yml, and ${listed(flags)} would change nothing`,
    hint: `run eva init without ${listed(flags)}; for a new prompt: eva new ID ${flagWords('--model', model)} ${flagWords('--judge', judge)}`,
  }),
  'EVA_EXISTS:prompt': ({
    id,
    free,
    flags,
  }: {
    readonly id: string;
    readonly free: string;
    readonly flags: string;
  }) => ({
    message: `prompts/${id} exists, and eva new changes no prompt`,
    hint: `choose another id: eva new ${shellWord(free)}${flags}`,
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

function exampleText({ flag, example }: { readonly flag: string; readonly example: string | null }): string {
  return example === null ? '' : `: --${flag} ${example}`;
}

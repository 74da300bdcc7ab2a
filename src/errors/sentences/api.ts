import { quoted } from '#model/text/quoted.js';
import type { SentenceTable } from './table.js';

/** The sentences of problems that `api` finds. */
export const apiSentences = {
  'EVA_NO_KEY:program': (params: {
    readonly role: string | undefined;
    readonly model: string;
    readonly provider: string;
    readonly variable: string;
  }) => ({
    message: `${params.role === undefined ? '' : `${params.role} `}${quoted(params.model)} needs a key for ${params.provider}: set ${params.variable}`,
    hint: 'or give SigmaEval a provider of your own',
  }),
  'EVA_BAD_VALUE:exclusive_options': ({ one, other }: { readonly one: string; readonly other: string }) => ({
    message: `"${one}" cannot be used with "${other}"`,
    hint: 'remove one of them',
  }),
  'EVA_BAD_VALUE:no_prompt_folder': ({ path }: { readonly path: string }) => ({
    message: `${path} is not the folder of a prompt`,
    hint: 'name a folder in prompts/ of a library, or give the id of a prompt',
  }),
  'EVA_WRONG_TYPE:no_function': {
    message: 'the application is not a function',
    hint: 'pass undefined if the scenarios name their application; options are the third argument',
  },
} as const satisfies SentenceTable;

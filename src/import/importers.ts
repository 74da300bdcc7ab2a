import type { Importer } from './import-draft.js';
import { readOpenAiEvals } from './openai-evals/read-openai-evals.js';
import { readPromptfoo } from './promptfoo/read-promptfoo.js';

/** The kinds of files that `eva import` reads. */
export const importers = {
  promptfoo: readPromptfoo,
  'openai-evals': readOpenAiEvals,
} as const satisfies Readonly<Record<string, Importer>>;

export type ImportKind = keyof typeof importers;

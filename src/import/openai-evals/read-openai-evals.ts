import { basename } from 'node:path';
import type { ImportDraft, ReadOptions } from '../import-draft.js';
import { importOpenAiEvals } from './import-openai-evals.js';

/** Reads a file of samples as the prompts of a library. */
export function readOpenAiEvals(path: string, options: ReadOptions): readonly ImportDraft[] {
  const file = basename(path);
  const { prompts, tests, assertions, ledger } = importOpenAiEvals({ path, file }, options);
  return [{ path, file, prompts, settings: { entries: [], prices: {} }, tests, assertions, ledger }];
}

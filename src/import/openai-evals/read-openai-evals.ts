import { realpathSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { EvaError } from '#errors/index.js';
import { resolveInside } from '#load/source/inside-root.js';
import type { ImportDraft, ReadOptions } from '../import-draft.js';
import { importOpenAiEvals } from './import-openai-evals.js';

/** Reads a file of samples as the prompts of a library. Refuses a link that leads out of its folder, as the importer of promptfoo does. */
export function readOpenAiEvals(path: string, options: ReadOptions): readonly ImportDraft[] {
  const file = basename(path);
  const { problems } = resolveInside(realpathSync.native(dirname(path)), [file], { file });
  if (problems.length > 0) throw new EvaError(problems);
  const { prompts, tests, assertions, ledger } = importOpenAiEvals({ path, file }, options);
  return [{ path, file, prompts, settings: { entries: [], prices: {} }, tests, assertions, ledger }];
}

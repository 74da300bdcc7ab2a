import { join } from 'node:path';
import { recordingsFile } from '#library/prompts.js';
import type { WeighedPrompt } from '#lifecycle/gather.js';
import { isThere } from '#load/source/inside-root.js';
import type { Problem } from '#model/problem.js';
import { readRecordings } from '#store/replies/recordings.js';
import type { LibraryContext, PromptContext } from './check.js';
import { collect } from './collect.js';

/** What the rules about a prompt look at: its files, with the recordings that a run may play. */
export function promptContext(files: WeighedPrompt, library: LibraryContext): PromptContext {
  const { id } = files;
  const names = { metaFile: `prompts/${id}/meta.yml`, bodyFile: `prompts/${id}/prompt.xml` };
  return { ...files, ...names, library, problems: [...files.problems, ...recordingProblems(id, library)] };
}

function recordingProblems(id: string, { root, inside }: LibraryContext): readonly Problem[] {
  const file = recordingsFile(id);
  if (!inside.has(id) || !isThere(root, file)) return [];
  const problems: Problem[] = [];
  const recordings = collect(problems, null, () => readRecordings(join(root, 'prompts', id), file));
  return [...problems, ...(recordings?.problems ?? [])];
}

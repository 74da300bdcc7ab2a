import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EvaError, problem } from '#errors/index.js';
import { isPresent, placeFile, placePrompt } from '#store/files/placing.js';
import { makeDirectories, onDisk } from '#store/files/regular-file.js';
import type { PromptFile } from '../draft.js';

/** A prompt with all of its files. */
export interface PlacedPrompt {
  readonly id: string;
  readonly files: readonly PromptFile[];
}

/** Throws EVA_EXISTS for each prompt whose folder exists in the library, before anything is written. */
export function requireFreeIds(root: string, ids: readonly string[]): void {
  const taken = ids.filter((id) => isPresent(root, `prompts/${id}`, 'directory'));
  if (taken.length > 0) throw new EvaError(taken.map((id) => problem('EVA_EXISTS:import', { id })));
}

/** Writes eva.yml, unless there is one, and each prompt, whole or not at all. Throws EVA_EXISTS if another process was faster. */
export function placeLibrary(root: string, prompts: readonly PlacedPrompt[], settings: string | null): void {
  onDisk('create', root, () => makeDirectories(root));
  if (settings !== null) placeFile(root, 'eva.yml', settings);
  for (const { id, files } of prompts) {
    const isNew = placePrompt(root, id, (dir) => {
      for (const { path, content } of files) {
        makeDirectories(dirname(join(dir, path)));
        writeFileSync(join(dir, path), content, { flag: 'wx' });
      }
    });
    if (!isNew) throw new EvaError([problem('EVA_EXISTS:import', { id })]);
  }
}

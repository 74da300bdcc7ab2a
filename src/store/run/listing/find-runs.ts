import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { EvaError, problem } from '#errors/index.js';
import { onDisk } from '../../files/disk-error.js';

/** The maximum depth of the search, in levels of folders. */
const deepest = 4;

/** Finds the folders of runs in a folder, itself included, sorted by path. Follows no links. Throws EVA_NO_FILE, EVA_DISK. */
export function findRunFolders(dir: string): readonly string[] {
  if (!onDisk('read', dir, () => lstatSync(dir, { throwIfNoEntry: false })?.isDirectory())) {
    throw new EvaError([problem('EVA_NO_FILE:folder', { dir })]);
  }
  return runsBelow(dir, 0);
}

function runsBelow(dir: string, depth: number): readonly string[] {
  const entries = onDisk('read', dir, () => readdirSync(dir, { withFileTypes: true }));
  if (entries.some((entry) => entry.name === 'plan.json' && entry.isFile())) return [dir];
  if (depth === deepest) return [];
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return folders.sort().flatMap((name) => runsBelow(join(dir, name), depth + 1));
}

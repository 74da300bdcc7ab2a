import { lstatSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from './files/atomic-write.js';
import { errnoOf, oddFile, onDisk } from './files/disk-error.js';

/**
 * The absolute path of a directory below `<root>/.eva`, made where it is missing. `.eva` tells git to ignore it, unless somebody wrote otherwise.
 * A link on the way is refused: what eva writes stays in the library.
 */
export function localDir(root: string, ...parts: readonly string[]): string {
  let path = join(root, '.eva');
  makeDir(path);
  ignoreInGit(join(path, '.gitignore'));
  for (const part of parts) {
    path = join(path, part);
    makeDir(path);
  }
  return path;
}

function makeDir(path: string): void {
  onDisk('create', path, () => {
    try {
      mkdirSync(path);
    } catch (error) {
      if (errnoOf(error) !== 'EEXIST') throw error;
      if (!lstatSync(path).isDirectory()) throw oddFile(path, 'not a directory');
    }
  });
}

/** An empty one is what a process left that was killed before it wrote it. */
function ignoreInGit(path: string): void {
  const stats = onDisk('read', path, () => lstatSync(path, { throwIfNoEntry: false }));
  if (!stats || stats.size === 0) writeAtomically(path, '*\n');
}

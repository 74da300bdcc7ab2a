import { lstatSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from './files/atomic-write.js';
import { errnoOf, oddFile, onDisk } from './files/disk-error.js';
import { makeFolderPrivate, privateMode } from './files/private.js';
import { makeFilePrivate } from './files/regular-file.js';

/**
 * The absolute path of a directory below `<root>/.eva`, made where it is missing. It and all above it, `.eva` included, are for this user alone. `.eva` tells git to ignore it, unless somebody wrote otherwise.
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
      mkdirSync(path, { mode: privateMode.folder });
    } catch (error) {
      if (errnoOf(error) !== 'EEXIST') throw error;
      const stats = lstatSync(path);
      if (!stats.isDirectory()) throw oddFile(path, 'not a directory');
      makeFolderPrivate(path, stats);
    }
  });
}

/** An empty one is what a process left that was killed before it wrote it. */
function ignoreInGit(path: string): void {
  const stats = onDisk('read', path, () => lstatSync(path, { throwIfNoEntry: false }));
  if (!stats || stats.size === 0) writeAtomically(path, '*\n', privateMode.file);
  else if ((stats.mode & 0o077) !== 0) makeFilePrivate(path);
}

import { lstatSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from './files/atomic-write.js';
import { errnoOf, makeFilePrivate, makeFolderPrivate, oddFile, onDisk, privateMode } from './files/regular-file.js';

/**
 * Returns the absolute path of a directory below `<root>/.eva`, and creates it if it is missing. Makes `.eva` and the directories below
 * private to this user. Writes a .gitignore into `.eva` if there is none. Throws EVA_DISK, and EVA_ODD_FILE for a link on the path, which
 * could lead out of the library.
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
      if (!stats.isDirectory()) throw oddFile(path, 'not_a_directory');
      makeFolderPrivate(path, stats);
    }
  });
}

/** Writes the .gitignore of `.eva` if it is missing, or empty because a process was killed while it wrote it. */
function ignoreInGit(path: string): void {
  const stats = onDisk('read', path, () => lstatSync(path, { throwIfNoEntry: false }));
  if (!stats || stats.size === 0) writeAtomically(path, '*\n', privateMode.file);
  else if ((stats.mode & 0o077) !== 0) makeFilePrivate(path);
}

import { lstatSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errnoOf, oddFile, onDisk } from './disk-error.js';

/**
 * The absolute path of a directory below `<root>/.eva`, made where it is missing. A new `.eva` tells git to ignore it.
 * A link on the way is refused: what eva writes stays in the library.
 */
export function localDir(root: string, ...parts: readonly string[]): string {
  let path = join(root, '.eva');
  if (makeDir(path)) ignoreInGit(path);
  for (const part of parts) {
    path = join(path, part);
    makeDir(path);
  }
  return path;
}

/** True if the directory is new. */
function makeDir(path: string): boolean {
  return onDisk('create', path, () => {
    try {
      mkdirSync(path);
      return true;
    } catch (error) {
      if (errnoOf(error) !== 'EEXIST') throw error;
      if (!lstatSync(path).isDirectory()) throw oddFile(path, 'not a directory');
      return false;
    }
  });
}

function ignoreInGit(dir: string): void {
  const path = join(dir, '.gitignore');
  onDisk('write', path, () => writeFileSync(path, '*\n', { flag: 'wx' }));
}

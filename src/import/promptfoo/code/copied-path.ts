import { posix } from 'node:path';
import { type LeftOut, leftOut } from '../assertions/mapped.js';

/** Returns why a file of code cannot be copied to a path like its own; undefined if nothing is in the way. */
export function refusalOfPath(path: string): LeftOut | undefined {
  if (posix.normalize(path).startsWith('../')) {
    return leftOut(
      `${path} is outside of the folder of the configuration, and eva copies no code from there`,
      'copy it into the folder',
    );
  }
  if (path.split('/').some((part) => part.startsWith('.') && part !== '.' && part !== '..')) {
    return leftOut(
      `${path} is a hidden file, and eva copies no code from there`,
      'move it to a folder that is not hidden',
    );
  }
  if (/^[\p{L}\p{M}\p{N}_@+=,() ./-]+$/u.test(path)) return undefined;
  return leftOut(`${path} has characters that the name of a module cannot have`, 'rename the file');
}

/** The reason for a file whose copy would replace that of another file. */
export function sameCopy(path: string): LeftOut {
  return leftOut(`the copy of ${path} would replace that of another file`, 'rename the file');
}

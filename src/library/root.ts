import { lstatSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { EvaError, problem } from '#errors/index.js';

/** The facts that determine the library of a command. */
export interface RootQuestion {
  /** The value of `--root`, if it is given. */
  readonly flag?: string | undefined;
  /** The environment. Only `EVA_ROOT` is read. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** The user id of this process; undefined on systems without user ids. */
  readonly uid: number | undefined;
}

/**
 * Returns the absolute path of the library: `--root`, else `EVA_ROOT`, else the nearest directory upwards with `prompts/`. Throws
 * EVA_NO_LIBRARY, and EVA_FOREIGN_LIBRARY if it was found in a parent folder with files of another user.
 */
export function findRoot({ flag, env, cwd, uid }: RootQuestion): string {
  if (flag !== undefined) return namedRoot('--root', flag, cwd);
  if (env['EVA_ROOT']) return namedRoot('EVA_ROOT', env['EVA_ROOT'], cwd);
  return nearestRoot(resolve(cwd), uid);
}

function namedRoot(name: string, value: string, cwd: string): string {
  const path = value === '' ? '' : resolve(cwd, value);
  if (path !== '' && holdsPrompts(path)) return path;
  throw new EvaError([problem('EVA_NO_LIBRARY:named', { name, value })]);
}

function nearestRoot(cwd: string, uid: number | undefined): string {
  for (let dir = cwd; ; dir = dirname(dir)) {
    if (holdsPrompts(dir)) {
      if (dir !== cwd) requireOwn(dir, uid);
      return dir;
    }
    if (dir === dirname(dir)) break;
  }
  throw new EvaError([problem('EVA_NO_LIBRARY:above', { cwd })]);
}

function holdsPrompts(dir: string): boolean {
  try {
    return statSync(join(dir, 'prompts')).isDirectory();
  } catch {
    return false;
  }
}

/** Throws EVA_FOREIGN_LIBRARY if other users own files of a library. They can create `prompts/` in a shared parent such as `/tmp`. */
function requireOwn(dir: string, uid: number | undefined): void {
  if (uid === undefined) return;
  const foreign = [dir, join(dir, 'prompts'), join(dir, 'eva.yml')].find((path) => isForeign(path, uid));
  if (foreign === undefined) return;
  throw new EvaError([problem('EVA_FOREIGN_LIBRARY', { dir, foreign })]);
}

/** Returns true if another user owns a file, or a link or its target. Missing and unreadable files are not foreign. */
function isForeign(path: string, uid: number): boolean {
  return [lstatSync, statSync].some((stat) => {
    try {
      return stat(path).uid !== uid;
    } catch {
      return false;
    }
  });
}

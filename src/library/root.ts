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
  /** True to accept a directory with `.eva/runs` and without `prompts/`: a program can keep runs anywhere. */
  readonly onlyRuns?: boolean;
}

/**
 * Returns the absolute path of the library: `--root`, else `EVA_ROOT`, else the nearest directory upwards with `prompts/`. Throws
 * EVA_NO_LIBRARY, and EVA_FOREIGN_LIBRARY if it was found in a parent folder with files of another user.
 */
export function findRoot({ flag, env, cwd, uid, onlyRuns = false }: RootQuestion): string {
  const marks = onlyRuns ? ['prompts', '.eva/runs'] : ['prompts'];
  if (flag !== undefined) return namedRoot('--root', flag, cwd, marks);
  if (env['EVA_ROOT']) return namedRoot('EVA_ROOT', env['EVA_ROOT'], cwd, marks);
  const start = resolve(cwd);
  const root = marks.map((mark) => nearest(start, mark)).find((dir) => dir !== null);
  if (root === undefined) throw new EvaError([problem('EVA_NO_LIBRARY:above', { cwd: start })]);
  if (root !== start) requireOwn(root, uid);
  return root;
}

function namedRoot(name: string, value: string, cwd: string, marks: readonly string[]): string {
  const path = value === '' ? '' : resolve(cwd, value);
  if (path !== '' && marks.some((mark) => holds(path, mark))) return path;
  throw new EvaError([problem('EVA_NO_LIBRARY:named', { name, value })]);
}

/** Returns the nearest directory upwards with this folder; null if no directory has it. */
function nearest(dir: string, mark: string): string | null {
  if (holds(dir, mark)) return dir;
  return dir === dirname(dir) ? null : nearest(dirname(dir), mark);
}

function holds(dir: string, mark: string): boolean {
  try {
    return statSync(join(dir, mark)).isDirectory();
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

import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { EvaError, problem } from '#errors.js';

/** Where a command was started, and what it was told about the library. */
export interface RootQuestion {
  /** `--root`, absent if not given. */
  readonly flag?: string | undefined;
  /** The environment, of which `EVA_ROOT` counts. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

/** The absolute path of the library: `--root`, else `EVA_ROOT`, else the nearest directory upwards with `prompts/`. Throws EVA_NO_LIBRARY. */
export function findRoot({ flag, env, cwd }: RootQuestion): string {
  if (flag !== undefined) return namedRoot('--root', flag, cwd);
  if (env['EVA_ROOT']) return namedRoot('EVA_ROOT', env['EVA_ROOT'], cwd);
  return nearestRoot(resolve(cwd));
}

function namedRoot(name: string, value: string, cwd: string): string {
  const path = value === '' ? '' : resolve(cwd, value);
  if (path !== '' && holdsPrompts(path)) return path;
  throw noLibrary(
    `${name} is "${value}", and there is no prompts/ in it`,
    `give ${name} the directory that holds prompts/`,
  );
}

function nearestRoot(cwd: string): string {
  for (let dir = cwd; ; dir = dirname(dir)) {
    if (holdsPrompts(dir)) return dir;
    if (dir === dirname(dir)) break;
  }
  throw noLibrary(
    `there is no prompts/ in ${cwd} or in a directory above it`,
    'go to a library of prompts, or name one with --root DIR or EVA_ROOT',
  );
}

function holdsPrompts(dir: string): boolean {
  try {
    return statSync(join(dir, 'prompts')).isDirectory();
  } catch {
    return false;
  }
}

function noLibrary(message: string, hint: string): EvaError {
  return new EvaError([problem('EVA_NO_LIBRARY', message, { hint })]);
}

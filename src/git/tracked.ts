import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { gitStart } from './run-git.js';

/**
 * Returns true if git tracks a file in a repository that it lies in: then a clone can bring it. Also true if git cannot say. The folder of a
 * user's own files can be a repository too, so that lying in one alone proves nothing. Starts git only where a folder above has a `.git`.
 */
export function isTracked(path: string, env: NodeJS.ProcessEnv = process.env): boolean {
  const file = realpathSync.native(path);
  return foldersAbove(file).some((top) => {
    if (!existsSync(join(top, '.git'))) return false;
    const place = { root: top, env, signal: new AbortController().signal };
    const { argv, ...options } = gitStart(['ls-files', '--error-unmatch', '--', relative(top, file)], place);
    const [git = '', ...args] = argv;
    return spawnSync(git, args, { ...options, stdio: 'ignore' }).status !== untracked;
  });
}

/** The exit code of `git ls-files --error-unmatch` for a file that is not in the index. */
const untracked = 1;

function foldersAbove(path: string): readonly string[] {
  const parent = dirname(path);
  return parent === path ? [] : [parent, ...foldersAbove(parent)];
}

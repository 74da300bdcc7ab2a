import { lstatSync, mkdirSync, realpathSync, type Stats } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns a folder for Node's compile cache that nobody but this user can write to: `$XDG_CACHE_HOME/eva/compile-cache`, or the same
 * below `~/.cache`. Makes it (mode 0700) if it is missing. Returns null if there is no such folder, and on systems without user ids.
 *
 * Node runs whatever code it finds in its cache, so a folder that others can write to lets them run code with this user's keys.
 */
export function compileCacheFolder(env: Environment, uid: number | undefined): string | null {
  if (uid === undefined) return null;
  try {
    const base = cacheHome(env);
    makeFolder(base);
    const folder = join(realpathSync(base), 'eva', 'compile-cache');
    for (const path of [dirname(folder), folder]) {
      makeFolder(path);
      if (!isPrivate(lstatSync(path), uid)) return null;
    }
    return foldersAbove(dirname(folder)).every((path) => isSafe(lstatSync(path), uid)) ? folder : null;
  } catch {
    return null; // the cache only saves time: no folder, no cache
  }
}

/** Returns the folder of the user's caches. Ignores a relative `XDG_CACHE_HOME`, as its specification asks. */
function cacheHome(env: Environment): string {
  const named = env['XDG_CACHE_HOME'] ?? '';
  return isAbsolute(named) ? named : join(env['HOME'] || homedir(), '.cache');
}

/** Creates one folder, but no parents, so that a missing home stays missing. */
function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

/** Returns true for a folder of this user that nobody else may enter; false for a link. */
function isPrivate(stats: Stats, uid: number): boolean {
  return stats.isDirectory() && stats.uid === uid && (stats.mode & 0o077) === 0;
}

/** Returns true if no other user but root can rename what is in the folder. */
function isSafe({ uid: owner, mode }: Stats, uid: number): boolean {
  const isSticky = (mode & 0o1000) !== 0;
  return (owner === uid || owner === 0) && ((mode & 0o022) === 0 || isSticky);
}

/** Lists the folders above a path, from its parent to the root. */
function foldersAbove(path: string): readonly string[] {
  const parent = dirname(path);
  return parent === path ? [] : [parent, ...foldersAbove(parent)];
}

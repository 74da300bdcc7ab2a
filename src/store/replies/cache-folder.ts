import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { errnoOf, onDisk } from '../files/disk-error.js';
import { isOwnDirectory } from '../run/run-names.js';
import { throwAway } from '../trash.js';
import { cacheEntryPath, readEntry } from './cache.js';

export interface CacheStats {
  readonly entries: number;
  readonly bytes: number;
  /** When the oldest entry was written, ISO 8601; null if there is none. */
  readonly oldest: string | null;
  /** The number of entries that cannot be used, because they are damaged or not a file. Each is a cache miss. */
  readonly unreadable: number;
}

/** Reads and counts the entries of a library's cache: 0 without a cache. Throws EVA_DISK, EVA_ODD_FILE. */
export function cacheStats(root: string): CacheStats {
  const entries = entriesOf(root);
  const oldest = entries.reduce((least, { mtimeMs }) => Math.min(least, mtimeMs), Number.POSITIVE_INFINITY);
  return {
    ...sumOf(entries),
    oldest: entries.length === 0 ? null : new Date(oldest).toISOString(),
    unreadable: entries.filter(({ key }) => isUnreadable(root, key)).length,
  };
}

/**
 * Empties the cache of a library, or removes the entries that were written before a time. Returns their number and size. A run that is
 * filling the cache starts a new one. Throws EVA_DISK, EVA_ODD_FILE.
 */
export function clearCache(root: string, before: Date | null = null): Pick<CacheStats, 'entries' | 'bytes'> {
  const all = entriesOf(root);
  const old = before === null ? all : all.filter(({ mtimeMs }) => mtimeMs < before.getTime());
  if (before !== null) for (const { key } of old) removeEntry(cacheEntryPath(root, key));
  else if (hasCache(root)) throwAway(root, join(root, '.eva', 'cache'));
  return sumOf(old);
}

interface Entry {
  readonly key: string;
  readonly size: number;
  readonly mtimeMs: number;
}

function sumOf(entries: readonly Entry[]): Pick<CacheStats, 'entries' | 'bytes'> {
  return { entries: entries.length, bytes: entries.reduce((sum, { size }) => sum + size, 0) };
}

function isUnreadable(root: string, key: string): boolean {
  const entry = readEntry(cacheEntryPath(root, key), key);
  return entry !== null && 'reason' in entry;
}

function removeEntry(path: string): void {
  onDisk('remove', path, () => rmSync(path, { recursive: true, force: true }));
}

function hasCache(root: string): boolean {
  return [join(root, '.eva'), join(root, '.eva', 'cache')].every(isOwnDirectory);
}

function entriesOf(root: string): readonly Entry[] {
  if (!hasCache(root)) return [];
  const dir = join(root, '.eva', 'cache');
  const parts = namesIn(dir).filter((name) => /^[0-9a-f]{2}$/.test(name) && isOwnDirectory(join(dir, name)));
  return parts.flatMap((part) => {
    const keys = namesIn(join(dir, part)).flatMap((name) => /^([0-9a-f]{64})\.json$/.exec(name)?.[1] ?? []);
    return keys
      .filter((key) => key.startsWith(part))
      .flatMap((key) => {
        const stats = lstatSync(join(dir, part, `${key}.json`), { throwIfNoEntry: false });
        return stats ? [{ key, size: stats.size, mtimeMs: stats.mtimeMs }] : [];
      });
  });
}

/** Lists the names in a directory; none if another process has removed it. */
function namesIn(dir: string): readonly string[] {
  return onDisk('read', dir, () => {
    try {
      return readdirSync(dir);
    } catch (error) {
      if (errnoOf(error) === 'ENOENT') return [];
      throw error;
    }
  });
}

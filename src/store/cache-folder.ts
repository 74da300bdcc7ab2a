import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { onDisk } from './disk-error.js';
import { isOwnDirectory } from './run-names.js';
import { throwAway } from './trash.js';

export interface CacheStats {
  readonly entries: number;
  readonly bytes: number;
  /** When the oldest entry was written, ISO 8601; null if there is none. */
  readonly oldest: string | null;
}

/** What the cache of a library holds. A library without one holds nothing. Throws EVA_DISK, EVA_ODD_FILE. */
export function cacheStats(root: string): CacheStats {
  const dir = join(root, '.eva', 'cache');
  const stats = hasCache(root) ? entriesOf(dir) : [];
  const oldest = stats.reduce((least, { mtimeMs }) => Math.min(least, mtimeMs), Number.POSITIVE_INFINITY);
  return {
    entries: stats.length,
    bytes: stats.reduce((sum, { size }) => sum + size, 0),
    oldest: stats.length === 0 ? null : new Date(oldest).toISOString(),
  };
}

/** Empties the cache of a library and says what was in it. A run that fills it meanwhile begins it anew. Throws EVA_DISK, EVA_ODD_FILE. */
export function clearCache(root: string): Pick<CacheStats, 'entries' | 'bytes'> {
  const { entries, bytes } = cacheStats(root);
  if (hasCache(root)) throwAway(root, join(root, '.eva', 'cache'));
  return { entries, bytes };
}

function hasCache(root: string): boolean {
  return [join(root, '.eva'), join(root, '.eva', 'cache')].every(isOwnDirectory);
}

function entriesOf(dir: string): readonly { readonly size: number; readonly mtimeMs: number }[] {
  const parts = namesIn(dir).filter((name) => /^[0-9a-f]{2}$/.test(name) && isOwnDirectory(join(dir, name)));
  return parts.flatMap((part) => {
    const entries = namesIn(join(dir, part)).filter((name) => /^[0-9a-f]{64}\.json$/.test(name));
    return entries.flatMap((name) => lstatSync(join(dir, part, name), { throwIfNoEntry: false }) ?? []);
  });
}

function namesIn(dir: string): readonly string[] {
  return onDisk('read', dir, () => readdirSync(dir));
}

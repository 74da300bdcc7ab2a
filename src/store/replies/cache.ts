import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { EvaError } from '#model/problem.js';
import type { ReplyStore, StoredReply } from '#model/reply/exchange.js';
import { createWhole, writeAtomically } from '../files/atomic-write.js';
import { type TakeRow, takeLine } from '../files/jsonl.js';
import { errnoOf, onDisk, privateMode, readRegular } from '../files/regular-file.js';
import { localDir } from '../local-dir.js';
import { isOwnDirectory } from '../run/run-names.js';
import { throwAway } from '../trash.js';
import { takeReply } from './recordings.js';

const maxEntryBytes = 16 * 1024 * 1024;

/** The folders of `.eva` that keep replies by their keys: those of `--cache`, and those of mutants, of which no gate must know. */
const folders = ['cache', 'mutations'] as const;

type CacheFolder = (typeof folders)[number];

/**
 * Opens a cache of a library: `.eva/cache/<2 hex>/<key>.json`, one file per reply. Does not wait for the disk, which would delay other replies: a
 * power cut can damage the last entries. Calls `warn` for an entry that cannot be used, which is a miss, and for a reply whose entry would exceed
 * 16 MiB, which is not stored.
 */
export function openCache(root: string, warn: (message: string) => void, folder: CacheFolder = 'cache'): ReplyStore {
  const path = (key: string) => join(root, '.eva', folder, key.slice(0, 2), `${key}.json`);
  return {
    get(key) {
      const entry = readEntry(path(key), key);
      if (entry && 'reason' in entry) warn(`the cached reply ${path(key)} is not used: it ${entry.reason}`);
      return entry && 'value' in entry ? entry.value : undefined;
    },
    put(reply) {
      const entry = `${JSON.stringify(reply)}\n`;
      if (Buffer.byteLength(entry) > maxEntryBytes) return warn('a reply is not cached: it is larger than 16 MiB');
      retryWhileCleared(() => {
        localDir(root, folder, reply.key.slice(0, 2));
        const file = path(reply.key);
        const isNew = onDisk('write', file, () => createWhole(file, entry, privateMode.file, { sync: false }));
        if (!isNew) writeAtomically(file, entry, privateMode.file); // a damaged one, which was a miss
      });
    },
  };
}

/** Retries a write while another process clears the cache, which must not end a run. */
function retryWhileCleared(write: () => void, attempts = 10): void {
  try {
    write();
  } catch (error) {
    const isGone = error instanceof EvaError && errnoOf(error.cause) === 'ENOENT';
    if (!isGone || attempts === 1) throw error;
    retryWhileCleared(write, attempts - 1);
  }
}

/** Reads the reply of a cache entry, or the reason why it cannot be used; null if there is no entry. */
function readEntry(path: string, key: string): ReturnType<TakeRow<StoredReply>> | null {
  try {
    const bytes = readRegular(path, maxEntryBytes);
    if (!bytes) return null;
    const taken = takeLine(bytes, takeReply);
    if ('value' in taken && taken.value.key !== key) return { reason: 'answers another question' };
    return taken;
  } catch (error) {
    if (error instanceof EvaError) return { reason: `cannot be read: ${error.message}` };
    throw error;
  }
}

interface CacheStats {
  readonly entries: number;
  readonly bytes: number;
  /** When the oldest entry was written, ISO 8601; null if there is none. */
  readonly oldest: string | null;
  /** The number of entries that cannot be used, because they are damaged or not a file. Each is a cache miss. */
  readonly unreadable: number;
}

/** Reads and counts the entries of a library's caches: 0 without one. Throws EVA_DISK, EVA_ODD_FILE. */
export function cacheStats(root: string): CacheStats {
  const entries = entriesOf(root);
  const oldest = entries.reduce((least, { mtimeMs }) => Math.min(least, mtimeMs), Number.POSITIVE_INFINITY);
  return {
    ...sumOf(entries),
    oldest: entries.length === 0 ? null : new Date(oldest).toISOString(),
    unreadable: entries.filter(({ path, key }) => {
      const entry = readEntry(path, key);
      return entry !== null && 'reason' in entry;
    }).length,
  };
}

/**
 * Empties the caches of a library, or removes the entries that were written before a time. Returns their number and size. A run that is
 * filling the cache starts a new one. Throws EVA_DISK, EVA_ODD_FILE.
 */
export function clearCache(root: string, before: Date | null = null): Pick<CacheStats, 'entries' | 'bytes'> {
  const all = entriesOf(root);
  const old = before === null ? all : all.filter(({ mtimeMs }) => mtimeMs < before.getTime());
  if (before === null) for (const dir of cachesOf(root)) throwAway(root, dir);
  else for (const { path } of old) onDisk('remove', path, () => rmSync(path, { recursive: true, force: true }));
  return sumOf(old);
}

interface Entry {
  readonly path: string;
  readonly key: string;
  readonly size: number;
  readonly mtimeMs: number;
}

function sumOf(entries: readonly Entry[]): Pick<CacheStats, 'entries' | 'bytes'> {
  return { entries: entries.length, bytes: entries.reduce((sum, { size }) => sum + size, 0) };
}

function cachesOf(root: string): readonly string[] {
  const dirs = folders.map((folder) => join(root, '.eva', folder));
  return isOwnDirectory(join(root, '.eva')) ? dirs.filter(isOwnDirectory) : [];
}

function entriesOf(root: string): readonly Entry[] {
  const parts = cachesOf(root).flatMap((dir) => namesIn(dir).map((name) => ({ name, dir: join(dir, name) })));
  return parts
    .filter(({ name, dir }) => /^[0-9a-f]{2}$/.test(name) && isOwnDirectory(dir))
    .flatMap(({ name, dir }) =>
      namesIn(dir).flatMap((file) => {
        const [, key] = /^([0-9a-f]{64})\.json$/.exec(file) ?? [];
        if (key === undefined || !key.startsWith(name)) return [];
        const path = join(dir, file);
        const stats = lstatSync(path, { throwIfNoEntry: false });
        return stats ? [{ path, key, size: stats.size, mtimeMs: stats.mtimeMs }] : [];
      }),
    );
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

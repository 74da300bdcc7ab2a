import { join } from 'node:path';
import { EvaError } from '#errors/index.js';
import type { ReplyStore, StoredReply } from '#model/reply/exchange.js';
import { writeAtomically } from '../files/atomic-write.js';
import { errnoOf } from '../files/disk-error.js';
import { type TakeRow, takeLine } from '../files/jsonl.js';
import { privateMode } from '../files/private.js';
import { readRegular } from '../files/regular-file.js';
import { localDir } from '../local-dir.js';
import { takeReply } from './stored-reply.js';

const maxEntryBytes = 16 * 1024 * 1024;

/** Returns the path of the cache entry with this key. */
export function cacheEntryPath(root: string, key: string): string {
  return join(root, '.eva', 'cache', key.slice(0, 2), `${key}.json`);
}

/**
 * Opens the cache of a library: `.eva/cache/<2 hex>/<key>.json`, one file per reply. Calls `warn` for an entry that cannot be used, which
 * is a miss, and for a reply whose entry would exceed 16 MiB, which is not stored.
 */
export function openCache(root: string, warn: (message: string) => void): ReplyStore {
  const path = (key: string) => cacheEntryPath(root, key);
  return {
    get(key) {
      const entry = readEntry(path(key), key);
      if (entry && 'reason' in entry) warn(`the cached reply ${path(key)} is not used: it ${entry.reason}`);
      return entry && 'value' in entry ? entry.value : undefined;
    },
    put(reply) {
      const entry = Buffer.from(`${JSON.stringify(reply)}\n`);
      if (entry.length > maxEntryBytes) return warn('a reply is not cached: it is larger than 16 MiB');
      retryWhileCleared(() => {
        localDir(root, 'cache', reply.key.slice(0, 2));
        writeAtomically(path(reply.key), entry, privateMode.file);
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
export function readEntry(path: string, key: string): ReturnType<TakeRow<StoredReply>> | null {
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

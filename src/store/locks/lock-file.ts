import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { EvaError } from '#errors/index.js';
import { createWhole, writeAtomically } from '../files/atomic-write.js';
import { errnoOf } from '../files/disk-error.js';
import { readRegular } from '../files/regular-file.js';

const longestLock = 4096;

/**
 * Acquired, with the text of the stale lock that was taken over (null if there was none), or refused with the text of the current holder.
 */
export type Attempt = { readonly left: string | null } | { readonly heldBy: string };

/**
 * Tries to acquire the lock file `path` with `text`, which must be unique. Takes over a lock whose text is stale according to `isLeft`. Two
 * processes never hold the lock together, even if the disk is slow or one of them is suspended. Throws EVA_DISK, EVA_ODD_FILE, and the
 * errors of the file system unchanged.
 */
export function tryLock(path: string, text: string, isLeft: (text: string) => boolean, mode = 0o644): Attempt {
  while (!createWhole(path, text, mode)) {
    const holder = textOfLock(path);
    if (holder === null) continue;
    if (!isLeft(holder)) return { heldBy: holder };
    const claim = tryLock(claimOn(path, holder), text, isLeft, mode);
    if ('heldBy' in claim) return claim;
    if (replace(path, holder, text, mode)) return { left: holder };
  }
  return { left: null };
}

/** Reads the text of a lock; null if there is no lock. Throws EVA_DISK, and EVA_ODD_FILE for a link or device in its place. */
export function textOfLock(path: string): string | null {
  return readRegular(path, longestLock)?.toString('utf8') ?? null;
}

/** Deletes the lock if it holds `text`. Ignores errors of the disk: a remaining lock is stale once this process has ended. */
export function removeLock(path: string, text: string): void {
  try {
    if (textOfLock(path) === text) rmSync(path, { force: true });
  } catch (error) {
    if (!(error instanceof EvaError) && errnoOf(error) === undefined) throw error;
  }
}

/**
 * Returns the path of a second lock, which a process holds while it takes over a stale one. Its name depends on the stale text, so that one
 * process at a time compares and replaces that text. It is the name of a temporary file, which a clean-up removes after a crash.
 */
function claimOn(path: string, text: string): string {
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 12);
  return join(dirname(path), `.${basename(path)}.${digest}.tmp`);
}

/** Replaces a stale lock. The caller holds the claim on it. Returns false if another process was faster. */
function replace(path: string, left: string, text: string, mode: number): boolean {
  try {
    if (textOfLock(path) !== left) return false;
    writeAtomically(path, text, mode);
    return true;
  } finally {
    removeLock(claimOn(path, left), text);
  }
}

import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { EvaError } from '#errors.js';
import { createWhole, writeAtomically } from '../files/atomic-write.js';
import { errnoOf } from '../files/disk-error.js';
import { readRegular } from '../files/regular-file.js';

const longestLock = 4096;

/** What came of trying: the lock is had, and `left` is what somebody left in it, if anybody did; or this is in the one that is in the way. */
export type Attempt = { readonly left: string | null } | { readonly heldBy: string };

/**
 * Makes the lock at `path` with `text` in it, which no other lock has, and with this mode. One whose text `isLeft` says was left behind is taken over.
 * A lock that is held is never replaced, however slow the disk is or whoever is stopped meanwhile. Throws EVA_DISK,
 * EVA_ODD_FILE, and as it is what the file system objects to.
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

/** What a lock holds; null if there is none. A link or device in its place is refused. Throws EVA_DISK, EVA_ODD_FILE. */
export function textOfLock(path: string): string | null {
  return readRegular(path, longestLock)?.toString('utf8') ?? null;
}

/** Deletes the lock if `text` is in it. One that cannot be deleted is no loss: it is taken over once this process is gone. */
export function removeLock(path: string, text: string): void {
  try {
    if (textOfLock(path) === text) rmSync(path, { force: true });
  } catch (error) {
    if (!(error instanceof EvaError) && errnoOf(error) === undefined) throw error;
  }
}

/**
 * Who takes a lock over first takes another, made for that one text: so one process at a time looks whether the text is still there
 * and puts its own in the place. Its name is that of a temporary file, since that is what it is once its process was killed.
 */
function claimOn(path: string, text: string): string {
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 12);
  return join(dirname(path), `.${basename(path)}.${digest}.tmp`);
}

/** False if somebody else took it over before. For whoever has the claim. */
function replace(path: string, left: string, text: string, mode: number): boolean {
  try {
    if (textOfLock(path) !== left) return false;
    writeAtomically(path, text, mode);
    return true;
  } finally {
    removeLock(claimOn(path, left), text);
  }
}

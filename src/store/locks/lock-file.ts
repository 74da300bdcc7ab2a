import { createHash, randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { EvaError } from '#errors/index.js';
import { isObject } from '#model/data/json.js';
import { createWhole, writeAtomically } from '../files/atomic-write.js';
import { errnoOf } from '../files/disk-error.js';
import { readRegular } from '../files/regular-file.js';
import { type ProcessMark, thisProcess, whereabouts } from './this-machine.js';

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

export type Holder = ProcessMark & { readonly mark: string };

/** Returns the text for a new lock of this process, different for each lock. */
export function newHolderText(): string {
  return `${JSON.stringify({ ...thisProcess(), mark: randomBytes(16).toString('hex') })}\n`;
}

/** Parses the holder from the text of a lock; `unknown` if it is unreadable. */
export function holderIn(text: string): Holder | 'unknown' {
  try {
    const value: unknown = JSON.parse(text);
    return isHolder(value) ? value : 'unknown';
  } catch {
    return 'unknown';
  }
}

/** Returns true if the lock is stale: its process has ended on this machine. */
export function isGone(holder: Holder | 'unknown'): boolean {
  return holder !== 'unknown' && ['gone', 'restarted'].includes(whereabouts(holder));
}

function isHolder(value: unknown): value is Holder {
  if (!isObject(value)) return false;
  const { pid, host, mark, ...rest } = value;
  const hasMarks = ['boot_id', 'pid_namespace', 'started'].every((key) => isTextOrNull(rest[key]));
  return (
    hasMarks && typeof host === 'string' && typeof mark === 'string' && Number.isSafeInteger(pid) && Number(pid) > 0
  );
}

function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === 'string';
}

import { randomBytes } from 'node:crypto';
import { closeSync, constants, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { EvaError, problem } from '#errors.js';
import { errnoOf, onDisk } from './disk-error.js';
import { openRegular, readRegular } from './regular-file.js';
import { writeWhole } from './write-whole.js';

const pollMs = 20;
const longestMark = 1024;

export interface LockTimes {
  /** A lock that stays the same for so long was left by a process that is gone: holding one takes a moment. Milliseconds. */
  readonly staleMs: number;
  /** The longest wait for a lock that goes from hand to hand. Milliseconds. */
  readonly longestWaitMs: number;
}

const ordinaryTimes: LockTimes = { staleMs: 15_000, longestWaitMs: 60_000 };

/**
 * Does work on a file that no other process does work on meanwhile: `.NAME.lock` beside it exists for so long.
 * Waits, blocking, for whoever is at it. Throws EVA_DISK if the lock cannot be made or had.
 */
export function withLock<T>(file: string, work: () => T, times: LockTimes = ordinaryTimes): T {
  const lock = join(dirname(file), `.${basename(file)}.lock`);
  const mark = randomBytes(16).toString('hex');
  onDisk('write', file, () => acquire(file, lock, mark, times));
  try {
    return work();
  } finally {
    letGo(lock, mark);
  }
}

/** A lock that cannot be deleted costs whoever comes next some seconds; the work is done all the same. */
function letGo(lock: string, mark: string): void {
  try {
    if (holderOf(lock) === mark) rmSync(lock, { force: true });
  } catch (error) {
    if (!(error instanceof EvaError) && errnoOf(error) === undefined) throw error;
  }
}

/** Time is measured by how long a holder stays the same, so that no clock of another machine has a say. */
function acquire(file: string, lock: string, mark: string, { staleMs, longestWaitMs }: LockTimes): void {
  const begun = performance.now();
  let seen = { holder: holderOf(lock), since: begun };
  while (!create(lock, mark)) {
    const now = performance.now();
    const holder = holderOf(lock);
    if (holder !== seen.holder) seen = { holder, since: now };
    else if (now - seen.since > staleMs) rmSync(lock, { force: true });
    if (now - begun > longestWaitMs) throw inUse(file);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pollMs);
  }
}

/** False if somebody holds the lock. */
function create(lock: string, mark: string): boolean {
  try {
    const fd = openRegular(lock, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL);
    try {
      writeWhole(fd, Buffer.from(mark));
    } finally {
      closeSync(fd);
    }
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** The mark in a lock; null if there is none. A link or device in its place is refused. */
function holderOf(lock: string): string | null {
  return readRegular(lock, longestMark)?.toString('utf8') ?? null;
}

function inUse(file: string): EvaError {
  const hint = 'wait until the other eva is done and run the command again';
  return new EvaError([problem('EVA_DISK', `cannot write ${file}: it is in use`, { hint })]);
}

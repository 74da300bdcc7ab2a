import { basename, dirname, join } from 'node:path';
import { EvaError, problem } from '#errors/index.js';
import { onDisk } from '../files/disk-error.js';
import { type Attempt, removeLock, tryLock } from './lock-file.js';
import { holderIn, isGone, newHolderText } from './lock-holder.js';
import { whereabouts } from './this-machine.js';

const pollMs = 20;

export interface LockTimes {
  /**
   * A lock that stays the same for so long was left by a process that is gone, if it cannot be told otherwise: holding one takes a
   * moment. Milliseconds.
   */
  readonly staleMs: number;
  /** The longest wait for a lock that goes from hand to hand, or that a process of this machine keeps. Milliseconds. */
  readonly longestWaitMs: number;
}

const ordinaryTimes: LockTimes = { staleMs: 15_000, longestWaitMs: 60_000 };

/**
 * Does work on a file that no other process does work on meanwhile: `.NAME.lock` beside it exists for so long.
 * Waits, blocking, for whoever is at it. Throws EVA_DISK if the lock cannot be made or had.
 */
export function withLock<T>(file: string, work: () => T, times: LockTimes = ordinaryTimes): T {
  const lock = join(dirname(file), `.${basename(file)}.lock`);
  const text = newHolderText();
  onDisk('write', file, () => acquire(file, times, (isLeft) => tryLock(lock, text, isLeft)));
  try {
    return work();
  } finally {
    removeLock(lock, text);
  }
}

function acquire(file: string, times: LockTimes, attempt: (isLeft: (text: string) => boolean) => Attempt): void {
  const begun = performance.now();
  const isLeft = leftBehind(times.staleMs);
  while ('heldBy' in attempt(isLeft)) {
    if (performance.now() - begun > times.longestWaitMs) throw inUse(file);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pollMs);
  }
}

/** Decides by time about a process of another machine: by how long this process has seen the lock, so that the other clock does not matter. */
function leftBehind(staleMs: number): (text: string) => boolean {
  const seen = new Map<string, number>();
  return (text) => {
    const holder = holderIn(text);
    if (holder !== 'unknown' && whereabouts(holder) !== 'elsewhere') return isGone(holder);
    const now = performance.now();
    const since = seen.get(text) ?? now;
    seen.set(text, since);
    return now - since > staleMs;
  };
}

function inUse(file: string): EvaError {
  return new EvaError([problem('EVA_DISK:locked', { path: file })]);
}

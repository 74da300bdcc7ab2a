import { basename, dirname, join } from 'node:path';
import { EvaError, problem } from '#errors/index.js';
import { short } from '#model/text/quoted.js';
import { onDisk } from '../files/disk-error.js';
import { type Attempt, holderIn, isGone, newHolderText, removeLock, tryLock } from './lock-file.js';
import { whereabouts } from './this-machine.js';

const pollMs = 20;

interface LockTimes {
  /**
   * Milliseconds without a change after which a lock counts as stale if its process is on another machine. Processes hold these locks for
   * a moment only.
   */
  readonly staleMs: number;
  /** The longest wait for a lock that others hold, in milliseconds. */
  readonly longestWaitMs: number;
}

const ordinaryTimes: LockTimes = { staleMs: 15_000, longestWaitMs: 60_000 };

/**
 * Runs `work` while it holds the lock of a file, `.NAME.lock` beside it. Blocks until other processes release the lock. Throws EVA_DISK if
 * the lock cannot be created or acquired.
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
  const isLeft = staleTest(times.staleMs);
  while ('heldBy' in attempt(isLeft)) {
    if (performance.now() - begun > times.longestWaitMs)
      throw new EvaError([
        problem('EVA_DISK:locked', `cannot write ${short(file)}: another eva is using it`, {
          hint: 'wait until the other eva ends, then run the command again',
        }),
      ]);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pollMs);
  }
}

/** Returns a test for stale locks. Locks of other machines are stale after `staleMs` by this process's clock, since clocks may differ. */
function staleTest(staleMs: number): (text: string) => boolean {
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

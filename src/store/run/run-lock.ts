import { join } from 'node:path';
import { EvaError, problem } from '#errors/index.js';
import { deleteLock } from '#errors/sentences/runs/store.js';
import type { LockTakeover } from '#model/run/notice.js';
import { short } from '#model/text/quoted.js';
import { onDisk } from '../files/disk-error.js';
import { privateMode } from '../files/private.js';
import { type Holder, holderIn, isGone, newHolderText, removeLock, textOfLock, tryLock } from '../locks/lock-file.js';
import { whereabouts } from '../locks/this-machine.js';

/** The lock of a run, held by this process. */
interface RunLock {
  /** Releases the lock. Does nothing if the lock file is gone. */
  release(): void;
}

/**
 * Locks a run for this process until `release`, with the file `lock` in the run's folder. Takes over the lock of a process that has ended,
 * and calls `tell` then. Throws EVA_RUN_IN_USE, EVA_DISK, EVA_ODD_FILE.
 */
export function lockRun(dir: string, runId: string, tell: (takeover: LockTakeover) => void): RunLock {
  const path = join(dir, 'lock');
  const text = newHolderText();
  const attempt = onDisk('create', path, () =>
    tryLock(path, text, (other) => isGone(holderIn(other)), privateMode.file),
  );
  if ('heldBy' in attempt) throw inUse(holderIn(attempt.heldBy), runId, path);
  if (attempt.left !== null) tell(takenOver(holderIn(attempt.left), runId));
  return { release: () => removeLock(path, text) };
}

/** The process that works on a run. */
interface RunHolder {
  /** null if it is unknown. */
  readonly pid: number | null;
  /** The machine or container of the process, if it is not this one. */
  readonly host?: string;
}

/** Returns the process that works on a run; null if there is none. Throws EVA_DISK, EVA_ODD_FILE. */
export function holderOfRun(dir: string): RunHolder | null {
  const text = textOfLock(join(dir, 'lock'));
  const holder = text === null ? null : holderIn(text);
  if (holder === 'unknown') return { pid: null };
  if (holder === null || isGone(holder)) return null;
  return { pid: holder.pid, ...(whereabouts(holder) === 'elsewhere' && { host: holder.host }) };
}

function inUse(holder: Holder | 'unknown', run_id: string, lock: string): EvaError {
  if (holder === 'unknown')
    return new EvaError([
      problem('EVA_RUN_IN_USE:unknown', `run ${short(run_id)} is locked, and its lock file does not name the process`, {
        hint: deleteLock(lock),
      }),
    ]);
  const { pid, host } = holder;
  if (whereabouts(holder) !== 'elsewhere')
    return new EvaError([
      problem('EVA_RUN_IN_USE:process', `process ${pid} is working on run ${short(run_id)}`, {
        hint: 'wait until it ends, or end it',
      }),
    ]);
  return new EvaError([
    problem(
      'EVA_RUN_IN_USE:other_machine',
      `process ${pid} on another machine or container, ${short(host)}, is working on run ${short(run_id)}`,
      { hint: deleteLock(lock) },
    ),
  ]);
}

function takenOver(holder: Holder | 'unknown', run_id: string): LockTakeover {
  if (holder === 'unknown') return { run_id, pid: null, isRestarted: false };
  return { run_id, pid: holder.pid, isRestarted: whereabouts(holder) === 'restarted' };
}

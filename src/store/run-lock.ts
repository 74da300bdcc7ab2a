import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { EvaError, problem } from '#errors.js';
import { isObject } from '#model/json.js';
import { writeAtomically } from './atomic-write.js';
import { withLock } from './lock.js';
import { readRegular } from './regular-file.js';
import { type ProcessMark, thisProcess, whereabouts } from './this-machine.js';

const longestLock = 4096;

/** Looking at a lock and writing it takes milliseconds. */
const lockTimes = { staleMs: 3_000, longestWaitMs: 30_000 };

/** The right to work on a run. */
export interface RunLock {
  /** Lets others work on the run; does nothing if the lock is no longer there. */
  release(): void;
}

/**
 * Makes this process the one that works on a run, until `release` or its end: `lock` in the run's folder says so. A lock that was
 * left by a process that is gone is taken over, and `tell` gets a line about it. Throws EVA_RUN_IN_USE, EVA_DISK, EVA_ODD_FILE.
 */
export function lockRun(dir: string, runId: string, tell: (line: string) => void): RunLock {
  const path = join(dir, 'lock');
  const mark = randomBytes(16).toString('hex');
  const left = withLock(path, () => takeLock(path, mark, runId), lockTimes);
  if (left) tell(takenOver(left, runId));
  return { release: () => letGo(path, mark) };
}

/** Returns who left the lock, if anybody did. */
function takeLock(path: string, mark: string, runId: string): Holder | null {
  const found = holderOf(path);
  if (found === 'unknown' || (found && !isLeft(found))) throw inUse(found, runId, path);
  writeAtomically(path, `${JSON.stringify({ ...thisProcess(), mark })}\n`);
  return found;
}

/** Who works on a run, its process null where that is not known; null if nobody does. Throws EVA_DISK, EVA_ODD_FILE. */
export function holderOfRun(dir: string): { readonly pid: number | null } | null {
  const holder = holderOf(join(dir, 'lock'));
  if (holder === 'unknown') return { pid: null };
  return holder === null || isLeft(holder) ? null : { pid: holder.pid };
}

type Holder = ProcessMark & { readonly mark: string };

/** Who holds the lock; null if nobody does, `unknown` if that cannot be made out. */
function holderOf(path: string): Holder | 'unknown' | null {
  const bytes = readRegular(path, longestLock);
  if (!bytes) return null;
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return isHolder(value) ? value : 'unknown';
  } catch {
    return 'unknown';
  }
}

function isHolder(value: unknown): value is Holder {
  if (!isObject(value)) return false;
  const { pid, host, boot_id, started, mark } = value;
  const isTextOrNull = (one: unknown) => one === null || typeof one === 'string';
  const isWhole =
    typeof host === 'string' && typeof mark === 'string' && isTextOrNull(boot_id) && isTextOrNull(started);
  return isWhole && Number.isSafeInteger(pid) && Number(pid) > 0;
}

/** A lock that nobody can have: its process is gone from this machine. */
function isLeft(holder: Holder): boolean {
  return ['gone', 'restarted'].includes(whereabouts(holder));
}

function inUse(holder: Holder | 'unknown', runId: string, path: string): EvaError {
  const byHand = `if nothing works on it, delete ${path}`;
  if (holder === 'unknown') {
    return refusal(`run ${runId} is locked, and its lock does not say by whom`, byHand);
  }
  if (whereabouts(holder) === 'elsewhere') {
    return refusal(
      `run ${runId} is being worked on by process ${holder.pid} of another machine, ${holder.host}`,
      byHand,
    );
  }
  return refusal(`run ${runId} is being worked on by process ${holder.pid}`, 'wait until it is done, or end it');
}

function refusal(message: string, hint: string): EvaError {
  return new EvaError([problem('EVA_RUN_IN_USE', message, { hint })]);
}

function takenOver(holder: Holder, runId: string): string {
  const why = whereabouts(holder) === 'restarted' ? 'the machine was started anew since' : 'that process is gone';
  return `the lock that process ${holder.pid} left on run ${runId} is taken over: ${why}`;
}

/** A lock that cannot be deleted is no loss: its process is about to be gone. */
function letGo(path: string, mark: string): void {
  try {
    const holder = holderOf(path);
    if (holder !== null && holder !== 'unknown' && holder.mark === mark) rmSync(path, { force: true });
  } catch {
    return;
  }
}

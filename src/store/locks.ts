import { createHash, randomBytes } from 'node:crypto';
import { lstatSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { hostname, uptime } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { lazy } from '#model/data/collections.js';
import { isObject } from '#model/data/json.js';
import { EvaError, errorCode, evaError } from '#model/problem.js';
import { short } from '#model/text/quoted.js';
import { createWhole, writeAtomically } from './files/atomic-write.js';
import { errnoOf, onDisk, readRegular } from './files/regular-file.js';

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
      throw evaError('EVA_DISK:locked', `cannot write ${short(file)}: another eva is using it`, {
        hint: 'wait until the other eva ends, then run the command again',
      });
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

const longestLock = 4096;

/**
 * Acquired, with the text of the stale lock that was taken over (null if there was none), or refused with the text of the current holder.
 */
type Attempt = { readonly left: string | null } | { readonly heldBy: string };

/**
 * Tries to acquire the lock file `path` with `text`, which must be unique. Takes over a lock whose text is stale according to `isLeft`. Two
 * processes never hold the lock together, even if the disk is slow or one of them is suspended. The text is not synced: a lock is about processes,
 * which a power cut ends. Throws EVA_DISK, EVA_ODD_FILE, and the errors of the file system unchanged.
 */
export function tryLock(path: string, text: string, isLeft: (text: string) => boolean, mode = 0o644): Attempt {
  while (!createWhole(path, text, mode, { sync: false })) {
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

/** Returns true if a lock names no process and is older than the start of this machine: a power cut took its text. */
export function isOfPowerCut(path: string, text: string): boolean {
  const written = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;
  return holderIn(text) === 'unknown' && written < Date.now() - uptime() * 1000;
}

function isHolder(value: unknown): value is Holder {
  if (!isObject(value)) return false;
  const { pid, host, mark, ...rest } = value;
  const marks = [rest['boot_id'], rest['pid_namespace'], rest['started']];
  const hasMarks = marks.every((value) => value === null || typeof value === 'string');
  return (
    hasMarks && typeof host === 'string' && typeof mark === 'string' && Number.isSafeInteger(pid) && Number(pid) > 0
  );
}

/** The identity of a process. It differs from that of a later process with the same number. */
interface ProcessMark {
  readonly pid: number;
  readonly host: string;
  /** Differs after each start of the machine; null if the system does not report it. */
  readonly boot_id: string | null;
  /** The namespace of its number, which differs between containers; null if the system does not report it. */
  readonly pid_namespace: string | null;
  /** When the process started, in clock ticks of the system; null if the system does not report it. */
  readonly started: string | null;
}

/** Returns the mark of this process, which does not change: each of thousands of runs has a lock. */
export const thisProcess = lazy(
  (): ProcessMark => ({
    ...{ pid: process.pid, host: hostname(), boot_id: bootId() },
    ...{ pid_namespace: pidNamespace(), started: startOf(process.pid) },
  }),
);

/** The state of a process. `elsewhere`: it is on another machine or in another container, so its state is unknown. */
type Whereabouts = 'alive' | 'gone' | 'restarted' | 'elsewhere';

/** Returns the state of a process, as far as this machine can tell. */
export function whereabouts({ pid, host, boot_id, pid_namespace, started }: ProcessMark): Whereabouts {
  if (host !== hostname() || pid_namespace !== pidNamespace()) return 'elsewhere';
  if (boot_id !== bootId()) return 'restarted';
  const isSame = startOf(pid) === started;
  return isSame && isThere(pid) ? 'alive' : 'gone';
}

/** Returns true if the process exists. A process of another user exists although no signal may be sent to it. */
function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

function bootId(): string | null {
  return orNull(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'))?.trim() ?? null;
}

function pidNamespace(): string | null {
  return orNull(() => readlinkSync('/proc/self/ns/pid'));
}

/**
 * Returns the start time of a process: field 22 of its stat file, see proc(5). Counts fields from the last parenthesis, since the name in
 * field 2 may contain spaces and parentheses. Returns null for a zombie, which has ended.
 */
function startOf(pid: number): string | null {
  const stat = orNull(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? [];
  return fields[0] === 'Z' ? null : (fields[22 - 3] ?? null);
}

function orNull(read: () => string): string | null {
  try {
    return read();
  } catch {
    return null;
  }
}

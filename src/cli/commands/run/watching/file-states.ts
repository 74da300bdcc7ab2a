import { readdirSync, statSync } from 'node:fs';
import { errorCode } from '#model/problem.js';
import type { ProgressClock } from '../../../output/redrawn-lines.js';

/** The state of each file when it was last read, by its absolute path. Two states are equal if the file was not changed in between. */
export type FileStates = ReadonlyMap<string, string>;

/** The shortest time between two looks at all files, in milliseconds. */
const lookMs = 200;

/** The time for which no further file must change, in milliseconds: an editor writes a file in several steps. */
const settleMs = 60;

/** The greatest share of the time that looks may take: a look at 10,000 files is followed by a longer rest. */
const lookShare = 1 / 20;

/**
 * Returns the state of a file: its identity, size and time of change. A folder's state is the names in it, without hidden ones. A file that
 * is missing or cannot be examined has a state too.
 */
export function stateOf(path: string): string {
  try {
    const stats = statSync(path, { bigint: true });
    if (!stats.isDirectory()) return [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.mode].join(':');
    const names = readdirSync(path).filter((name) => !name.startsWith('.'));
    return JSON.stringify(names.sort());
  } catch (error) {
    return errorCode(error) ?? 'unknown';
  }
}

/** Returns the files that were changed since they were read, with their states now. Examines each path once. */
export function changedSince(read: Iterable<FileStates>): FileStates {
  const now = new Map<string, string>();
  const changed = new Map<string, string>();
  for (const states of read) {
    for (const [path, state] of states) {
      const current = now.get(path) ?? stateOf(path);
      now.set(path, current);
      if (current !== state) changed.set(path, current);
    }
  }
  return changed;
}

/** Options of `nextChange`. */
interface ChangeOptions {
  readonly clock: ProgressClock;
  readonly signal: AbortSignal;
  /** Changes that are known already. */
  readonly known?: FileStates;
}

/**
 * Waits until files differ from how they were read, and no further file changes for a moment. Returns them with their states now; null once
 * the signal is aborted. Looks at the files again and again, since notices of changes are lost on some file systems and by editors that
 * rename.
 */
export async function nextChange(
  read: () => Iterable<FileStates>,
  { clock: { now, sleep }, signal, known = new Map() }: ChangeOptions,
): Promise<FileStates | null> {
  const rest = (ms: number) => sleep(ms, signal).catch(() => {});
  let before = known;
  while (!signal.aborted) {
    const begun = now();
    const changed = changedSince(read());
    const isNew = changed.size > 0 && !isSame(changed, known);
    if (isNew && isSame(changed, before)) return changed;
    before = changed;
    await rest(Math.max(isNew ? settleMs : lookMs, (now() - begun) / lookShare));
  }
  return null;
}

function isSame(one: FileStates, other: FileStates): boolean {
  return one.size === other.size && [...one].every(([path, state]) => other.get(path) === state);
}

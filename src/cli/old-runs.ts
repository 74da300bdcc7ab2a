import type { ListedRun } from '#store/run/run-list.js';

/** Which runs somebody wants to be rid of; null is no bound. */
export interface CleanBounds {
  /** Runs that began longer ago, in milliseconds. */
  readonly olderThanMs: number | null;
  /** The oldest, until the others take no more bytes. */
  readonly maxBytes: number | null;
  /** Whether runs that could be resumed count too, and shards that no merged run has: their replies were paid for, and no row has them. */
  readonly unfinished: boolean;
}

/**
 * The runs that the bounds give up, oldest first; `runs` are in order. One that is worked on is never among them, nor is a folder whose
 * name is no run's: somebody else made it. A run that a wrong clock dated in the future is as old as the next one with a right date;
 * without one it is not old.
 */
export function oldRuns(runs: readonly ListedRun[], bounds: CleanBounds, now: Date): readonly ListedRun[] {
  const began = datesOf(runs, now);
  const isOlder = (at: number) =>
    bounds.olderThanMs !== null && now.getTime() - (began[at] ?? now.getTime()) > bounds.olderThanMs;
  const tooOld = new Set(runs.filter((run, at) => isRemovable(run, bounds) && isOlder(at)));
  const left = runs.filter((run) => !tooOld.has(run));
  const tooMuch = new Set(beyond(left, bounds.maxBytes).filter((run) => isRemovable(run, bounds)));
  return runs.filter((run) => tooOld.has(run) || tooMuch.has(run));
}

/** When each of the runs began, in milliseconds since 1970; undefined where nobody knows. */
function datesOf(runs: readonly ListedRun[], now: Date): readonly (number | undefined)[] {
  let next: number | undefined;
  const backwards = runs.toReversed().map(({ began }) => {
    if (began === null) return undefined;
    if (began <= now.getTime()) next = began;
    return next;
  });
  return backwards.reverse();
}

function isRemovable({ began, state, isDone, shard, isMerged }: ListedRun, { unfinished }: CleanBounds): boolean {
  return began !== null && state !== 'running' && ((isDone && (shard === null || isMerged)) || unfinished);
}

/** The newest run with which the bytes pass the bound, and all before it. */
function beyond(runs: readonly ListedRun[], maxBytes: number | null): readonly ListedRun[] {
  if (maxBytes === null) return [];
  let bytes = 0;
  const first = runs.findLastIndex((run) => {
    bytes += run.bytes;
    return bytes > maxBytes;
  });
  return runs.slice(0, first + 1);
}

import { runBegan } from '#store/run/run-id.js';
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
 * name is no run's: somebody else made it. Age counts from a run's name: one that is dated in the future is not old.
 */
export function oldRuns(runs: readonly ListedRun[], bounds: CleanBounds, now: Date): readonly ListedRun[] {
  const tooOld = new Set(runs.filter((run) => isRemovable(run, bounds) && isOlder(run, bounds.olderThanMs, now)));
  const left = runs.filter((run) => !tooOld.has(run));
  const tooMuch = new Set(beyond(left, bounds.maxBytes).filter((run) => isRemovable(run, bounds)));
  return runs.filter((run) => tooOld.has(run) || tooMuch.has(run));
}

function isRemovable({ run_id, state, isDone, shard, isMerged }: ListedRun, { unfinished }: CleanBounds): boolean {
  return runBegan(run_id) !== null && state !== 'running' && ((isDone && (shard === null || isMerged)) || unfinished);
}

function isOlder({ run_id }: ListedRun, olderThanMs: number | null, now: Date): boolean {
  const began = runBegan(run_id);
  return olderThanMs !== null && began !== null && now.getTime() - began > olderThanMs;
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

import type { ListedRun } from '#store/run/listing/run-list.js';

/** The runs to remove; null: no limit. */
export interface CleanBounds {
  /** Removes runs that began longer ago, in milliseconds. */
  readonly olderThanMs: number | null;
  /** Removes the oldest runs until the rest takes at most this many bytes. */
  readonly maxBytes: number | null;
  /** Also removes runs that can be resumed and shards that are not merged, whose replies were paid for. */
  readonly unfinished: boolean;
}

/**
 * Lists the runs to remove, oldest first; `runs` are in order. Never lists a run that a process works on, nor a folder that eva did not
 * name. A run dated in the future is as old as the next one that is not; without such a run it is not old.
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

/** Returns the start of each run, in milliseconds since 1970; undefined if it is unknown. */
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

/** Returns the newest run at which the total size exceeds the limit, and all older ones. */
function beyond(runs: readonly ListedRun[], maxBytes: number | null): readonly ListedRun[] {
  if (maxBytes === null) return [];
  let bytes = 0;
  const first = runs.findLastIndex((run) => {
    bytes += run.bytes;
    return bytes > maxBytes;
  });
  return runs.slice(0, first + 1);
}

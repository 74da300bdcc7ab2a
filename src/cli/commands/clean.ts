import { groupBy } from '#model/data/collections.js';
import { problem } from '#model/problem.js';
import { short } from '#model/text/quoted.js';
import { type RunSize, renderClean, renderRunSizes } from '#report/commands/cache.js';
import { jsonResult } from '#report/formats/json-result.js';
import { renderProblems } from '#report/problems.js';
import { removeGroup, storedGroups } from '#store/run/group-file.js';
import { removeRuns } from '#store/run/kept-runs.js';
import { type ListedRun, listRuns } from '#store/run/run-list.js';
import { runsFolderName } from '#store/run/runs-folder.js';
import { sweep } from '#store/trash.js';
import type { Io } from '../io.js';
import { type CommonFlags, openCommand } from '../open-command.js';

interface CleanOptions extends CommonFlags {
  /** The maximum age of runs that stay, in milliseconds. */
  readonly olderThan?: number;
  /** The maximum total size of the runs that stay, in bytes. */
  readonly maxSize?: number;
  readonly unfinished?: boolean;
  readonly dryRun?: boolean;
}

/**
 * Runs `eva clean`: removes folders of old runs, and leftovers of killed processes; rows stay. Without a limit it removes
 * nothing and prints the sizes. Returns 0, or 3 if a run could not be removed.
 */
export async function cleanCommand(options: CleanOptions, io: Io): Promise<number> {
  const { terminal, root } = openCommand(io, options, { onlyRuns: true });
  const groups = new Set<string | undefined>(storedGroups(root).map(({ id }) => id));
  // eva eval --resume would begin a prompt of an unfinished command again whose run is gone
  const runs = listRuns(root).map((run) => (groups.has(run.group) ? { ...run, isDone: false } : run));
  const isBounded = options.olderThan !== undefined || options.maxSize !== undefined;
  const { olderThan = null, maxSize = null, unfinished = false } = options;
  const bounds = { olderThanMs: olderThan, maxBytes: maxSize, unfinished };
  const chosen = isBounded ? oldRuns(runs, bounds, new Date()) : [];
  const { removed, refused, leftovers } =
    options.dryRun || !isBounded ? { removed: chosen, refused: [], leftovers: null } : remove(root, chosen);
  if (leftovers) for (const { group } of removed) if (group && groups.has(group)) removeGroup(root, group);
  const kept = runs.filter((run) => !removed.includes(run)).map(sizeOf);
  const view = { dry_run: options.dryRun === true, removed: removed.map(sizeOf), kept, leftovers };
  terminal.err(renderProblems(refused, terminal.errScreen));
  terminal.out(
    options.json
      ? jsonResult(view)
      : isBounded
        ? renderClean(view, terminal)
        : renderRunSizes(kept, runsFolderName(root), terminal),
  );
  return refused.length > 0 ? 3 : 0;
}

/** Removes runs. Ignores runs that another process has removed or works on. */
function remove(root: string, chosen: readonly ListedRun[]) {
  const { removed: names, refused: all } = removeRuns(
    root,
    chosen.map(({ run_id }) => run_id),
  );
  const gone = new Set(names);
  const leftovers = sweep(root, new Date());
  const idle = new Set(listRuns(root).flatMap(({ run_id, state }) => (state === 'running' ? [] : [run_id])));
  const refused = all.filter(({ run_id }) => idle.has(run_id));
  const removed = chosen.filter(({ run_id }) => gone.has(run_id));
  return { removed, refused: refused.map(({ reason }) => problem('EVA_DISK:not_removed', short(reason))), leftovers };
}

function sizeOf(run: ListedRun): RunSize {
  const { run_id, id, bytes, shard, isDone, isMerged } = run;
  const ended = isMerged ? 'merged' : shard === null ? 'finished' : 'collected';
  const state = run.state === 'running' ? run.state : isDone ? ended : 'unfinished';
  return { run_id, id, state, bytes };
}

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
 * name. A run dated in the future is as old as the next one that is not; without such a run it is not old. Both sides of a comparison go together:
 * by age if both are old, by size if one is beyond the limit.
 */
export function oldRuns(runs: readonly ListedRun[], bounds: CleanBounds, now: Date): readonly ListedRun[] {
  const began = datesOf(runs, now);
  const isOlder = (at: number) =>
    bounds.olderThanMs !== null && now.getTime() - (began[at] ?? now.getTime()) > bounds.olderThanMs;
  const sidesOf = sidesByRun(runs);
  const removable = new Set(runs.filter((run) => sidesOf(run).every((side) => isRemovable(side, bounds))));
  const older = new Set(runs.filter((_, at) => isOlder(at)));
  const tooOld = new Set([...removable].filter((run) => sidesOf(run).every((side) => older.has(side))));
  const left = runs.filter((run) => !tooOld.has(run));
  const tooMuch = new Set(beyond(left, bounds.maxBytes).flatMap(sidesOf));
  return runs.filter((run) => tooOld.has(run) || (tooMuch.has(run) && removable.has(run)));
}

/** Returns a function that lists the runs of a comparison, given one of them; of any other run the run alone. */
function sidesByRun(runs: readonly ListedRun[]): (run: ListedRun) => readonly ListedRun[] {
  const compared = groupBy(
    runs.filter(({ compare }) => compare !== undefined),
    ({ compare }) => compare?.comparison ?? '',
  );
  return (run) => (run.compare && compared.get(run.compare.comparison)) ?? [run];
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

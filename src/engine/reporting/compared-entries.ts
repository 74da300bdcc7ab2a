import { orNull } from '#errors/index.js';
import { groupBy } from '#model/data/collections.js';
import type { ListedEntry } from '#report/commands/log-entry.js';
import { readComparison } from '#store/run/comparison-file.js';
import type { ListedRun } from '#store/run/run-list.js';
import { runDirOf } from '#store/run/run-names.js';
import { rootFlag } from './continuation.js';

/** Leaves one run of each comparison: the one that a process works on, else that of B. Its replies are those of both. */
export function oneOfEachComparison(entries: readonly ListedEntry[]): readonly ListedEntry[] {
  const sides = groupBy(
    entries.filter(({ comparison }) => comparison !== undefined),
    ({ comparison }) => comparison?.id ?? '',
  );
  return entries.flatMap((entry) => {
    const own = entry.comparison && sides.get(entry.comparison.id);
    if (!own) return [entry];
    const shown =
      own.find(({ state }) => state === 'running') ?? own.find(({ compare }) => compare?.side === 'b') ?? own[0];
    if (shown !== entry) return [];
    return [{ ...entry, replies: own.reduce((sum, { replies }) => sum + (replies ?? 0), 0) }];
  });
}

/** Returns the side of a comparison that a run answered for; for side B of a finished one with the outcome. */
export function comparedIn(
  root: string,
  { run_id, compare, compare_command }: ListedRun,
  flags: { readonly root?: string },
): Pick<ListedEntry, 'compare' | 'comparison'> {
  if (!compare || compare_command === undefined) return {};
  const { side, against } = compare;
  const found = side === 'b' ? orNull(() => readComparison(runDirOf(root, run_id))) : null;
  const outcome = found?.state === 'finished' ? found.outcome : null;
  return {
    compare: { side, against, ...(found && outcome && { outcome, label: found.a.label }) },
    comparison: { id: compare.comparison, command: [compare_command, ...rootFlag(flags.root)].join(' ') },
  };
}

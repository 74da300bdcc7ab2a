import { EvaError } from '#errors/index.js';
import { uniqueBy } from '#model/data/collections.js';
import type { Problem } from '#model/problem.js';
import type { PlannedRun } from '../planned-run.js';

/** Plans a run for each item. Throws one `EvaError` with the problems of all items. */
export function planAll<T>(items: readonly T[], plan: (item: T) => PlannedRun): readonly PlannedRun[] {
  const problems: Problem[] = [];
  const runs = items.flatMap((item) => {
    try {
      return [plan(item)];
    } catch (error) {
      if (!(error instanceof EvaError)) throw error;
      problems.push(...error.problems);
      return [];
    }
  });
  if (problems.length > 0) throw new EvaError(uniqueBy(problems, (found) => JSON.stringify(found)));
  return runs;
}

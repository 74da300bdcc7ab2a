import { count } from '../text/numbers.js';

/** The number of batches of a run, as its budget splits them; null if the budget is too small for one of the calls. */
export interface BatchCounts {
  readonly trials: number | null;
  readonly judges: number | null;
}

/** Returns `1 of trials, then 1 of judges`, or why a budget splits them or admits none. */
export function batchesText({ trials, judges }: BatchCounts): string {
  if (trials === null || judges === null) {
    return 'the budget is too small for one of the calls, since the most that a call may cost is set aside first';
  }
  const parts = [...partOf(trials, 'trials'), ...partOf(judges, 'judges')];
  const isSplit = trials > 1 || judges > 1;
  const why = 'one after another: the budget sets aside the most that each request may cost';
  return `${isSplit ? 'about ' : ''}${parts.join(', then ')}${isSplit ? `, ${why}` : ''}`;
}

function partOf(batches: number, what: string): readonly string[] {
  return batches === 0 ? [] : [`${count(batches)} of ${what}`];
}

import { count } from '../text/numbers.js';

/** Into how many batches a budget splits a run; null where it has no room for one of the calls. */
export interface BatchCounts {
  readonly trials: number | null;
  readonly judges: number | null;
}

/** `1 of trials, then 1 of judges`, or what the budget makes of them. */
export function batchesText({ trials, judges }: BatchCounts): string {
  if (trials === null || judges === null) {
    return 'the budget leaves no room for one of the calls: the most that it may cost is set aside before';
  }
  const parts = [...partOf(trials, 'trials'), ...partOf(judges, 'judges')];
  const isSplit = trials > 1 || judges > 1;
  const why = 'one after another: the budget sets aside the most that each request may cost';
  return `${isSplit ? 'about ' : ''}${parts.join(', then ')}${isSplit ? `, ${why}` : ''}`;
}

function partOf(batches: number, what: string): readonly string[] {
  return batches === 0 ? [] : [`${count(batches)} of ${what}`];
}

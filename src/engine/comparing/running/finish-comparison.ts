import { type CompareRow, compareRowOf } from '#model/pairs/compare-row.js';
import type { Comparison } from '#model/pairs/comparison.js';
import type { AttemptOutcome } from '#model/run/attempt.js';
import { appendCompareRow } from '#store/logs/compare-log.js';
import { writeComparison } from '#store/run/comparison-file.js';
import { writeResult } from '#store/run/run-folder.js';
import type { AskedComparison } from '../planned-comparison.js';
import type { ComparisonAttempt } from './comparison-attempt.js';
import type { ComparedSides } from './comparison-of.js';
import type { OpenSessions } from './side-sessions.js';

/**
 * Saves a comparison: the results of both runs, comparison.json, the end of the attempt and, if it has one, the row. The row comes last: a
 * comparison that is killed before can be resumed. Returns the name of the file of the row; null without one.
 */
export function finishComparison(
  planned: AskedComparison,
  comparison: Comparison,
  { a, b }: Pick<ComparedSides, 'a' | 'b'>,
  { sides, attempt }: { readonly sides: OpenSessions; readonly attempt: ComparisonAttempt | undefined },
): string | null {
  writeResult(sides.a.place.dir, a.result);
  writeResult(sides.b.place.dir, b.result);
  writeComparison(sides.b.place.dir, comparison);
  attempt?.end(outcomeOf(comparison));
  return keepRow(planned, comparison);
}

/** Appends the row of a comparison and returns the name of the file; null for a comparison without a row. */
export function keepRow(planned: AskedComparison, comparison: Comparison): string | null {
  const row = rowOf(planned, comparison);
  if (!row) return null;
  appendCompareRow(planned.b.run.open.root, row);
  return '.compare.jsonl';
}

/** Returns the row of a comparison; null unless it is finished, whole, and about the files of the working tree. */
export function rowOf(
  { isOfFiles, b }: Pick<AskedComparison, 'isOfFiles' | 'b'>,
  comparison: Comparison,
): CompareRow | null {
  return isOfFiles ? compareRowOf(comparison, b.run.open.plan.variant?.variant) : null;
}

function outcomeOf({ state, outcome }: Comparison): AttemptOutcome {
  if (state === 'unfinished') return 'unfinished';
  return outcome === 'better' || outcome === 'not_worse' ? 'passed' : 'failed';
}

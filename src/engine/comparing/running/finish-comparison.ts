import { type CompareRow, compareRowOf } from '#model/pairs/compare-row.js';
import type { Comparison } from '#model/pairs/comparison.js';
import type { AttemptOutcome } from '#model/run/attempt.js';
import { appendCompareRow, fitCompareRow, readCompareRows } from '#store/logs/compare-log.js';
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
  attempt?.end(outcomeOf(comparison), rowOf(planned, comparison));
  return keepRow(planned, comparison);
}

/** Appends the row of a comparison and returns the name of the file; null for a comparison without a row, and for one that repeats the newest. */
export function keepRow(planned: AskedComparison, comparison: Comparison): string | null {
  const row = rowOf(planned, comparison);
  const { root } = planned.b.run.open;
  if (!row || isKnown(row, root)) return null;
  appendCompareRow(root, row);
  return '.compare.jsonl';
}

/** Returns true for two equal versions if the newest row of the same question says so already, and every line can be read. */
function isKnown(row: CompareRow, root: string): boolean {
  if (row.same !== true) return false;
  const isSameQuestion = (one: CompareRow) =>
    one.id === row.id && one.against === row.against && one.variant === row.variant;
  const { rows, bad } = readCompareRows(root);
  const last = rows.findLast(({ value }) => isSameQuestion(value));
  if (!last || bad.length > 0) return false;
  return answerOf(last.value) === answerOf(row);
}

/** Returns the part of a row of two equal versions that a later one can repeat. */
function answerOf({ same, a, b, not_worse_by, alpha, cases }: CompareRow): string {
  const names = cases.map((one) => one.case);
  return JSON.stringify([same, a.prompt, a.models, b.prompt, b.cases, b.judge, b.models, not_worse_by, alpha, names]);
}

/** Returns the row of a comparison as it is stored; null unless it is finished, whole, and compares the files of the working tree with something else. */
export function rowOf(
  { isOfFiles, b }: Pick<AskedComparison, 'isOfFiles' | 'b'>,
  comparison: Comparison,
): CompareRow | null {
  const isWithItself = comparison.a.kind === 'prompt' && comparison.a.id === comparison.b.id;
  const row = isOfFiles && !isWithItself ? compareRowOf(comparison, b.run.open.plan.variant?.variant) : null;
  return row && fitCompareRow(row);
}

function outcomeOf({ state, outcome }: Comparison): AttemptOutcome {
  if (state === 'unfinished') return 'unfinished';
  return outcome === 'better' || outcome === 'not_worse' ? 'passed' : 'failed';
}

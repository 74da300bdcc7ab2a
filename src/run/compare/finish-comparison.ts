import { isDeepStrictEqual } from 'node:util';
import { comparisonOutcome } from '#decide/pairs/pair-claims.js';
import { type CompareRow, compareRowOf } from '#model/pairs/compare-row.js';
import { type CasePairs, type Comparison, isOpenCase, type SideFacts } from '#model/pairs/comparison.js';
import { plusCost, plusUsage } from '#model/reply/price.js';
import type { AttemptOutcome } from '#model/run/attempt.js';
import type { RunResult } from '#model/run/run.js';
import { version } from '#model/version.js';
import { appendCompareRow, fitCompareRow, readCompareRows } from '#store/logs/compare-log.js';
import { writeComparison } from '#store/run/comparison-file.js';
import { writeResult } from '#store/run/run-folder.js';
import type { OpenRun } from '../session/open-run.js';
import type { AskedComparison, PlannedComparison, PlannedSide } from './planned-comparison.js';

/** A side of a comparison that has ended: its run, its result, and the numbers of its trials that were taken from an earlier run and that were asked. */
interface EndedSide extends Pick<SideFacts, 'kept' | 'asked'> {
  readonly session: OpenRun;
  readonly result: RunResult;
}

/**
 * Saves a comparison: the results of both runs, comparison.json, the end of the attempt and, if it has one, the row. The row comes last: a
 * comparison that is killed before can be resumed. Returns the comparison and the name of the file of the row; null without one.
 */
export async function finishComparison(
  planned: AskedComparison,
  { cases, ...ended }: { readonly a: EndedSide; readonly b: EndedSide; readonly cases: readonly CasePairs[] },
): Promise<{ readonly comparison: Comparison; readonly rowPath: string | null }> {
  const [a, b] = [sideOf(planned.a, ended.a), sideOf(planned.b, ended.b)];
  const comparison = comparisonOf(planned, {
    cases,
    ts: b.result.ts,
    a: a.facts,
    b: b.facts,
    usage: plusUsage(a.result.usage, b.result.usage),
    ...plusCost(a.result, b.result),
    duration_s: Math.max(a.result.duration_s, b.result.duration_s),
  });
  await writeResult(ended.a.session.place.dir, a.result);
  await writeResult(ended.b.session.place.dir, b.result);
  writeComparison(ended.b.session.place.dir, comparison);
  await ended.b.session.attempt.end(outcomeOf(comparison), rowOfComparison(planned, comparison));
  return { comparison, rowPath: keepCompareRow(planned, comparison) };
}

/** Returns the result of a side, with the origin of its kept trials in its evidence: it is synthetic if one of them is. */
function sideOf({ name, kept: from }: PlannedSide, { result, kept, asked }: EndedSide) {
  const isKept = from !== null && kept > 0;
  const times = [result.evidence.oldest_reply, ...(isKept ? [from.evidence.oldest_reply] : [])];
  const [oldest_reply = null] = times
    .filter((time) => time !== null)
    .sort((time, other) => Date.parse(time) - Date.parse(other));
  const synthetic = result.evidence.synthetic || (isKept && from.evidence.synthetic);
  const evidence = { ...result.evidence, synthetic, oldest_reply };
  const facts: SideFacts = {
    ...name,
    run_id: result.run_id,
    evidence,
    kept,
    asked,
    from_run: isKept ? from.run_id : null,
  };
  return { facts, result: { ...result, evidence } };
}

/** Appends the row of a comparison and returns the name of the file; null for a comparison without a row, and for one that repeats the newest. */
export function keepCompareRow(planned: AskedComparison, comparison: Comparison): string | null {
  const row = rowOfComparison(planned, comparison);
  const { root } = planned.b.run.open;
  if (!row || isKnown(row, root)) return null;
  appendCompareRow(root, row);
  return '.compare.jsonl';
}

/** Returns true for two equal versions if the newest row of the same question says just that, and every line can be read. */
function isKnown(row: CompareRow, root: string): boolean {
  if (row.same !== true) return false;
  const { rows, bad } = readCompareRows(root);
  const last = rows.findLast(
    ({ value }) => value.id === row.id && value.against === row.against && value.variant === row.variant,
  );
  const { ts, run_id } = row;
  const written: unknown = JSON.parse(JSON.stringify(row));
  return last !== undefined && bad.length === 0 && isDeepStrictEqual({ ...last.value, ts, run_id }, written);
}

/** Returns the row of a comparison as it is stored; null unless it is finished, whole, and compares the files of the working tree with something else. */
export function rowOfComparison(
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

type Compared = Pick<Comparison, 'a' | 'b' | 'ts' | 'duration_s' | 'usage' | 'cost_usd' | 'built_in_prices' | 'cases'>;

/** Makes the result of a comparison: decides it from its cases, and corrects these for each other. */
export function comparisonOf(planned: PlannedComparison, { cases, ...compared }: Compared): Comparison {
  const { id, question, against, partial } = planned;
  const decision = comparisonOutcome(cases, question.alpha);
  const isUnfinished = decision.outcome === null || cases.some(isOpenCase);
  return {
    schema: 'eva-comparison/1',
    id,
    eva_version: version,
    against,
    ...question,
    same: false,
    state: isUnfinished ? 'unfinished' : 'finished',
    partial,
    ...decision,
    ...compared,
  };
}

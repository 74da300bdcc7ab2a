import { comparisonOutcome } from '#decide/pairs/pair-claims.js';
import { type CompareRow, compareRowOf } from '#model/pairs/compare-row.js';
import { type CasePairs, type Comparison, isOpenCase, type SideFacts } from '#model/pairs/comparison.js';
import { plusCost, plusUsage } from '#model/reply/price.js';
import type { AttemptOutcome } from '#model/run/attempt.js';
import type { Notify } from '#model/run/notice.js';
import type { Evidence, RunResult } from '#model/run/run.js';
import { version } from '#model/version.js';
import { appendCompareRow, fitCompareRow, readCompareRows } from '#store/logs/compare-log.js';
import { writeComparison } from '#store/run/comparison-file.js';
import { writePlan, writeResult } from '#store/run/run-folder.js';
import { missingRubrics } from '../collect/write-rubrics.js';
import type { OpenPrompt } from '../prompt/open-prompt.js';
import { completeRubrics, rubricReplies } from '../replies/run-rubrics.js';
import type { RunDeps } from '../run.js';
import type { OpenRun } from '../session/open-run.js';
import type { ComparisonAttempt } from './comparison-attempt.js';
import type { Side } from './pair-case.js';
import type { AskedComparison, PlannedComparison, PlannedSide } from './planned-comparison.js';

/**
 * Saves a comparison: the results of both runs, comparison.json, the end of the attempt and, if it has one, the row. The row comes last: a
 * comparison that is killed before can be resumed. Returns the name of the file of the row; null without one.
 */
export function finishComparison(
  planned: AskedComparison,
  comparison: Comparison,
  { a, b }: Pick<ComparedSides, 'a' | 'b'>,
  {
    sides,
    attempt,
  }: { readonly sides: Readonly<Record<Side, OpenRun>>; readonly attempt: ComparisonAttempt | undefined },
): string | null {
  writeResult(sides.a.place.dir, a.result);
  writeResult(sides.b.place.dir, b.result);
  writeComparison(sides.b.place.dir, comparison);
  attempt?.end(outcomeOf(comparison), rowOfComparison(planned, comparison));
  return keepCompareRow(planned, comparison);
}

/** Appends the row of a comparison and returns the name of the file; null for a comparison without a row, and for one that repeats the newest. */
export function keepCompareRow(planned: AskedComparison, comparison: Comparison): string | null {
  const row = rowOfComparison(planned, comparison);
  const { root } = planned.b.run.open;
  if (!row || isKnown(row, root)) return null;
  appendCompareRow(root, row);
  return '.compare.jsonl';
}

/** Returns true for two equal versions if the newest row of the same question says so already, and every line can be read. */
function isKnown(row: CompareRow, root: string): boolean {
  if (row.same !== true) return false;
  const isSameQuestion = (other: CompareRow) =>
    other.id === row.id && other.against === row.against && other.variant === row.variant;
  const { rows, bad } = readCompareRows(root);
  const last = rows.findLast(({ value }) => isSameQuestion(value));
  if (!last || bad.length > 0) return false;
  return answerOf(last.value) === answerOf(row);
}

/** Returns the part of a row of two equal versions that a later one can repeat. */
function answerOf({ same, a, b, not_worse_by, alpha, cases }: CompareRow): string {
  const names = cases.map((entry) => entry.case);
  return JSON.stringify([same, a.prompt, a.models, b.prompt, b.cases, b.judge, b.models, not_worse_by, alpha, names]);
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

/** The result of a side, and the numbers of its trials that were taken from an earlier run and that were asked. */
export interface ComparedSide extends Pick<SideFacts, 'kept' | 'asked'> {
  readonly result: RunResult;
}

/** The results of both sides and of the cases. */
export interface ComparedSides extends Readonly<Record<Side, ComparedSide>> {
  readonly cases: readonly CasePairs[];
}

export function askedComparison(planned: AskedComparison, { a, b, cases }: ComparedSides): Comparison {
  return comparisonOf(planned, {
    cases,
    ts: b.result.ts,
    a: sideFacts(planned.a, a),
    b: sideFacts(planned.b, b),
    usage: plusUsage(a.result.usage, b.result.usage),
    ...plusCost(a.result, b.result),
    duration_s: Math.max(a.result.duration_s, b.result.duration_s),
  });
}

function sideFacts({ name, kept: from }: PlannedSide, { result, kept, asked }: ComparedSide): SideFacts {
  const { run_id, evidence } = result;
  return { ...name, run_id, evidence, kept, asked, from_run: from && kept > 0 ? from.run_id : null };
}

/** Adds the origin of kept trials to the evidence of a side: it is synthetic if one of them is. */
export function withKept(evidence: Evidence, { kept: from }: PlannedSide, kept: number): Evidence {
  if (!from || kept === 0) return evidence;
  const times = [evidence.oldest_reply, from.evidence.oldest_reply].filter((time) => time !== null);
  const [oldest = null] = times.sort((time, other) => Date.parse(time) - Date.parse(other));
  return { ...evidence, synthetic: evidence.synthetic || from.evidence.synthetic, oldest_reply: oldest };
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

/** A comparison with a rubric for every behaviour, and the replies that wrote them. */
interface CompleteComparison {
  readonly planned: AskedComparison;
  readonly before: NonNullable<RunDeps['before']>;
}

/**
 * Asks the judge to write the missing rubrics of B's cases, and reads both sides again, since A's answers are judged by them too. Throws
 * EVA_NO_RUBRIC if one could not be written.
 */
export async function completeSides(
  planned: AskedComparison,
  sides: Readonly<Record<Side, OpenRun>>,
  notify: Notify,
): Promise<CompleteComparison> {
  const { a, b } = planned;
  const before = rubricReplies(sides.b.place.journal.replies());
  if (missingRubrics(b.run.open.plan.cases).length === 0) return { planned, before };
  const complete = await completeRubrics(b.run.open, sides.b.deps, b.run.reopen, notify);
  const whole = { ...planned, a: withPlan(a, a.run.reopen()), b: withPlan(b, complete.open) };
  writePlan(sides.a.place.dir, whole.a.run.open.plan);
  writePlan(sides.b.place.dir, whole.b.run.open.plan);
  return { planned: whole, before: [...before, ...complete.before] };
}

/** Returns a side that was read again, in the comparison in which it began. No earlier run has its rubrics. */
function withPlan(side: PlannedSide, open: OpenPrompt): PlannedSide {
  const { compare } = side.run.open.plan;
  const plan = { ...open.plan, ...(compare && { compare: { ...compare, from_run: null } }) };
  return { ...side, kept: null, run: { ...side.run, open: { ...open, plan } } };
}

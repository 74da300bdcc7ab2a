import type { LabelOf, PeopleVerdict } from '#decide/trial-values.js';
import { type Case, replacesSlowAnswers } from '#model/case.js';
import { canonicalJson, sha256 } from '#model/data/digest.js';
import { type CaseLabels, labelOrder, labelSeed, labelsAwaited } from '#model/people/label.js';
import type { ReplySources } from '#model/reply/reply-sources.js';
import {
  type CaseResult,
  type DatasetFacts,
  type LeftOut,
  type MergedShards,
  outcomeOf,
  type RunPlan,
  type RunResult,
  type RunRow,
  type RunTimeouts,
  type TriggeringCounts,
  type VariantFacts,
} from '#model/run/run.js';
import type { Totals } from './meter.js';

interface RunFacts {
  readonly sources: ReplySources;
  readonly run_id: string;
  readonly ts: string;
  readonly duration_s: number;
  readonly eva_version: string;
  /** The replies of shards that do not count, but cost something. */
  readonly left_out?: LeftOut | undefined;
}

/**
 * Makes the result of a run from the results of its cases. `all_passed` is false if there are no cases or a trial is missing, and for a
 * shard.
 */
export function summarize(
  plan: RunPlan,
  cases: readonly CaseResult[],
  totals: Totals,
  { sources, left_out, ...facts }: RunFacts,
): RunResult {
  const { shard } = plan.manner;
  const judged = cases.filter(({ look }) => !look);
  const looked = cases.length - judged.length;
  const isOpen = ({ passed, trials }: CaseResult) =>
    shard ? trials.some(({ outcome }) => outcome === 'missing') : passed === null;
  const missing = judged.filter(isOpen).map((testCase) => testCase.name);
  const failed = cases.filter((testCase) => testCase.passed === false).map((testCase) => testCase.name);
  const passed = cases.filter((testCase) => testCase.passed).length;
  const waits_for = labelsAwaited(cases);
  const ended_by = cases.find((testCase) => testCase.ended_by !== undefined)?.ended_by;
  return {
    ...facts,
    id: plan.id,
    state: missing.length === 0 ? 'finished' : 'unfinished',
    all_passed: judged.length > 0 && passed === judged.length,
    partial: plan.partial,
    shard,
    total: judged.length,
    passed,
    ...(waits_for !== null && { waits_for }),
    failed_cases: failed,
    inconclusive_cases: cases
      .filter((testCase) => outcomeOf(testCase) === 'inconclusive')
      .map((testCase) => testCase.name),
    missing_cases: missing,
    ...(ended_by !== undefined && { ended_by }),
    triggering: shard ? null : triggeringCounts(plan.cases, cases),
    ...(looked > 0 && { looked }),
    cases,
    ...datasetsOf(plan.cases, cases),
    evidence: {
      ...plan.evidence,
      synthetic: totals.replies.synthetic > 0,
      oldest_reply: totals.oldest_reply,
    },
    replies: totals.replies,
    ...plan.variant,
    ...(plan.try !== undefined && { try: plan.try }),
    ...(plan.shards && { shards: withoutRuns(plan.shards, left_out) }),
    sources,
    usage: totals.usage,
    cost_usd: totals.cost_usd,
    ...builtInPrices(totals),
    ...timeoutsOf(plan.cases, cases, totals),
    ...(plan.compare && { compare: plan.compare }),
  };
}

/** Makes the result of a stored run again, from other results of its cases. */
export function summarizeAgain(plan: RunPlan, result: RunResult, cases: readonly CaseResult[]): RunResult {
  const { sources, run_id, ts, duration_s, eva_version, evidence, timeouts, shards } = result;
  const totals = { ...result, oldest_reply: evidence.oldest_reply, asked_again: timeouts?.asked_again ?? 0 };
  return summarize(plan, cases, totals, { sources, run_id, ts, duration_s, eva_version, left_out: shards?.left_out });
}

function builtInPrices({ cost_usd, built_in_prices }: Pick<RunResult, 'cost_usd' | 'built_in_prices'>) {
  return cost_usd === null || built_in_prices === undefined ? {} : { built_in_prices };
}

function datasetsOf(planned: readonly Case[], results: readonly CaseResult[]): Pick<RunResult, 'datasets'> {
  const datasets = planned.flatMap(({ name, dataset }, index): readonly DatasetFacts[] => {
    if (!dataset || results[index]?.look) return [];
    const { kept, digest, claim } = dataset;
    const { dataset: counted, trials = [] } = results[index] ?? {};
    const asked = counted?.items ?? new Set(trials.map(({ origin }) => origin?.item)).size;
    return [{ case: name, items: kept, asked, digest, claim }];
  });
  return datasets.length > 0 ? { datasets } : {};
}

function withoutRuns(
  { runs: _runs, redrawn: _redrawn, ...shards }: NonNullable<RunPlan['shards']>,
  left_out: LeftOut = { replies: 0, cost_usd: 0 },
): MergedShards {
  return { ...shards, left_out };
}

function timeoutsOf(
  planned: readonly Case[],
  cases: readonly CaseResult[],
  { asked_again }: Totals,
): Pick<RunResult, 'timeouts'> {
  const late = cases.flatMap(({ trials }) => trials.filter((trial) => trial.outcome === 'failed' && trial.timed_out));
  const opted_out = planned.filter(replacesSlowAnswers).length;
  const timeouts: RunTimeouts = { failed_trials: late.length, asked_again, opted_out };
  return Object.values(timeouts).some((number) => number > 0) ? { timeouts } : {};
}

function triggeringCounts(planned: readonly Case[], results: readonly CaseResult[]): TriggeringCounts | null {
  const queries = planned.flatMap((testCase, index) =>
    testCase.subject.kind === 'trigger' && results[index]?.ended_by === undefined
      ? [{ should: testCase.subject.should_match, matched: saidYes(testCase, results[index]) }]
      : [],
  );
  if (queries.length === 0) return null;
  const should = queries.filter((query) => query.should);
  const shouldNot = queries.filter((query) => !query.should);
  return {
    should_match: { hits: should.filter((query) => query.matched).length, total: should.length },
    should_not_match: { false_alarms: shouldNot.filter((query) => query.matched).length, total: shouldNot.length },
  };
}

/**
 * Returns true if the trigger judge said yes, which follows from the expectation and the score. Returns false for an unreadable decision.
 */
function saidYes(testCase: Case, result: CaseResult | undefined): boolean {
  const value = result?.scores[0]?.value;
  if (value === undefined || value === null || testCase.subject.kind !== 'trigger') return false;
  return testCase.subject.should_match === (value === 1);
}

function variantOf({ variant, group, override, cases_of }: RunResult): VariantFacts {
  return {
    ...(variant !== undefined && { variant }),
    ...(group !== undefined && { group }),
    ...(override && { override }),
    ...(cases_of !== undefined && { cases_of }),
  };
}

/** Makes the row of a finished run. The five keys of eva's first row format come first. */
export function toRow(result: RunResult): RunRow {
  return {
    ts: result.ts,
    all_passed: result.all_passed,
    total: result.total,
    passed: result.passed,
    failed_cases: result.failed_cases,
    id: result.id,
    run_id: result.run_id,
    row: 1,
    partial: result.partial,
    evidence: result.evidence,
    verdicts: result.cases.flatMap(({ name, verdicts }) => verdicts.map((verdict) => ({ case: name, ...verdict }))),
    usage: result.usage,
    cost_usd: result.cost_usd,
    ...builtInPrices(result),
    duration_s: result.duration_s,
    eva_version: result.eva_version,
    ...variantOf(result),
    ...(result.try !== undefined && { try: result.try }),
    ...(result.shards && { shards: result.shards }),
    sources: result.sources,
    ...(result.timeouts && { timeouts: result.timeouts }),
    ...(result.datasets && { datasets: result.datasets }),
    ...(result.looked !== undefined && { looked: result.looked }),
    ...(result.ended_by !== undefined && { ended_by: result.ended_by }),
  };
}

/** Returns a function that returns the label of a stored trial of a case; undefined if the case was decided without labels. */
export function labelOf(testCase: Case, { trials, labels }: CaseResult): LabelOf | undefined {
  if (!labels) return undefined;
  const ranks = new Map(labelOrder(trials, testCase, labels.seed).map(({ index }, rank) => [index, rank]));
  const verdicts = new Map(labels.of.map((label) => [keyOf(label.expectation, label.trial), label.verdict]));
  return (expectation, trial) => {
    const rank = ranks.get(trial);
    if (rank === undefined) return undefined;
    const verdict: PeopleVerdict = verdicts.get(keyOf(expectation, trial)) ?? 'missing';
    return { rank, verdict };
  };
}

function keyOf(expectation: number, trial: number): string {
  return `${expectation}/${trial}`;
}

/** Returns the labels of a case that nobody has labelled. Answers of its sample that were refused, cut or empty need none. */
export function noLabels(testCase: Case): CaseLabels {
  return { seed: labelSeed(testCase), raters: 0, digest: sha256(canonicalJson([])), of: [] };
}

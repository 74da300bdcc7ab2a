import { comparisonOutcome } from '#decide/pairs/comparison-outcome.js';
import { type CasePairs, type Comparison, isOpenCase, type SideFacts } from '#model/pairs/comparison.js';
import { plusCost, plusUsage } from '#model/reply/price.js';
import type { Evidence, RunResult } from '#model/run/run.js';
import { version } from '#model/version.js';
import type { Side } from '#run/pairing/pair-flow.js';
import type { AskedComparison, PlannedComparison, PlannedSide } from '../planned-comparison.js';

/** The result of a side, and the numbers of its trials that were taken from an earlier run and that were asked. */
export interface ComparedSide extends Pick<SideFacts, 'kept' | 'asked'> {
  readonly result: RunResult;
}

/** The results of both sides and of the cases. */
export interface ComparedSides extends Readonly<Record<Side, ComparedSide>> {
  readonly cases: readonly CasePairs[];
}

/** Makes the result of a comparison whose sides were asked. */
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
  const [oldest = null] = times.sort((one, other) => Date.parse(one) - Date.parse(other));
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

import type { CasePairs, Comparison, SideFacts } from '#model/pairs/comparison.js';
import { noUsage } from '#model/reply/price.js';
import type { AskedComparison, PlannedSide } from '../planned-comparison.js';
import { comparisonOf } from './comparison-of.js';
import { decisionsOf } from './pair-decisions.js';

/** Makes the result of a comparison of two sides with the same prompt and models: B is not worse in any case, and nothing was asked. */
export function sameComparison(planned: AskedComparison, now: Date): Comparison {
  const decisionOf = decisionsOf(planned);
  const cases = planned.b.run.open.plan.cases.map(
    (testCase): CasePairs => ({ ...decisionOf(testCase).result(), outcome: 'not_worse' }),
  );
  const comparison = comparisonOf(planned, {
    cases,
    ts: now.toISOString(),
    a: sideFacts(planned.a, planned.comparison),
    b: sideFacts(planned.b, planned.comparison),
    usage: noUsage,
    cost_usd: 0,
    duration_s: 0,
  });
  return { ...comparison, same: true, state: 'finished', outcome: 'not_worse', cases };
}

/** Describes a side without a run; in the place of its name it has that of the comparison. */
function sideFacts({ name, run }: PlannedSide, run_id: string): SideFacts {
  const evidence = { ...run.open.plan.evidence, synthetic: false, oldest_reply: null };
  return { ...name, run_id, evidence, kept: 0, asked: 0, from_run: null };
}

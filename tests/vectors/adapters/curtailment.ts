import { watchCase } from '#decide/watch-case.js';
import { criticalCount } from '#stats/binomial.js';
import { caseOf, criterion, passesOrNot, scoresOf } from '../../support/statistical-case.js';
import type { VectorInput } from '../adapter.js';
import { outcomesOf } from '../outcomes.js';

/** Follows a case as a run does. Where nothing can pass it would collect the whole sample; the vectors call that a stop at 0. */
export function curtailmentAdapter(input: VectorInput) {
  const { n, p0, alpha } = input as { n: number; p0: number; alpha: number };
  const outcomes = outcomesOf(input);
  const k_crit = criticalCount(n, p0, alpha);
  if (k_crit === null) return { k_crit, max_failures: null, stop_at: 0, decision: 'CANNOT_PASS' };
  const watch = watchCase(caseOf(n, passesOrNot, [criterion('proportion_gte', { proportion: p0 }, alpha)]));
  for (const outcome of outcomes) if (!watch.isSettled()) watch.push(scoresOf([outcome]));
  const isPassed = watch.verdicts().every((verdict) => verdict.outcome === 'passed');
  const settled = { stop_at: watch.used(), decision: isPassed ? 'PASS' : 'CANNOT_PASS' };
  return { k_crit, max_failures: n - k_crit, ...(watch.isSettled() ? settled : { stop_at: null, decision: null }) };
}

import { requireLevel, requirePart } from '../domain.js';
import { fileUpperTail, logFileProbability } from '../file/hypergeometric.js';
import { firstWhere } from '../first-where.js';
import { isSignificant } from '../significant.js';

/** What a judge said of all answers, and people of a simple random sample of them. */
export interface StratifiedLabels {
  /** The number of answers, and of those that the judge passed. */
  readonly judged: number;
  readonly judge_passed: number;
  /** The labels among the judge's passes, and those of them that people passed. */
  readonly m1: number;
  readonly x1: number;
  /** The same among the judge's failures. */
  readonly m0: number;
  readonly x0: number;
}

/** Returns the estimated share of answers that people pass; from the labels alone if one of the strata has none; null without a label. */
export function stratifiedEstimate(labels: StratifiedLabels): number | null {
  requireLabels(labels);
  const { judged, judge_passed, m1, x1, m0, x0 } = labels;
  if (m1 + m0 === 0) return null;
  if (m1 === 0 || m0 === 0) return (x1 + x0) / (m1 + m0);
  return (judge_passed * (x1 / m1) + (judged - judge_passed) * (x0 / m0)) / judged;
}

/**
 * Returns the exact p-value of "people would pass at least `need` of all answers".
 *
 * T = N1·x1·m0 + N0·x0·m1 is the estimate as a whole number. p is the greatest P(T >= observed) over all ways to divide need - 1 passes
 * between the judge's N1 passes and N0 failures, with x1 and x0 independent and hypergeometric. If one stratum has no label, the labels are a
 * random part of the other one alone, which then holds as many of the need - 1 passes as it can. Takes time proportional to
 * min(N1, N0, need)·(m1 + m0). Throws a RangeError unless the counts fit each other.
 */
export function stratifiedP(labels: StratifiedLabels, need: number): number {
  requireLabels(labels);
  const { judged, judge_passed, m1, x1, m0, x0 } = labels;
  requirePart('need', need, 'judged', judged);
  if (need === 0) return 0;
  const judgeFailed = judged - judge_passed;
  if (m0 === 0) return fileUpperTail(x1, { N: judge_passed, K: Math.min(judge_passed, need - 1), n: m1 });
  if (m1 === 0) return fileUpperTail(x0, { N: judgeFailed, K: Math.min(judgeFailed, need - 1), n: m0 });
  let greatest = 0;
  for (let A = Math.max(0, need - 1 - judgeFailed); A <= Math.min(judge_passed, need - 1); A++) {
    greatest = Math.max(greatest, chanceOfEstimate(labels, A, need - 1 - A));
  }
  return Math.min(1, greatest);
}

/** Returns the largest share of the answers that is shown at level alpha; 0 if none is. Throws as `stratifiedP` does. */
export function stratifiedLowerBound(labels: StratifiedLabels, alpha: number): number {
  requireLevel('alpha', alpha);
  const { judged } = labels;
  const unshown = firstWhere(1, judged, (need) => !isSignificant(stratifiedP(labels, need), alpha)) ?? judged + 1;
  return judged === 0 ? 0 : (unshown - 1) / judged;
}

/** Returns P(T >= observed) if people pass A of the judge's passes and B of its failures. */
function chanceOfEstimate({ judged, judge_passed, m1, x1, m0, x0 }: StratifiedLabels, A: number, B: number): number {
  const judgeFailed = judged - judge_passed;
  const [weight1, weight0] = [judge_passed * m0, judgeFailed * m1];
  const observed = weight1 * x1 + weight0 * x0;
  let chance = 0;
  for (let one = Math.max(0, m1 - (judge_passed - A)); one <= Math.min(m1, A); one++) {
    const least = Math.max(0, Math.ceil((observed - weight1 * one) / weight0));
    if (least > m0) continue;
    const tail = fileUpperTail(least, { N: judgeFailed, K: B, n: m0 });
    chance += Math.exp(logFileProbability(one, { N: judge_passed, K: A, n: m1 })) * tail;
  }
  return chance;
}

function requireLabels({ judged, judge_passed, m1, x1, m0, x0 }: StratifiedLabels): void {
  requirePart('judge_passed', judge_passed, 'judged', judged);
  requirePart('m1', m1, 'judge_passed', judge_passed);
  requirePart('m0', m0, "the judge's failures", judged - judge_passed);
  requirePart('x1', x1, 'm1', m1);
  requirePart('x0', x0, 'm0', m0);
}

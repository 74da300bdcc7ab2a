import { requireLevel } from '../domain.js';
import { leastPassing, seqPlan } from './seq-plan.js';
import { SuccessCount } from './success-count.js';
import { type SequentialTest, waldLines } from './wald-lines.js';

/** The greatest number of trials of a sequential test, its power, and its mean number of trials at p1. */
export interface SequentialSize {
  readonly n_max: number;
  readonly power: number;
  readonly mean_n: number;
}

/** Greatest number of trials that the search considers. */
const longestHorizon = 100_000;

/**
 * Returns the smallest `n_max` whose `seqPlan` has at least the given power in (0, 1) at p1; null if no `n_max` up to 100,000 has
 * it, or stops for futility make it unattainable. Plans of all sizes share their early looks, so one pass over the trials finds
 * it, at about the cost of two plans. Throws a RangeError outside the domain.
 */
export function sequentialSize(test: SequentialTest & { readonly power: number }): SequentialSize | null {
  requireLevel('power', test.power);
  const n_max = firstHorizon(test, test.power);
  if (n_max === null) return null;
  const plan = seqPlan({ ...test, n_max });
  return { n_max, power: plan.power, mean_n: plan.asn_p1 };
}

function firstHorizon(test: SequentialTest, target: number): number | null {
  const lines = waldLines(test);
  const atP0 = new SuccessCount(longestHorizon, test.p0);
  const atP1 = new SuccessCount(longestHorizon, test.p1);
  let [spent, passed, stopped] = [0, 0, 0];
  for (let t = 1; t <= longestHorizon && 1 - stopped >= target; t++) {
    atP0.step();
    atP1.step();
    const { last } = leastPassing(atP0, spent, test.alpha);
    if (passed + probabilityFrom(atP1, last) >= target) return t;
    spent += atP0.takeFrom(lines.passAt(t));
    passed += atP1.takeFrom(lines.passAt(t));
    stopped += atP1.takeUpTo(lines.futileAt(t));
  }
  return null;
}

function probabilityFrom(running: SuccessCount, least: number | null): number {
  let sum = 0;
  for (let s = running.high; least !== null && s >= Math.max(least, running.low); s--) sum += running.at(s);
  return sum;
}

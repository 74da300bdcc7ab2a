import { requireCount, requireLevel, requireProbability } from '../domain.js';
import { firstFrom } from '../first-where.js';
import { isSignificant } from '../significant.js';
import { binomialUpperTail } from './binomial.js';

/** Nobody pays for more trials than this; beyond it there is no answer. */
const mostTrials = 1e9;

/**
 * The smallest n, from `from` on, at which all but `failures` successes show a rate above `proportion` at level alpha;
 * null if no n up to 1e9 does, as for a proportion of 1. Throws a RangeError unless `failures` is a count, `proportion`
 * lies in [0, 1] and alpha strictly between.
 */
export function smallestN(proportion: number, alpha: number, failures: number, from = 0): number | null {
  requireProbability('proportion', proportion);
  requireLevel('alpha', alpha);
  requireCount('failures', failures);
  const passes = (n: number) => isSignificant(binomialUpperTail(n - failures, n, proportion), alpha);
  return firstFrom(Math.max(from, failures + 1), mostTrials, passes);
}

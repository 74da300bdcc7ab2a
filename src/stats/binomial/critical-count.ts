import { requireCount, requireLevel, requireProbability } from '../domain.js';
import { firstWhere } from '../first-where.js';
import { isSignificant } from '../significant.js';
import { binomialUpperTail } from './binomial.js';

/**
 * The smallest number of successes in n trials that shows a rate above p0 at level alpha, by bisection; null if not
 * even n of n do. Throws a RangeError unless n is a count, p0 lies in [0, 1] and alpha strictly between.
 */
export function criticalCount(n: number, p0: number, alpha: number): number | null {
  requireCount('n', n);
  requireProbability('p0', p0);
  requireLevel('alpha', alpha);
  return firstWhere(0, n, (k) => isSignificant(binomialUpperTail(k, n, p0), alpha));
}

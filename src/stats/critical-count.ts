import { binomialUpperTail } from './binomial.js';
import { requireCount, requireLevel, requireProbability } from './domain.js';
import { isSignificant } from './significant.js';

/**
 * The smallest number of successes in n trials that shows a rate above p0 at level alpha, by bisection; null if not
 * even n of n do. Throws a RangeError outside the domain.
 */
export function criticalCount(n: number, p0: number, alpha: number): number | null {
  requireCount('n', n);
  requireProbability('p0', p0);
  requireLevel('alpha', alpha);
  const passes = (k: number) => isSignificant(binomialUpperTail(k, n, p0), alpha);
  if (!passes(n)) return null;
  let failing = 0;
  let passing = n;
  while (passing - failing > 1) {
    const middle = Math.floor((failing + passing) / 2);
    if (passes(middle)) passing = middle;
    else failing = middle;
  }
  return passing;
}

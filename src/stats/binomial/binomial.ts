import { requireCount, requireLevel, requirePart, requireProbability, unknownSide } from '../domain.js';
import { firstWhere } from '../first-where.js';
import { isSignificant } from '../significant.js';
import { regularizedBeta, regularizedBetaComplement } from '../special/incomplete-beta.js';

/** The claim of a one-sided test: the rate is above the bar (`greater`) or below it (`less`). */
export type TestSide = 'greater' | 'less';

function requireBinomial(k: number, n: number, p: number): void {
  requirePart('k', k, 'n', n);
  requireProbability('p', p);
}

/**
 * Returns P(X >= k) for X ~ Bin(n, p) = I_p(k, n-k+1), with 0 <= k <= n and p in [0, 1]; relative accuracy 1e-12.
 * Throws a RangeError outside the domain.
 */
export function binomialUpperTail(k: number, n: number, p: number): number {
  requireBinomial(k, n, p);
  return k === 0 ? 1 : regularizedBeta(p, k, n - k + 1);
}

/**
 * Returns P(X <= k) for X ~ Bin(n, p) = 1 - I_p(k+1, n-k), with 0 <= k <= n and p in [0, 1]; relative accuracy 1e-12.
 * Throws a RangeError outside the domain.
 */
export function binomialLowerTail(k: number, n: number, p: number): number {
  requireBinomial(k, n, p);
  return k === n ? 1 : regularizedBetaComplement(p, k + 1, n - k);
}

/**
 * Returns the exact one-sided p-value of k successes in n trials against the rate p0: the probability, at rate p0, of a result at
 * least as extreme in the direction of `side`. 1 for n = 0. Throws a RangeError outside the domain.
 */
export function binomialTest(k: number, n: number, p0: number, side: TestSide): number {
  if (side === 'greater') return binomialUpperTail(k, n, p0);
  if (side === 'less') return binomialLowerTail(k, n, p0);
  return unknownSide(side);
}

/**
 * Returns the smallest number of successes in n trials that shows a rate above p0 at level alpha, by bisection; null if even n
 * successes do not show it. Throws a RangeError unless n is a count, p0 lies in [0, 1] and alpha strictly between 0 and 1.
 */
export function criticalCount(n: number, p0: number, alpha: number): number | null {
  requireCount('n', n);
  requireProbability('p0', p0);
  requireLevel('alpha', alpha);
  return firstWhere(0, n, (k) => isSignificant(binomialUpperTail(k, n, p0), alpha));
}

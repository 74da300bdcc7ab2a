import { requireLevel, requirePart } from '../domain.js';
import { inverseRegularizedBeta, inverseRegularizedBetaComplement } from '../special/inverse-beta.js';

function requireBound(k: number, n: number, alpha: number): void {
  requirePart('k', k, 'n', n);
  requireLevel('alpha', alpha);
}

/**
 * Returns the lower confidence bound (confidence 1-alpha) of a rate, given k successes in n trials: the rate at which P(X >= k) =
 * alpha. 0 for k = 0. Clopper & Pearson (1934). Throws a RangeError unless 0 <= k <= n and 0 < alpha < 1.
 */
export function clopperPearsonLower(k: number, n: number, alpha: number): number {
  requireBound(k, n, alpha);
  return k === 0 ? 0 : inverseRegularizedBeta(alpha, k, n - k + 1);
}

/**
 * Returns the upper confidence bound (confidence 1-alpha) of a rate, given k successes in n trials: the rate at which P(X <= k) =
 * alpha. 1 for k = n. Throws a RangeError unless 0 <= k <= n and 0 < alpha < 1.
 */
export function clopperPearsonUpper(k: number, n: number, alpha: number): number {
  requireBound(k, n, alpha);
  return k === n ? 1 : inverseRegularizedBetaComplement(alpha, k + 1, n - k);
}

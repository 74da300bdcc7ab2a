import { requireLevel, requirePart, unknownSide } from '../domain.js';
import { inverseRegularizedBeta, inverseRegularizedBetaComplement } from '../special/inverse-beta.js';

/** A confidence interval for a rate, within [0, 1]. */
export interface RateInterval {
  readonly lower: number;
  readonly upper: number;
}

export type IntervalSide = 'lower' | 'upper' | 'two_sided';

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

/**
 * Returns the exact interval at confidence 1-alpha for a rate: one-sided (the other end is 0 or 1), or two-sided with alpha/2
 * on each side. [0, 1] for n = 0. Throws a RangeError unless 0 <= k <= n and 0 < alpha < 1.
 */
export function clopperPearson(k: number, n: number, alpha: number, side: IntervalSide): RateInterval {
  if (side === 'lower') return { lower: clopperPearsonLower(k, n, alpha), upper: 1 };
  if (side === 'upper') return { lower: 0, upper: clopperPearsonUpper(k, n, alpha) };
  if (side !== 'two_sided') return unknownSide(side);
  return { lower: clopperPearsonLower(k, n, alpha / 2), upper: clopperPearsonUpper(k, n, alpha / 2) };
}

import { clopperPearsonLower, clopperPearsonUpper } from '#stats/binomial.js';
import { unknownSide } from '#stats/numbers.js';

/** A confidence interval for a rate, within [0, 1]. */
export interface RateInterval {
  readonly lower: number;
  readonly upper: number;
}

export type IntervalSide = 'lower' | 'upper' | 'two_sided';

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

import { requireProbability } from '../domain.js';
import { binomialUpperTail } from './binomial.js';
import { criticalCount } from './critical-count.js';

/** What a binomial test can do: the count that passes, and how likely it is reached at the bar and at the true rate. */
export interface BinomialPower {
  readonly k_crit: number | null;
  readonly size: number;
  readonly power: number;
}

/** The exact test of `rate > p0` at level alpha with n trials, when the rate is p1. */
export interface BinomialDesign {
  readonly n: number;
  readonly p0: number;
  readonly p1: number;
  readonly alpha: number;
}

/**
 * The exact size and power of a binomial test; k_crit is null, and both are 0, if no outcome of n trials passes.
 * Throws a RangeError unless n is a count, p0 and p1 lie in [0, 1] and alpha strictly between.
 */
export function binomialPower({ n, p0, p1, alpha }: BinomialDesign): BinomialPower {
  requireProbability('p1', p1);
  const k_crit = criticalCount(n, p0, alpha);
  if (k_crit === null) return { k_crit, size: 0, power: 0 };
  return { k_crit, size: binomialUpperTail(k_crit, n, p0), power: binomialUpperTail(k_crit, n, p1) };
}

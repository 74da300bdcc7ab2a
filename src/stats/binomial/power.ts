import { requireProbability } from '../domain.js';
import { binomialUpperTail, criticalCount } from './binomial.js';

/** The critical count of a binomial test, its exact size at p0 and its power at p1. */
export interface BinomialPower {
  readonly k_crit: number | null;
  readonly size: number;
  readonly power: number;
}

/** An exact binomial test of `rate > p0` at level alpha with n trials, when the true rate is p1. */
export interface BinomialDesign {
  readonly n: number;
  readonly p0: number;
  readonly p1: number;
  readonly alpha: number;
}

/**
 * Returns the exact size and power of a binomial test. If no outcome of n trials passes, k_crit is null and both are 0. Throws a
 * RangeError unless n is a count, p0 and p1 lie in [0, 1] and alpha strictly between 0 and 1.
 */
export function binomialPower({ n, p0, p1, alpha }: BinomialDesign): BinomialPower {
  requireProbability('p1', p1);
  const k_crit = criticalCount(n, p0, alpha);
  if (k_crit === null) return { k_crit, size: 0, power: 0 };
  return { k_crit, size: binomialUpperTail(k_crit, n, p0), power: binomialUpperTail(k_crit, n, p1) };
}

function tail(k: number, n: number, p: number): number {
  return k > n ? 0 : binomialUpperTail(k, n, p);
}

/**
 * Returns the power of the randomised test, an upper bound of the exact test's power. The randomised test also passes, with a
 * certain probability, at one count below the critical one, so that its size is exactly alpha. It is the most powerful test of
 * its size (Neyman & Pearson 1933), so its power never falls as n grows.
 */
export function powerAtMost({ n, p0, p1, alpha }: BinomialDesign): number {
  const k = criticalCount(n, p0, alpha) ?? n + 1;
  const size = tail(k, n, p0);
  const chance = (alpha - size) / (tail(k - 1, n, p0) - size);
  const sure = tail(k, n, p1);
  return sure + chance * (tail(k - 1, n, p1) - sure);
}

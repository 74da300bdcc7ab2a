import { requireProbability } from '../domain.js';
import { binomialUpperTail, criticalCount } from './binomial.js';

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
 * Returns the exact size and power of a binomial test; k_crit is null, and both are 0, if no outcome of n trials passes.
 * Throws a RangeError unless n is a count, p0 and p1 lie in [0, 1] and alpha strictly between.
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
 * Returns the power of the test that also passes with some chance at one count below the critical one, so that its size is
 * alpha exactly. It is the most powerful of its size (Neyman & Pearson 1933), hence never falls as n grows, and the
 * exact test is never above it.
 */
export function powerAtMost({ n, p0, p1, alpha }: BinomialDesign): number {
  const k = criticalCount(n, p0, alpha) ?? n + 1;
  const size = tail(k, n, p0);
  const chance = (alpha - size) / (tail(k - 1, n, p0) - size);
  const sure = tail(k, n, p1);
  return sure + chance * (tail(k - 1, n, p1) - sure);
}

/**
 * Returns a floor of the exact test's power that never falls as n grows: `powerAtMost` less a bound of the likeliest count's
 * probability, 1 / sqrt(2e n p1 (1 - p1)) (Herzog 1947).
 */
export function powerAtLeast(design: BinomialDesign): number {
  const { n, p1 } = design;
  return powerAtMost(design) - 1 / Math.sqrt(2 * Math.E * n * p1 * (1 - p1));
}

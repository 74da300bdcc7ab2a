import { binomialUpperTail } from './binomial.js';
import { criticalCount } from './critical-count.js';
import type { BinomialDesign } from './power.js';

function tail(k: number, n: number, p: number): number {
  return k > n ? 0 : binomialUpperTail(k, n, p);
}

/**
 * The power of the test that also passes with some chance at one count below the critical one, so that its size is
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
 * A floor of the exact test's power that never falls as n grows: `powerAtMost` less a bound of the likeliest count's
 * probability, 1 / sqrt(2e n p1 (1 - p1)) (Herzog 1947).
 */
export function powerAtLeast(design: BinomialDesign): number {
  const { n, p1 } = design;
  return powerAtMost(design) - 1 / Math.sqrt(2 * Math.E * n * p1 * (1 - p1));
}

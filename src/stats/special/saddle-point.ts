import { requirePositive } from '../domain.js';

/** From this x on, nine terms of Stirling's series are exact to double precision. */
const seriesFrom = 10;

/** Coefficients B(2j) / (2j (2j-1)), with B the Bernoulli numbers (Abramowitz & Stegun 6.1.41). */
const seriesTerms = [
  1 / 12,
  -1 / 360,
  1 / 1260,
  -1 / 1680,
  1 / 1188,
  -691 / 360_360,
  1 / 156,
  -3617 / 122_400,
  43_867 / 244_188,
] as const;

function stirlingSeries(x: number): number {
  const inverseSquare = 1 / (x * x);
  return seriesTerms.reduceRight((sum, term) => sum * inverseSquare + term, 0) / x;
}

/**
 * Returns the error of Stirling's formula, ln Γ(x+1) - [(x+½) ln x - x + ½ ln 2π], for x > 0; absolute accuracy 1e-15. From 10 on
 * it sums the series; below, it uses the recurrence δ(x) - δ(x+1) = (x+½) ln(1+1/x) - 1. Throws a RangeError for x <= 0. Loader
 * (2000), "Fast and accurate computation of binomial probabilities".
 */
export function stirlingError(x: number): number {
  requirePositive('x', x);
  let climbed = 0;
  let at = x;
  for (; at < seriesFrom; at++) climbed += (at + 0.5) * Math.log1p(1 / at) - 1;
  return climbed + stirlingSeries(at);
}

/**
 * Returns the deviance x ln(x/m) + m - x of a count x with mean m, both above 0, without cancellation if they are close. Loader
 * (2000), section 4.
 */
export function deviance(x: number, m: number): number {
  const difference = x - m;
  if (Math.abs(difference) >= 0.1 * (x + m)) return x * Math.log(x / m) - difference;
  const v = difference / (x + m);
  let sum = difference * v;
  let power = 2 * x * v;
  for (let odd = 3; ; odd += 2) {
    power *= v * v;
    const next = sum + power / odd;
    if (next === sum) return sum;
    sum = next;
  }
}

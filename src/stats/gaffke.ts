/**
 * Returns Gaffke's p-value for the claim "the mean is greater than mu0", from independent `values` that are never below `lo`.
 *
 * p = P(Σ (x - mu0)·E + (lo - mu0)·E0 <= 0) with independent standard exponential E, E0 (Gaffke 2005; Learned-Miller and Thomas 2019, arXiv
 * 1905.06208). If the values are `lo` and one other value only, p is the exact binomial tail. It is proved valid for such values and for n
 * = 1; in general it is valid by conjecture, without a known counterexample. Relative accuracy about 1e-11. Returns 1 for no values.
 *
 * Throws a RangeError for a value below `lo` and for a number that is not finite.
 */
export function gaffkeP(values: readonly number[], lo: number, mu0: number): number {
  return gaffkePOfCounts(countEqual(values, lo), lo, mu0);
}

/**
 * Returns the same as `gaffkeP` for values that are already counted: each `weight` is a value, and occurs `count` times. Takes time
 * proportional to the number of distinct values. The order must not depend on the data, since rounding errors follow it.
 */
export function gaffkePOfCounts(groups: readonly Weighted[], lo: number, mu0: number): number {
  if (!Number.isFinite(mu0)) throw new RangeError(`the mean to compare with must be finite, got ${mu0}`);
  if (groups.length === 0) return 1;
  const terms = groups.map(({ weight, count }) => ({ weight: weight - mu0, count }));
  return probabilityBelowZero([{ weight: lo - mu0, count: 1 }, ...terms]);
}

/**
 * Returns the lower confidence bound (confidence 1 - alpha) of the mean of counted values in ascending order: the largest mu0 that `gaffkeP`
 * rejects at `alpha` in (0, 1), at most 1e-12 of the range of the values too low; `lo` if it rejects no mu0.
 */
export function gaffkeLowerBoundOfCounts(groups: readonly Weighted[], lo: number, alpha: number): number {
  let rejected = lo;
  let kept = groups.at(-1)?.weight ?? lo;
  const close = 1e-12 * (kept - lo);
  while (kept - rejected > close) {
    const middle = rejected + (kept - rejected) / 2;
    if (middle <= rejected || middle >= kept) break;
    if (gaffkePOfCounts(groups, lo, middle) < alpha) rejected = middle;
    else kept = middle;
  }
  return rejected;
}

/** Returns the distinct values with their counts in ascending order, so that no rounding error depends on the order of the data. */
function countEqual(values: readonly number[], lo: number): Weighted[] {
  if (!Number.isFinite(lo)) throw new RangeError(`the least possible value must be finite, got ${lo}`);
  const counts = new Map<number, number>();
  for (const value of values) {
    if (!Number.isFinite(value) || value < lo)
      throw new RangeError(`a value must be finite and at least ${lo}: ${value}`);
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].sort(([a], [b]) => a - b).map(([weight, count]) => ({ weight, count }));
}

/** A weight in a sum of exponential variables, and how often it occurs. */
export interface Weighted {
  readonly weight: number;
  readonly count: number;
}

/**
 * Returns P(S <= 0) for S = Σ weight · E over independent standard exponential variables E, `count` of them for each weight.
 *
 * With the moment generating function M(z) = Π (1 - weight·z)^-count the probability is -1/(2πi) ∫ M(z)/z dz along a vertical
 * line left of zero (Bromwich's inversion; Gil-Pelaez 1951 integrates along the axis itself). On the line through the saddle
 * point of M(z)/z the integrand hardly oscillates: a few dozen points give about 12 digits of the probability, however small it
 * is (Helstrom 1978; Daniels 1987).
 *
 * Weights must be finite. Throws a RangeError if they differ too much in size for double precision.
 */
export function probabilityBelowZero(terms: readonly Weighted[]): number {
  const probability = belowZero(terms);
  if (Number.isNaN(probability)) throw new RangeError('the weights lie too far apart for a double to tell their sum');
  return probability;
}

function belowZero(terms: readonly Weighted[]): number {
  const largest = terms.reduce((most, term) => Math.max(most, Math.abs(term.weight)), 0);
  const scaled = terms
    .filter((term) => term.weight !== 0)
    .map(({ weight, count }) => ({ weight: weight / largest, count }));
  if (scaled.every((term) => term.weight < 0)) return 1;
  if (scaled.every((term) => term.weight > 0)) return 0;
  const mean = scaled.reduce((sum, { weight, count }) => sum + weight * count, 0);
  return mean > 0 ? lowerTail(scaled) : 1 - lowerTail(scaled.map(({ weight, count }) => ({ weight: -weight, count })));
}

/** Returns P(S <= 0) for a sum with a positive mean and weights of both signs. */
function lowerTail(terms: readonly Weighted[]): number {
  const saddle = saddlePoint(terms);
  const rates = terms.map(({ weight, count }) => ({ weight: weight / (1 - weight * saddle), count }));
  rates.push({ weight: -1 / saddle, count: 1 });
  const height = terms.reduce((sum, { weight, count }) => sum - count * Math.log1p(-weight * saddle), 0);
  return Math.min(1, (Math.exp(height - Math.log(-saddle)) / Math.PI) * integrateAcross(rates));
}

/**
 * Returns the z < 0 that minimises the convex function -Σ count·ln(1 - weight·z) - ln(-z), by Newton's method with bisection as a
 * fallback. A rough answer is enough, since every line left of zero gives the same integral.
 */
function saddlePoint(terms: readonly Weighted[]): number {
  let low = 1 / terms.reduce((least, term) => Math.min(least, term.weight), 0);
  let high = 0;
  let z = low / 2;
  for (let step = 0; step < 200; step++) {
    let slope = -1 / z;
    let curvature = 1 / (z * z);
    for (const { weight, count } of terms) {
      const rate = weight / (1 - weight * z);
      slope += count * rate;
      curvature += count * rate * rate;
    }
    if (slope > 0) high = z;
    else low = z;
    if (Math.abs(slope) < 1e-6 * Math.sqrt(curvature)) break;
    const newton = z - slope / curvature;
    z = newton > low && newton < high ? newton : (low + high) / 2;
  }
  return z;
}

/**
 * Returns the integral over y >= 0 of Re Π (1 - i·rate·y)^-count, by the trapezoid rule in u with y = width·sinh(u). The
 * integrand decays at least like exp(-u) and is analytic around the axis, so halving the step squares the error.
 */
function integrateAcross(rates: readonly Weighted[]): number {
  const width = 1 / Math.sqrt(rates.reduce((sum, { weight, count }) => sum + count * weight * weight, 0));
  let step = 0.5;
  let sum = 0.5 * width + sumFrom(rates, width, step, step);
  for (let halving = 0; halving < 12; halving++) {
    const before = sum * step;
    sum += sumFrom(rates, width, step / 2, step);
    step /= 2;
    if (Math.abs(sum * step - before) <= 1e-12 * Math.abs(before)) break;
  }
  return sum * step;
}

function sumFrom(rates: readonly Weighted[], width: number, first: number, step: number): number {
  let sum = 0;
  for (let u = first; ; u += step) {
    const y = width * Math.sinh(u);
    let phase = 0;
    let decay = 0;
    for (const { weight, count } of rates) {
      const t = weight * y;
      phase += count * Math.atan(t);
      decay += count * Math.log1p(t * t);
    }
    const size = Math.exp(-decay / 2) * width * Math.cosh(u);
    sum += size * Math.cos(phase);
    if (!(size >= 1e-18 * width)) return sum;
  }
}

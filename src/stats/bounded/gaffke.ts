import { probabilityBelowZero, type Weighted } from './exponential-sum.js';

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
  return pValue(countEqual(values, lo), lo, mu0);
}

/** Returns Gaffke's p-value for the claim "the mean is less than mu0", from values that are never above `hi`; see `gaffkeP`. */
export function gaffkeLessP(values: readonly number[], hi: number, mu0: number): number {
  return gaffkeP(negated(values), -hi, -mu0);
}

/**
 * Returns the lower confidence bound (confidence 1 - alpha) of the mean: the largest mu0 that `gaffkeP` rejects at `alpha` in (0, 1), at
 * most 1e-12 of the range of the values too low; `lo` if `gaffkeP` rejects no mu0.
 */
export function gaffkeLowerBound(values: readonly number[], lo: number, alpha: number): number {
  return gaffkeLowerBoundOfCounts(countEqual(values, lo), lo, alpha);
}

/**
 * Returns the same as `gaffkeP` for values that are already counted: each `weight` is a value, and occurs `count` times. Takes time
 * proportional to the number of distinct values. The order must not depend on the data, since rounding errors follow it.
 */
export function gaffkePOfCounts(values: readonly Weighted[], lo: number, mu0: number): number {
  return pValue(values, lo, mu0);
}

/** Returns the same as `gaffkeLowerBound` for counted values in ascending order. */
export function gaffkeLowerBoundOfCounts(groups: readonly Weighted[], lo: number, alpha: number): number {
  let rejected = lo;
  let kept = groups.at(-1)?.weight ?? lo;
  const close = 1e-12 * (kept - lo);
  while (kept - rejected > close) {
    const middle = rejected + (kept - rejected) / 2;
    if (middle <= rejected || middle >= kept) break;
    if (pValue(groups, lo, middle) < alpha) rejected = middle;
    else kept = middle;
  }
  return rejected;
}

/** Returns the upper confidence bound (confidence 1 - alpha) of the mean, for values that are never above `hi`; see `gaffkeLowerBound`. */
export function gaffkeUpperBound(values: readonly number[], hi: number, alpha: number): number {
  return -gaffkeLowerBound(negated(values), -hi, alpha);
}

function pValue(groups: readonly Weighted[], lo: number, mu0: number): number {
  if (!Number.isFinite(mu0)) throw new RangeError(`the mean to compare with must be finite, got ${mu0}`);
  if (groups.length === 0) return 1;
  const terms = groups.map(({ weight, count }) => ({ weight: weight - mu0, count }));
  return probabilityBelowZero([{ weight: lo - mu0, count: 1 }, ...terms]);
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

function negated(values: readonly number[]): number[] {
  return values.map((value) => -value);
}

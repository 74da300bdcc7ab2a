import { gaffkeLowerBoundOfCounts, gaffkeP } from '#stats/gaffke.js';

const negated = (values: readonly number[]) => values.map((value) => -value);

/** Returns Gaffke's p-value for the claim "the mean is less than mu0", from values that are never above `hi`. */
export function gaffkeLessP(values: readonly number[], hi: number, mu0: number): number {
  return gaffkeP(negated(values), -hi, -mu0);
}

/** Returns the lower bound of the mean by Gaffke's test, with confidence 1 - alpha, for values that are never below `lo`. */
export function gaffkeLowerBound(values: readonly number[], lo: number, alpha: number): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const groups = [...counts].sort(([a], [b]) => a - b).map(([weight, count]) => ({ weight, count }));
  return gaffkeLowerBoundOfCounts(groups, lo, alpha);
}

/** Returns the upper bound of the mean, for values that are never above `hi`. */
export function gaffkeUpperBound(values: readonly number[], hi: number, alpha: number): number {
  return -gaffkeLowerBound(negated(values), -hi, alpha);
}

import { meanOf } from '#stats/numbers.js';

/** Throws a RangeError unless every value is a finite number. */
export function requireFinite(name: string, values: readonly number[]): void {
  const invalid = values.findIndex((value) => !Number.isFinite(value));
  if (invalid >= 0) throw new RangeError(`${name}[${invalid}] is ${values[invalid]}, and must be a finite number.`);
}

/** Returns the sample variance (divided by n - 1), computed in two passes; null for fewer than two values. */
export function varianceOf(values: readonly number[]): number | null {
  const mean = meanOf(values);
  if (mean === null || values.length < 2) return null;
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
}

/** Returns the standard error of the mean of independent values, sd/√n; null for fewer than two values. */
export function standardErrorOf(values: readonly number[]): number | null {
  const variance = varianceOf(values);
  return variance === null ? null : Math.sqrt(variance / values.length);
}

export interface ClusteredMean {
  /** null if there are no values. */
  readonly mean: number | null;
  /** Standard error that treats all values as independent, which turns of one conversation are not; null for fewer than two values. */
  readonly se_naive: number | null;
  /** Cluster-robust standard error; null for fewer than two clusters. */
  readonly se_clustered: number | null;
  readonly n_clusters: number;
}

/**
 * Returns the mean of values that come in clusters (the turns of conversations), with a cluster-robust standard error; for
 * reports, not for tests.
 *
 * SE² = n⁻² Σ over clusters of (Σ in the cluster of (x - mean))². With few clusters it is too small. Values are in any unit, the
 * errors in the same.
 *
 * Throws a RangeError if `clusters` does not name one cluster for each value, or a value is not finite. Miller 2024, Adding Error
 * Bars to Evals, arXiv 2411.00640, section 2.2.
 */
export function clusteredStandardError(
  values: readonly number[],
  clusters: readonly (string | number)[],
): ClusteredMean {
  requireFinite('values', values);
  requireEqualLengths({ values, clusters });
  const mean = meanOf(values);
  const deviations = new Map<string | number, number>();
  clusters.forEach((cluster, index) => {
    const deviation = (values[index] ?? 0) - (mean ?? 0);
    deviations.set(cluster, (deviations.get(cluster) ?? 0) + deviation);
  });
  const squares = [...deviations.values()].reduce((sum, deviation) => sum + deviation ** 2, 0);
  return {
    mean,
    se_naive: standardErrorOf(values),
    se_clustered: deviations.size < 2 ? null : Math.sqrt(squares) / values.length,
    n_clusters: deviations.size,
  };
}

export interface PairedDifference {
  readonly n: number;
  /** The mean of b - a; null if there are no pairs. */
  readonly mean_diff: number | null;
  /** null for fewer than two pairs. */
  readonly se: number | null;
}

/**
 * Returns the mean of the paired differences b - a, with its standard error sd/√n; for reports. To test a claim, use
 * `signFlipExact`.
 *
 * A pair is the same case, style and seed under two versions, which removes the variance between cases. Throws a RangeError if
 * the lists differ in length or a value is not finite. Miller 2024, arXiv 2411.00640, section 4.2.
 */
export function pairedDifference(a: readonly number[], b: readonly number[]): PairedDifference {
  requireFinite('a', a);
  requireFinite('b', b);
  requireEqualLengths({ a, b });
  const differences = a.map((value, index) => (b[index] ?? value) - value);
  return { n: differences.length, mean_diff: meanOf(differences), se: standardErrorOf(differences) };
}

function requireEqualLengths(lists: Readonly<Record<string, readonly unknown[]>>): void {
  const lengths = Object.entries(lists).map(([name, list]) => `${name} ${list.length}`);
  if (new Set(Object.values(lists).map((list) => list.length)).size < 2) return;
  throw new RangeError(`The lists must be equally long: ${lengths.join(', ')}.`);
}

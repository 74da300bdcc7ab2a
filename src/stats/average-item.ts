import { isSignificant, requireCount, requireLevel, requireProbability } from './numbers.js';

/** The items of one cluster: their number, 1 or more, and the sum of their values in [0, 1]. */
export interface ClusterSum {
  readonly sum: number;
  readonly size: number;
}

/** Returns the p-value of "the mean is above mu0", from values in [0, 1]. */
export type MeanTest = (values: readonly number[], mu0: number) => number;

/** The greatest size M of a cluster, the level, and the test that bounds are inverted from. */
export interface ItemBound {
  readonly maxSize: number;
  readonly alpha: number;
  readonly pValue: MeanTest;
}

/**
 * Returns the mean of a cluster that is filled up to M items, where those it does not have are worth p0: Y = (sum + p0 (M - size)) / M.
 *
 * Over clusters, the mean of Y is above p0 if and only if that of sum - p0·size is above 0, which says that an average item is above p0, even
 * if size and quality go together. The largest cluster that was seen is no bound of the size, so M must be known. Y lies in [0, 1] but for
 * rounding, which is cut off. Throws a RangeError unless 1 <= size <= M, the sum lies between 0 and size, and p0 in [0, 1].
 */
export function filledMean({ sum, size }: ClusterSum, p0: number, maxSize: number): number {
  requireCount('size', size);
  requireProbability('p0', p0);
  if (size === 0 || size > maxSize) throw new RangeError(`size is ${size}, and must be between 1 and ${maxSize}.`);
  if (!(sum >= -1e-9 && sum <= size + 1e-9)) {
    throw new RangeError(`sum is ${sum}, and must lie between 0 and the size, which is ${size}.`);
  }
  return Math.min(1, Math.max(0, (sum + p0 * (maxSize - size)) / maxSize));
}

/**
 * Returns the lower bound (confidence 1 - alpha) of the mean of an average item: the largest p0 that the test of the filled means rejects, to
 * 1e-9; 0 without a cluster. For the upper bound pass size - sum, and take the result from 1. Throws a RangeError as `filledMean` does, and for
 * an alpha outside (0, 1).
 */
export function averageItemLowerBound(clusters: readonly ClusterSum[], { maxSize, alpha, pValue }: ItemBound): number {
  requireLevel('alpha', alpha);
  // Y - p0 falls as p0 rises, and the p-value rises with it.
  const isRejected = (p0: number) => {
    const values = clusters.map((cluster) => filledMean(cluster, p0, maxSize));
    return isSignificant(pValue(values, p0), alpha);
  };
  let [rejected, kept] = [0, 1];
  while (kept - rejected > 1e-9) {
    const middle = (rejected + kept) / 2;
    if (isRejected(middle)) rejected = middle;
    else kept = middle;
  }
  return rejected;
}

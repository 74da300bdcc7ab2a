/** The items of one cluster: their number, 1 or more, and the sum of their values in [0, 1]. */
export interface ClusterSum {
  readonly sum: number;
  readonly size: number;
}

/**
 * Returns the mean of a cluster that is filled up to M items, where those it does not have are worth p0: Y = (sum + p0 (M - size)) / M.
 * Over clusters, the mean of Y is above p0 if and only if that of sum - p0·size is above 0, which says that an average item is above p0, even
 * if size and quality go together. Throws a RangeError unless 1 <= size <= M, the sum lies between 0 and size, and p0 in [0, 1].
 */
export function filledMean({ sum, size }: ClusterSum, p0: number, maxSize: number): number {
  if (!(p0 >= 0 && p0 <= 1)) throw new RangeError(`p0 is ${p0}, and must lie between 0 and 1.`);
  if (!(size >= 1 && size <= maxSize)) throw new RangeError(`size is ${size}, and must be between 1 and ${maxSize}.`);
  if (!(sum >= 0 && sum <= size)) throw new RangeError(`sum is ${sum}, and must lie between 0 and the size, ${size}.`);
  return (sum + p0 * (maxSize - size)) / maxSize;
}

import { gaffkeLessP, gaffkeP } from '../bounded/gaffke.js';
import { requireCount, requireLevel, requireProbability } from '../domain.js';
import { isSignificant } from '../significant.js';

/** The items of one cluster: their number, 1 or more, and the sum of their values in [0, 1]. */
export interface ClusterSum {
  readonly sum: number;
  readonly size: number;
}

/** The p-values of "the mean is at least p0" and of the opposite. */
export interface MeanTest {
  readonly pass_p: number;
  readonly fail_p: number;
}

/** Returns the mean over clusters of their means, and the mean over items; null without a cluster. */
export function clusterEstimates(clusters: readonly ClusterSum[]): { clusters: number | null; items: number | null } {
  requireClusters(clusters);
  if (clusters.length === 0) return { clusters: null, items: null };
  const total = (value: (cluster: ClusterSum) => number) => clusters.reduce((sum, one) => sum + value(one), 0);
  return {
    clusters: total(({ sum, size }) => sum / size) / clusters.length,
    items: total(({ sum }) => sum) / total(({ size }) => size),
  };
}

/**
 * Tests "the mean of an average cluster is at least p0", from clusters that are independent: Gaffke's test of their means. It says nothing of
 * an average item if size and quality go together. Accuracy and validity as of `gaffkeP`. Throws a RangeError unless p0 lies in [0, 1] and
 * every sum between 0 and its size.
 */
export function averageClusterTest(clusters: readonly ClusterSum[], p0: number): MeanTest {
  requireClusters(clusters);
  requireProbability('p0', p0);
  const means = clusters.map(({ sum, size }) => Math.min(1, sum / size));
  return { pass_p: gaffkeP(means, 0, p0), fail_p: gaffkeLessP(means, 1, p0) };
}

/**
 * Tests "the mean of an average item is at least p0", from independent clusters of at most `maxSize` items: Gaffke's test of Z = sum - p0·size
 * above 0, which is never below -p0·maxSize. The largest cluster that was seen is no bound of the size, so a bound must be known. Throws a
 * RangeError as `averageClusterTest` does, and for a cluster above `maxSize`.
 */
export function averageItemTest(clusters: readonly ClusterSum[], p0: number, maxSize: number): MeanTest {
  requireClusters(clusters, maxSize);
  requireProbability('p0', p0);
  const [least, most] = [-p0 * maxSize, (1 - p0) * maxSize];
  const excess = clusters.map(({ sum, size }) => Math.min(most, Math.max(least, sum - p0 * size)));
  return { pass_p: gaffkeP(excess, least, 0), fail_p: gaffkeLessP(excess, most, 0) };
}

/**
 * Returns one-sided bounds of the mean of an average item, each with confidence 1 - alpha in (0, 1): the means that `averageItemTest` does not
 * reject, to 1e-9; 0 and 1 without a cluster. Throws a RangeError as it does.
 */
export function averageItemBounds(clusters: readonly ClusterSum[], maxSize: number, alpha: number) {
  requireLevel('alpha', alpha);
  const mirrored = clusters.map(({ sum, size }) => ({ sum: size - sum, size }));
  const lower = (of: readonly ClusterSum[]) =>
    lastBelow((p0) => isSignificant(averageItemTest(of, p0, maxSize).pass_p, alpha));
  return { lower: lower(clusters), upper: 1 - lower(mirrored) };
}

/** Returns the number in [0, 1] up to which a condition holds, from below and to 1e-9. */
function lastBelow(holds: (at: number) => boolean): number {
  let [low, high] = [0, 1];
  while (high - low > 1e-9) {
    const middle = (low + high) / 2;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}

function requireClusters(clusters: readonly ClusterSum[], maxSize = Number.POSITIVE_INFINITY): void {
  clusters.forEach(({ sum, size }, index) => {
    requireCount(`the size of cluster ${index}`, size);
    if (size === 0 || size > maxSize) {
      throw new RangeError(`cluster ${index} has ${size} items, and must have 1 to ${maxSize}.`);
    }
    if (!(sum >= 0 && sum <= size * (1 + 1e-12))) {
      throw new RangeError(`the sum of cluster ${index} is ${sum}, and must lie between 0 and its size ${size}.`);
    }
  });
}

import { averageClusterTest, averageItemTest, clusterEstimates } from '#stats/clusters/cluster-mean.js';
import { fixedItemsTest } from '#stats/file/fixed-items.js';
import type { VectorInput } from '../../adapter.js';

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

export function clusterMeanAdapter(input: VectorInput) {
  const { clusters, weigh, p0, max_size } = input as unknown as {
    clusters: number[][];
    weigh: 'clusters' | 'items';
    p0: number;
    max_size: number;
  };
  const sums = clusters.map((values) => ({ sum: sumOf(values), size: values.length }));
  const test = weigh === 'items' ? averageItemTest(sums, p0, max_size) : averageClusterTest(sums, p0);
  return { estimate: clusterEstimates(sums)[weigh], ...test };
}

export function fixedItemsAdapter(input: VectorInput) {
  const { passes, draws, p0 } = input as unknown as { passes: number[]; draws: number; p0: number };
  const counts = { n: passes.length * draws, k: sumOf(passes) };
  return { ...counts, ...fixedItemsTest(counts, p0) };
}

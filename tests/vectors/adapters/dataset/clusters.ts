import { gaffkeP } from '#stats/gaffke.js';
import { gaffkeLessP } from '../../../stats/gaffke-sides.js';
import type { VectorInput } from '../../adapter.js';
import { decidedUnits } from '../../decided-units.js';
import { filledMean } from '../../formulas/filled-mean.js';

export function clusterMeanAdapter(input: VectorInput) {
  const { clusters, weigh, p0, max_size } = input as unknown as {
    clusters: number[][];
    weigh: 'clusters' | 'items';
    p0: number;
    max_size?: number;
  };
  if (weigh === 'items') return averageItem(clusters, p0, max_size ?? 1);
  const { estimate, p_value, fail_p } = decidedUnits(clusters, { cluster: { field: 'customer' } }, { p0 });
  return { estimate, pass_p: p_value, fail_p };
}

/** A claim about an average item, which eva does not decide. */
function averageItem(clusters: readonly (readonly number[])[], p0: number, maxSize: number) {
  const sums = clusters.map((values) => ({ sum: values.reduce((sum, value) => sum + value, 0), size: values.length }));
  const filled = sums.map((cluster) => filledMean(cluster, p0, maxSize));
  const items = clusters.flat();
  return {
    estimate: items.reduce((sum, value) => sum + value, 0) / items.length,
    pass_p: gaffkeP(filled, 0, p0),
    fail_p: gaffkeLessP(filled, 1, p0),
  };
}

export function fixedItemsAdapter(input: VectorInput) {
  const { passes, draws, p0 } = input as unknown as { passes: number[]; draws: number; p0: number };
  const items = passes.map((right) => Array.from({ length: draws }, (_, draw) => (draw < right ? 1 : 0)));
  const part = { claim: 'file', draws, kept: passes.length } as const;
  const { n, estimate, p_value, fail_p } = decidedUnits(items, part, { p0 });
  return { n, k: Math.round((estimate ?? 0) * n), pass_p: p_value, fail_p };
}

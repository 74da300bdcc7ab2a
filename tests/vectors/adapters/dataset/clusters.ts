import type { VectorInput } from '../../adapter.js';
import { decidedUnits } from '../../decided-units.js';

export function clusterMeanAdapter(input: VectorInput) {
  const { clusters, weigh, p0, max_size } = input as unknown as {
    clusters: number[][];
    weigh: 'clusters' | 'items';
    p0: number;
    max_size?: number;
  };
  const cluster = { field: 'customer', weigh, ...(max_size !== undefined && { at_most: max_size }) };
  const { estimate, p_value, fail_p } = decidedUnits(clusters, { cluster }, { p0 });
  return { estimate, pass_p: p_value, fail_p };
}

export function fixedItemsAdapter(input: VectorInput) {
  const { passes, draws, p0 } = input as unknown as { passes: number[]; draws: number; p0: number };
  const items = passes.map((right) => Array.from({ length: draws }, (_, draw) => (draw < right ? 1 : 0)));
  const part = { claim: 'file', draws, kept: passes.length } as const;
  const { n, estimate, p_value, fail_p } = decidedUnits(items, part, { p0 });
  return { n, k: Math.round((estimate ?? 0) * n), pass_p: p_value, fail_p };
}

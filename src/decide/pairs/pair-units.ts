import type { Case } from '#model/case.js';
import { isClustered } from '#model/dataset.js';
import type { PairUnit } from '#model/pairs/comparison.js';

/** The units of a comparison: what its tests count. */
export interface PairUnits {
  readonly unit: PairUnit;
  /** The planned number of units and of pairs of trials. */
  readonly n: number;
  readonly trials: number;
  /** Answers per item. */
  readonly draws: number;
  /** The greatest number of items of a cluster, if every item has the same weight; null if every unit has. */
  readonly maxSize: number | null;
  /** True if a unit is one pair of trials. */
  readonly isSingle: boolean;
}

/** Returns the units of a case. A comparison is about items like these, also where the case is about the items of a file. */
export function pairUnits({ dataset, sample_size }: Pick<Case, 'dataset' | 'sample_size'>): PairUnits {
  if (!dataset) {
    return { unit: 'trial', n: sample_size, trials: sample_size, draws: 1, maxSize: null, isSingle: true };
  }
  const { draws, units, cluster, asked } = dataset;
  const isOfClusters = isClustered(dataset);
  return {
    unit: isOfClusters ? 'cluster' : 'item',
    n: isOfClusters ? units : asked,
    trials: sample_size,
    draws,
    maxSize: isOfClusters && cluster?.weigh === 'items' ? (cluster.at_most ?? 1) : null,
    isSingle: !isOfClusters && draws === 1,
  };
}

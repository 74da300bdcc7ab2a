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
  /** True if a unit is one pair of trials. */
  readonly isSingle: boolean;
}

/** Returns the units of a case. A comparison is about items like these, also where the case is about the items of a file. */
export function pairUnits({ dataset, sample_size }: Pick<Case, 'dataset' | 'sample_size'>): PairUnits {
  if (!dataset) {
    return { unit: 'trial', n: sample_size, trials: sample_size, draws: 1, isSingle: true };
  }
  const { draws, units, asked } = dataset;
  const isOfClusters = isClustered(dataset);
  return {
    unit: isOfClusters ? 'cluster' : 'item',
    n: isOfClusters ? units : asked,
    trials: sample_size,
    draws,
    isSingle: !isOfClusters && draws === 1,
  };
}

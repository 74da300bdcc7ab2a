import type { Case } from '#model/case.js';
import { isClustered } from '#model/dataset.js';
import type { PairUnit } from '#model/pairs/comparison.js';
import type { ValueRange } from '../statistical-tests/statistical-test.js';
import type { Reach } from './difference-test.js';

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

/** The values of both sides in one pair of trials; null if a reply is missing. */
export interface TrialPair {
  readonly a: ValueRange | null;
  readonly b: ValueRange | null;
}

/**
 * The difference B - A of a unit, summed over its items. `low` counts trials without a value as the worst for B, `high` as the best. Either is
 * open if a reply is missing.
 */
export interface UnitDifference {
  readonly low: Reach;
  readonly high: Reach;
  readonly size: number;
}

/** Returns the difference of a unit from its pairs of trials, of which there is at least one. Draws of an item are averaged. */
export function unitDifference(pairs: readonly TrialPair[], { draws }: PairUnits): UnitDifference {
  const sums = { low: { least: 0, most: 0 }, high: { least: 0, most: 0 } };
  for (const pair of pairs) {
    const { low, high } = differenceOf(pair);
    sums.low.least += low.least;
    sums.low.most += low.most;
    sums.high.least += high.least;
    sums.high.most += high.most;
  }
  const perItem = ({ least, most }: Reach): Reach => ({ least: least / draws, most: most / draws });
  return { low: perItem(sums.low), high: perItem(sums.high), size: pairs.length / draws };
}

const anyDifference: Reach = { least: -1, most: 1 };

function differenceOf({ a, b }: TrialPair): Pick<UnitDifference, 'low' | 'high'> {
  if (a === null || b === null) return { low: anyDifference, high: anyDifference };
  const [low, high] = [b.low - a.high, b.high - a.low];
  return { low: { least: low, most: low }, high: { least: high, most: high } };
}

/** Returns the mean difference of a unit, from -1 to 1. */
export function meanDifference(sum: number, size: number): number {
  // -0 is 0.
  return Math.min(1, Math.max(-1, sum / size)) + 0;
}

/** Returns the opposite: A - B. */
export function opposite({ least, most }: Reach): Reach {
  return { least: -most, most: -least };
}

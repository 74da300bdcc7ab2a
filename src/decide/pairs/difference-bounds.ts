import { averageItemLowerBound, type ClusterSum } from '#stats/average-item.js';
import { bettingP } from '#stats/e-process.js';
import { gaffkeLowerBound, gaffkeP } from '#stats/gaffke.js';
import { bettingLowerBound } from '../test/betting-test.js';
import type { PairUnits } from './pair-units.js';
import type { UnitDifference } from './unit-difference.js';

/** The units whose mean difference is bounded, and the test that the bounds are inverted from. */
export interface BoundsDesign {
  readonly units: PairUnits;
  readonly alpha: number;
  readonly margin: number;
  readonly sequential: boolean;
}

/** The sum of the differences of a unit and its number of items. */
type Sum = Pick<ClusterSum, 'sum' | 'size'>;

/**
 * Returns one-sided bounds of the mean difference, each with confidence 1 - alpha: of an average unit or, if items are weighed, of an average
 * item. They hold whatever the units give that are missing or not there yet; the e-process of a sequential test needs none of these.
 */
export function differenceBounds(differences: readonly UnitDifference[], design: BoundsDesign) {
  const lower = lowerBound(
    differences.map(({ low, size }) => ({ sum: low.least, size })),
    design,
  );
  const upper = -lowerBound(
    differences.map(({ high, size }) => ({ sum: -high.most, size })),
    { ...design, margin: -design.margin },
  );
  // -0 is 0.
  return { lower: lower + 0, upper: upper + 0 };
}

function lowerBound(sums: readonly Sum[], { units, alpha, margin, sequential }: BoundsDesign): number {
  const { n, maxSize } = units;
  const rest = sequential ? 0 : Math.max(0, n - sums.length);
  if (maxSize !== null) {
    const worst = Array.from({ length: rest }, () => ({ sum: 0, size: maxSize }));
    const shares = sums.map(({ sum, size }) => ({ sum: shareOf(sum / size) * size, size }));
    const pValue = sequential ? bettingP : (values: readonly number[], mu0: number) => gaffkeP(values, 0, mu0);
    return 2 * averageItemLowerBound([...shares, ...worst], { maxSize, alpha, pValue }) - 1;
  }
  const means = sums.map(({ sum, size }) => Math.min(1, Math.max(-1, sum / size)) + 0);
  if (sequential) return 2 * bettingLowerBound(means.map(shareOf), shareOf(-margin), alpha) - 1;
  return gaffkeLowerBound([...means, ...Array.from({ length: rest }, () => -1)], -1, alpha);
}

/** Returns a difference from -1 to 1 as a number from 0 to 1. */
function shareOf(difference: number): number {
  return Math.min(1, Math.max(0, (difference + 1) / 2));
}

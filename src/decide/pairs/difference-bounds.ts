import { gaffkeLowerBound } from '#stats/gaffke.js';
import { bettingLowerBound } from '../test/betting-test.js';
import type { PairUnits } from './pair-units.js';
import { meanDifference, type UnitDifference } from './unit-difference.js';

/** The units whose mean difference is bounded, and the test that the bounds are inverted from. */
export interface BoundsDesign {
  readonly units: PairUnits;
  readonly alpha: number;
  readonly margin: number;
  readonly sequential: boolean;
}

/**
 * Returns one-sided bounds of the mean difference of an average unit, each with confidence 1 - alpha. They hold whatever the units give that
 * are missing or not there yet; the e-process of a sequential test needs none of these.
 */
export function differenceBounds(differences: readonly UnitDifference[], design: BoundsDesign) {
  const lower = lowerBound(
    differences.map(({ low, size }) => meanDifference(low.least, size)),
    design,
  );
  const upper = -lowerBound(
    differences.map(({ high, size }) => meanDifference(-high.most, size)),
    { ...design, margin: -design.margin },
  );
  // -0 is 0.
  return { lower: lower + 0, upper: upper + 0 };
}

function lowerBound(differences: readonly number[], { units, alpha, margin, sequential }: BoundsDesign): number {
  if (sequential) return 2 * bettingLowerBound(differences.map(shareOf), shareOf(-margin), alpha) - 1;
  const rest = Math.max(0, units.n - differences.length);
  return gaffkeLowerBound([...differences, ...Array.from({ length: rest }, () => -1)], -1, alpha);
}

/** Returns a difference from -1 to 1 as a number from 0 to 1. */
function shareOf(difference: number): number {
  return Math.min(1, Math.max(0, (difference + 1) / 2));
}

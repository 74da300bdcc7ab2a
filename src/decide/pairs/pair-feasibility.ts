import type { Case } from '#model/case.js';
import { mostTrials } from '#model/limits.js';
import type { PairQuestion } from '#model/pairs/comparison.js';
import { mixtureProcess } from '#stats/e-process.js';
import { gaffkePOfCounts } from '#stats/gaffke.js';
import { firstFrom, isSignificant } from '#stats/numbers.js';
import type { PairUnits } from './pair-units.js';
import { meanDifference } from './unit-difference.js';

/** Whether the pairs of a case can show the margin. */
export interface PairFeasibility {
  readonly decides: boolean;
  /** The number of units with which it would decide; null if it decides, or if more than the limit of trials would be needed. */
  readonly needs: number | null;
}

/** Returns whether the units of a case show "not worse" if all of their pairs are equal. Without that, it cannot decide. */
export function pairFeasibility(
  { sequential, look, dataset }: Pick<Case, 'sequential' | 'look' | 'dataset'>,
  { margin, alpha }: PairQuestion,
  units: PairUnits,
): PairFeasibility {
  if (look) return { decides: false, needs: null };
  const size = dataset && units.maxSize !== null ? Math.max(1, dataset.asked / Math.max(1, dataset.units)) : 1;
  const equal = meanDifference(0, size, units, margin);
  const isShown = (n: number) => {
    const p = sequential ? bettingPOfEqual(equal, n, margin) : gaffkePOfEqual(equal, n, margin);
    return isSignificant(p, alpha);
  };
  if (units.n > 0 && isShown(units.n)) return { decides: true, needs: null };
  return { decides: false, needs: firstFrom(units.n + 1, mostTrials, isShown) };
}

function gaffkePOfEqual(difference: number, count: number, margin: number): number {
  return gaffkePOfCounts([{ weight: difference, count }], -1, -margin);
}

function bettingPOfEqual(difference: number, count: number, margin: number): number {
  const process = mixtureProcess((1 - margin) / 2);
  return Math.exp(-Math.max(0, process.logEAfterCounts([{ weight: (difference + 1) / 2, count }])));
}

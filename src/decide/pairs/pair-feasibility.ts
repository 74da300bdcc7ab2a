import type { Case } from '#model/case.js';
import { mostTrials } from '#model/limits.js';
import type { PairQuestion } from '#model/pairs/comparison.js';
import { mixtureProcess } from '#stats/e-process.js';
import { gaffkePOfCounts } from '#stats/gaffke.js';
import { firstFrom, isSignificant } from '#stats/numbers.js';
import type { PairUnits } from './pair-units.js';

/** Whether the pairs of a case can show the margin. */
export interface PairFeasibility {
  readonly decides: boolean;
  /** The number of units with which it would decide; null if it decides, or if more than the limit of trials would be needed. */
  readonly needs: number | null;
}

/** Returns whether the units of a case show "not worse" if all of their pairs are equal. Without that, it cannot decide. */
export function pairFeasibility(
  { sequential, look }: Pick<Case, 'sequential' | 'look'>,
  { margin, alpha }: PairQuestion,
  units: PairUnits,
): PairFeasibility {
  if (look) return { decides: false, needs: null };
  const isShown = (n: number) =>
    isSignificant(sequential ? bettingPOfEqual(n, margin) : gaffkePOfEqual(n, margin), alpha);
  if (units.n > 0 && isShown(units.n)) return { decides: true, needs: null };
  return { decides: false, needs: firstFrom(units.n + 1, mostTrials, isShown) };
}

function gaffkePOfEqual(count: number, margin: number): number {
  return gaffkePOfCounts([{ weight: 0, count }], -1, -margin);
}

function bettingPOfEqual(count: number, margin: number): number {
  const process = mixtureProcess((1 - margin) / 2);
  return Math.exp(-Math.max(0, process.logEAfterCounts([{ weight: 0.5, count }])));
}

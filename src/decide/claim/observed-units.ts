import { type Dataset, isClustered } from '#model/dataset.js';
import { anyValue, type Range } from '../test/statistical-test.js';
import type { TrialValues, Unit } from '../trial-values.js';
import type { Claim } from './claim.js';

/** The values of the units of a case under one claim. */
export class ObservedUnits {
  readonly #claim: Claim;
  readonly #isClustered: boolean;
  #units = 0;
  /** The sum of the estimates of clusters, and their number. */
  #sum = 0;
  #estimated = 0;
  /** All trials, in order. */
  readonly trials: TrialValues[] = [];

  constructor(claim: Claim, dataset: Dataset | undefined) {
    this.#claim = claim;
    this.#isClustered = dataset !== undefined && isClustered(dataset);
  }

  push(unit: Unit): void {
    this.#units += 1;
    for (const trial of unit) this.trials.push(trial);
    if (!this.#isClustered) return;
    const estimate = this.#claim.estimate(unit);
    if (estimate === null) return;
    this.#sum += estimate;
    this.#estimated += 1;
  }

  /** The number of units; of trials, if all answers are counted together. */
  get used(): number {
    return this.#claim.counting.isPooled ? this.trials.length : this.#units;
  }

  /** Returns the estimate: the mean of the clusters if the claim is about an average cluster. */
  estimate(): number | null {
    if (!this.#isClustered) return this.#claim.estimate(this.trials);
    return this.#estimated === 0 ? null : this.#sum / this.#estimated;
  }

  /** Returns the values that the test takes for a unit: one, or one for each trial if all answers are counted together. */
  rangesOf(unit: Unit): readonly Range[] {
    const ranges = unit.map((trial) => rangeOf(trial, this.#claim));
    if (ranges.length === 1 || this.#claim.counting.isPooled) return ranges;
    return [{ low: sumOf(ranges, 'low') / ranges.length, high: sumOf(ranges, 'high') / ranges.length }];
  }
}

function sumOf(ranges: readonly Range[], side: keyof Range): number {
  return ranges.reduce((sum, range) => sum + range[side], 0);
}

const bestValue: Range = { low: 1, high: 1 };

/** Returns the range of a trial's Y. */
function rangeOf(trial: TrialValues, claim: Claim): Range {
  if (trial.values === null) return trial.why === 'missing' ? bestValue : anyValue;
  const y = claim.toY(trial.values);
  if (!(y >= -1e-12 && y <= 1 + 1e-12))
    throw new Error(`"${claim.text}" makes ${y} of a trial, which is not between 0 and 1`);
  const within = Math.min(1, Math.max(0, y));
  return { low: within, high: within };
}

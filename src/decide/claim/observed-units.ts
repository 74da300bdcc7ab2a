import { type Dataset, isClustered } from '#model/dataset.js';
import { averageItemLowerBound, type ClusterSum, filledMean, type ItemBound } from '#stats/average-item.js';
import { anyValue, type Conclusion, type Range } from '../test/statistical-test.js';
import type { TrialValues, Unit } from '../trial-values.js';
import type { Claim } from './claim.js';

/** The test that bounds of an average item are inverted from, and the number of clusters that it needs. */
type MeanBounds = Pick<ItemBound, 'alpha' | 'pValue'> & { readonly n: number };

/** The values of the units of a case under one claim. */
export class ObservedUnits {
  readonly #claim: Claim;
  /** Set if clusters are the units. */
  readonly #clustered: Dataset | null;
  readonly #draws: number;
  #units = 0;
  /** The sum of the estimates of clusters, and their number. */
  #sum = 0;
  #estimated = 0;
  /** For clusters whose items are weighed: each counted at its worst, and the opposite of it counted at its best. */
  readonly #lows: ClusterSum[] = [];
  readonly #missesOfHighs: ClusterSum[] = [];
  /** All trials, in order. */
  readonly trials: TrialValues[] = [];

  constructor(claim: Claim, dataset: Dataset | undefined) {
    this.#claim = claim;
    this.#clustered = dataset && isClustered(dataset) ? dataset : null;
    this.#draws = dataset?.draws ?? 1;
  }

  push(unit: Unit): void {
    this.#units += 1;
    for (const trial of unit) this.trials.push(trial);
    if (!this.#clustered) return;
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
    if (this.#clustered?.cluster?.weigh !== 'clusters') return this.#claim.estimate(this.trials);
    return this.#estimated === 0 ? null : this.#sum / this.#estimated;
  }

  /** Returns the values that the test takes for a unit: one, or one for each trial if all answers are counted together. */
  rangesOf(unit: Unit): readonly Range[] {
    const ranges = unit.map((trial) => rangeOf(trial, this.#claim));
    if (ranges.length === 1 || this.#claim.counting.isPooled) {
      if (!this.#weighsItems() || this.#claim.counting.isPooled) return ranges;
    }
    const mean = { low: sumOf(ranges, 'low') / ranges.length, high: sumOf(ranges, 'high') / ranges.length };
    return [this.#weighsItems() ? this.#weighed(ranges) : mean];
  }

  /**
   * Returns the bounds of the mean: those of the test, or, if items are weighed, those of an average item. The Y of clusters then depends on the
   * bar, so that `pValue` is inverted with the Y of each candidate. Clusters that never came, up to `n`, are as large and as bad as possible.
   */
  boundsOfMean(interval: Conclusion['interval'], { n, alpha, pValue }: MeanBounds): Conclusion['interval'] {
    if (interval === null || !this.#weighsItems()) return interval;
    const maxSize = this.#maxSize();
    const unknown = Array.from({ length: Math.max(0, n - this.#units) }, () => ({ sum: 0, size: maxSize }));
    const lower = (clusters: readonly ClusterSum[]) =>
      averageItemLowerBound([...clusters, ...unknown], { maxSize, alpha, pValue });
    return { lower: lower(this.#lows), upper: 1 - lower(this.#missesOfHighs) };
  }

  #maxSize(): number {
    return this.#clustered?.cluster?.at_most ?? 1;
  }

  #weighsItems(): boolean {
    return this.#clustered?.cluster?.weigh === 'items';
  }

  /** Returns Y of a cluster whose items are weighed: its mean if the items that it has not, up to the greatest size, are worth the bar. */
  #weighed(ranges: readonly Range[]): Range {
    const size = ranges.length / this.#draws;
    const [low, high] = [sumOf(ranges, 'low') / this.#draws, sumOf(ranges, 'high') / this.#draws];
    this.#lows.push({ sum: low, size });
    this.#missesOfHighs.push({ sum: size - high, size });
    const filled = (sum: number) => filledMean({ sum, size }, this.#claim.mu0, this.#maxSize());
    return { low: filled(low), high: filled(high) };
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

import { mostTrials } from '#model/limits.js';
import { mixtureBoundaries, mostFailures, operating } from '#stats/boundaries.js';
import { type EProcess, mixtureProcess } from '#stats/e-process.js';
import { firstFrom, isSignificant } from '#stats/numbers.js';
import type { TestStatus } from '../criterion.js';
import {
  type Conclusion,
  type Design,
  outcomeAt,
  plannedPower,
  type RunningTest,
  type Test,
  type ValueRange,
} from './statistical-test.js';

function mixtureTest(name: string, stopsOnFailure: boolean): Test {
  return {
    name,
    givesUp: false,
    holdsAnywhere: true,
    canFail: () => null,
    start: (design) => new RunningBettingTest(design, stopsOnFailure),
    smallestN: ({ mu0, alpha }) => {
      const start = mixtureProcess(mu0);
      return firstFrom(1, mostTrials, (count) => reaches(start, count, alpha));
    },
    forecast: ({ mu0, n, alpha, expected }) => {
      const powerAt = (trials: number) => operating(mixtureBoundaries(trials, mu0, alpha), expected).pass;
      return {
        max_failures: mostFailures(mixtureBoundaries(n, mu0, alpha)),
        power: powerAt(n),
        needed_n: firstFrom(1, mostTrials, (trials) => powerAt(trials) >= plannedPower),
      };
    },
  };
}

/** The mixture e-process on the whole sample (`method: betting`): proved valid for any bounded values, but needs more trials. */
export const bettingTest = mixtureTest('betting e-process', false);

/** The mixture e-process for `sequential: true`: it also stops when the evidence shows that the claim is false. */
export const sequentialBettingTest = mixtureTest('mixture e-process', true);

/** Returns true if the evidence would be significant after `ones` more values of 1. */
function reaches(process: EProcess, ones: number, alpha: number): boolean {
  return isSignificant(Math.exp(-process.logEAfterOnes(ones)), alpha);
}

function suffices(process: EProcess, alpha: number): boolean {
  return isSignificant(Math.exp(-process.maxLogE()), alpha);
}

class RunningBettingTest implements RunningTest {
  readonly #design: Design;
  readonly #stopsOnFailure: boolean;
  readonly #lows: number[] = [];
  readonly #highs: number[] = [];
  /** Evidence for the claim, and for its opposite. */
  readonly #claim: EProcess;
  readonly #opposite: EProcess;
  readonly #canPass: boolean;
  #status: TestStatus = 'open';

  constructor(design: Design, stopsOnFailure: boolean) {
    this.#design = design;
    this.#stopsOnFailure = stopsOnFailure;
    this.#claim = mixtureProcess(design.mu0);
    this.#opposite = mixtureProcess(1 - design.mu0);
    this.#canPass = reaches(this.#claim, design.n, design.alpha);
  }

  readonly push = ({ low, high }: ValueRange): void => {
    this.#lows.push(low);
    this.#highs.push(high);
    this.#claim.push(low);
    this.#opposite.push(1 - high);
    if (this.#status === 'open' && this.#canPass) this.#status = this.#look(low);
  };

  readonly status = (): TestStatus => this.#status;

  /** Both p-values and the bounds (by inversion of the tests) are valid wherever the case ends. */
  readonly conclude = (): Conclusion => {
    const { mu0, alpha } = this.#design;
    const [p_value, fail_p] = [Math.exp(-this.#claim.maxLogE()), Math.exp(-this.#opposite.maxLogE())];
    const misses = this.#highs.map((high) => 1 - high);
    const upper = 1 - bettingLowerBound(misses, 1 - mu0, alpha);
    const interval = { lower: bettingLowerBound(this.#lows, mu0, alpha), upper };
    return { outcome: outcomeAt(alpha, p_value, fail_p), p_value, fail_p, interval };
  };

  #look(low: number): TestStatus {
    const { n, alpha } = this.#design;
    if (suffices(this.#claim, alpha)) return 'passes';
    if (this.#stopsOnFailure && suffices(this.#opposite, alpha)) return 'cannot_pass';
    // A value of 1 leaves what can still be reached as it is.
    return low === 1 || reaches(this.#claim, n - this.#lows.length, alpha) ? 'open' : 'cannot_pass';
  }
}

/**
 * Returns the largest mean that the test rejects from below, to 1e-6; 0 if it rejects none. The p-value grows with the mean. The
 * search starts at the bar, so the bound and the verdict are always on the same side of it.
 */
export function bettingLowerBound(values: readonly number[], bar: number, alpha: number): number {
  const isRejected = (mean: number) => {
    const process = mixtureProcess(mean);
    return values.some((value) => {
      process.push(value);
      return Math.exp(-process.maxLogE()) < alpha;
    });
  };
  let [rejected, kept] = isRejected(bar) ? [bar, 1] : [0, bar];
  while (kept - rejected > 1e-6) {
    const middle = (rejected + kept) / 2;
    if (isRejected(middle)) rejected = middle;
    else kept = middle;
  }
  return rejected;
}

import { mostTrials } from '#model/limits.js';
import { mixtureBoundaries, mostFailures, operating } from '#stats/boundaries.js';
import { type MixtureProcess, mixtureProcess } from '#stats/e-process.js';
import { firstFrom, isSignificant } from '#stats/numbers.js';
import type { TestStatus } from '../criterion.js';
import {
  type ClaimDesign,
  type ClaimTest,
  type Design,
  outcomeAt,
  plannedPower,
  type Reach,
  type RunningTest,
  type Test,
} from './statistical-test.js';

function mixtureTest(name: string, stopsOnFailure: boolean): Test {
  return {
    name,
    givesUp: false,
    holdsAnywhere: true,
    canFail: () => null,
    start: (design) => start(design, stopsOnFailure),
    smallestN: ({ mu0, alpha }) => {
      const process = mixtureProcess(mu0);
      return firstFrom(1, mostTrials, (ones) => isSignificant(Math.exp(-process.logEAfterOnes(ones)), alpha));
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

function start({ n, mu0, alpha }: Design, stopsOnFailure: boolean): RunningTest {
  const [claim, opposite] = [new BettingClaim({ n, mu0, alpha }), new BettingClaim({ n, mu0: 1 - mu0, alpha })];
  const canPass = claim.status() === 'open';
  let status: TestStatus = 'open';
  return {
    push: ({ low, high }) => {
      claim.push({ least: low, most: low });
      opposite.push({ least: 1 - high, most: 1 - high });
      if (status !== 'open' || !canPass) return;
      status = claim.status();
      if (status === 'open' && stopsOnFailure && opposite.isShown()) status = 'cannot_pass';
    },
    status: () => status,
    /** Both p-values and the bounds (by inversion of the tests) are valid wherever the case ends. */
    conclude: () => {
      const [p_value, fail_p] = [claim.pValue(), opposite.pValue()];
      const interval = { lower: claim.lowerBound(), upper: 1 - opposite.lowerBound() };
      return { outcome: outcomeAt(alpha, p_value, fail_p), p_value, fail_p, interval };
    },
  };
}

/**
 * The mixture e-process on n values from 0 to 1, which may be looked at after each: the claim is shown once the evidence suffices. Of differences
 * with a bar of 0, which are values with a bar of one half, equal pairs change nothing, so that it tests the pairs that differ.
 */
export class BettingClaim implements ClaimTest {
  readonly #design: ClaimDesign;
  readonly #least: MixtureProcess;
  /** The same process until a reply is missing. */
  #most: MixtureProcess;
  readonly #values: number[] = [];
  /** No look before this many values can find the claim impossible. */
  #hopelessFrom = 0;

  constructor(design: ClaimDesign) {
    this.#design = design;
    this.#least = mixtureProcess(design.mu0);
    this.#most = this.#least;
  }

  readonly push = ({ least, most }: Reach): void => {
    if (least !== most && this.#most === this.#least) {
      this.#most = mixtureProcess(this.#design.mu0);
      for (const value of this.#values) this.#most.push(value);
    }
    this.#values.push(least);
    this.#least.push(least);
    if (this.#most !== this.#least) this.#most.push(most);
  };

  readonly isShown = (): boolean => this.#suffices(this.#least.maxLogE());

  readonly status = (): TestStatus => {
    if (this.isShown()) return 'passes';
    const used = this.#values.length;
    if (used < this.#hopelessFrom || this.#suffices(this.#most.maxLogE())) return 'open';
    const rest = Math.max(0, this.#design.n - used);
    const wait = firstFrom(0, rest, (zeros) => !this.#suffices(this.#afterWorst(zeros, rest - zeros)));
    this.#hopelessFrom = used + (wait ?? Number.POSITIVE_INFINITY);
    return wait === 0 ? 'cannot_pass' : 'open';
  };

  readonly pValue = (): number => Math.exp(-this.#least.maxLogE());

  readonly lowerBound = (): number => bettingLowerBound(this.#values, this.#design.mu0, this.#design.alpha);

  #afterWorst(zeros: number, ones: number): number {
    return this.#most.logEAfterCounts([
      { weight: 0, count: zeros },
      { weight: 1, count: ones },
    ]);
  }

  #suffices(logE: number): boolean {
    return isSignificant(Math.exp(-logE), this.#design.alpha);
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

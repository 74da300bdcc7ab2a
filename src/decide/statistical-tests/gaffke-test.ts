import { bettingP } from '#stats/e-process.js';
import { gaffkeLessP, gaffkeLowerBound, gaffkeP, gaffkeUpperBound } from '#stats/gaffke.js';
import { firstFrom, isSignificant } from '#stats/numbers.js';
import type { TestStatus } from '../criterion.js';
import { exactBinomialTest } from './binomial-test.js';
import {
  type Conclusion,
  type Design,
  outcomeAt,
  type RunningTest,
  type Test,
  type ValueRange,
  withinCaseLimit,
} from './statistical-test.js';

/**
 * Gaffke's test of the mean of bounded values. It stops as soon as its result is certain. For values of 0 and 1 it equals the
 * binomial test.
 */
export const gaffkeTest: Test = {
  name: "Gaffke's test of a mean",
  givesUp: false,
  canFail: () => null,
  start: (design) => new RunningGaffkeTest(design),
  smallestN: exactBinomialTest.smallestN,
  forecast: (design) => {
    const { needed_n, ...foresight } = exactBinomialTest.forecast(design);
    const { mu0, alpha, expected } = design;
    // The least n with (mu0 / expected)^n < alpha: if all values equal the expected one, fewer trials never pass.
    const ifAllAlike = Math.floor(Math.log(alpha) / Math.log(mu0 / expected)) + 1;
    return { ...foresight, needed_n: withinCaseLimit(needed_n && Math.max(needed_n, ifAllAlike)) };
  },
};

class RunningGaffkeTest implements RunningTest {
  readonly #design: Design;
  readonly #lows: number[] = [];
  readonly #highs: number[] = [];
  #status: TestStatus = 'open';
  /** No look before this many trials can find a pass impossible or, for `#certainFrom`, certain. */
  #hopelessFrom = 1;
  #certainFrom = 1;
  readonly #canPass: boolean;

  constructor(design: Design) {
    this.#design = design;
    this.#canPass = this.#passesWith(design.n, 0);
  }

  readonly push = ({ low, high }: ValueRange): void => {
    this.#lows.push(low);
    this.#highs.push(high);
    if (this.#status === 'open' && this.#canPass) this.#look();
  };

  readonly status = (): TestStatus => this.#status;

  readonly conclude = (): Conclusion => {
    const { n, mu0, alpha } = this.#design;
    if (this.#lows.length >= n || this.#status === 'passes') return this.#byWholeSample();
    if (this.#status === 'open') return this.#undecided(null);
    const fail_p = bettingP(
      this.#highs.map((high) => 1 - high),
      1 - mu0,
    );
    return { ...this.#undecided(fail_p), outcome: isSignificant(fail_p, alpha) ? 'failed' : 'inconclusive' };
  };

  /**
   * Settles the test when even the best or the worst remaining values cannot change the result. The p-value falls as values rise,
   * so if k zeros (or ones) in a row would not settle it, the next k trials need no look.
   */
  #look(): void {
    const used = this.#lows.length;
    const rest = this.#design.n - used;
    if (used >= this.#hopelessFrom) {
      const zeros = firstFrom(0, rest, (count) => !this.#passesWith(rest - count, count)) ?? Number.POSITIVE_INFINITY;
      this.#hopelessFrom = used + zeros;
      if (zeros === 0) this.#status = 'cannot_pass';
    }
    if (this.#status === 'open' && used >= this.#certainFrom) {
      const ones = firstFrom(0, rest, (count) => this.#passesWith(count, rest - count)) ?? Number.POSITIVE_INFINITY;
      this.#certainFrom = used + ones;
      if (ones === 0) this.#status = 'passes';
    }
  }

  #passesWith(ones: number, zeros: number): boolean {
    const { mu0, alpha } = this.#design;
    return isSignificant(gaffkeP([...this.#lows, ...repeated(1, ones), ...repeated(0, zeros)], 0, mu0), alpha);
  }

  #byWholeSample(): Conclusion {
    const { mu0, alpha } = this.#design;
    const p_value = gaffkeP(this.#worst(), 0, mu0);
    const fail_p = gaffkeLessP(this.#best(), 1, mu0);
    return { outcome: outcomeAt(alpha, p_value, fail_p), p_value, fail_p, interval: this.#bounds() };
  }

  #undecided(fail_p: number | null): Conclusion {
    return { outcome: 'inconclusive', p_value: null, fail_p, interval: this.#bounds() };
  }

  /** Returns bounds that are valid whatever the trials that never ran would have given. */
  #bounds(): Conclusion['interval'] {
    const { alpha } = this.#design;
    return { lower: gaffkeLowerBound(this.#worst(), 0, alpha), upper: gaffkeUpperBound(this.#best(), 1, alpha) };
  }

  #worst(): number[] {
    return [...this.#lows, ...repeated(0, this.#design.n - this.#lows.length)];
  }

  #best(): number[] {
    return [...this.#highs, ...repeated(1, this.#design.n - this.#highs.length)];
  }
}

function repeated(value: number, count: number): number[] {
  return Array.from({ length: Math.max(0, count) }, () => value);
}

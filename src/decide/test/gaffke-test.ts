import { bettingP } from '#stats/bounded/e-process.js';
import { gaffkeLessP, gaffkeLowerBound, gaffkeP, gaffkeUpperBound } from '#stats/bounded/gaffke.js';
import { firstFrom } from '#stats/first-where.js';
import { isSignificant } from '#stats/significant.js';
import type { Standing } from '../criterion.js';
import { binomialTest } from './binomial-test.js';
import { type Conclusion, type Design, type Followed, ifPossible, type Range, type Test } from './statistical-test.js';

/** Gaffke's test of the mean of bounded values, curtailed as soon as it is settled. On values of 0 and 1 it is the binomial test. */
export const gaffkeTest: Test = {
  name: "Gaffke's test of a mean",
  givesUp: false,
  canFail: () => null,
  follow: (design) => new GaffkeFollowed(design),
  foresee: (design) => {
    const foresight = binomialTest.foresee(design);
    return { ...foresight, needed_n: ifPossible(larger(foresight.needed_n, trialsIfAllAlike(design))) };
  },
};

/** The least n with (mu0 / expected)^n < alpha: values that are all as good as `expected` never pass with fewer. */
function trialsIfAllAlike({ mu0, expected, alpha }: Design): number {
  return Math.floor(Math.log(alpha) / Math.log(mu0 / expected)) + 1;
}

function larger(a: number | null, b: number): number | null {
  return a === null ? null : Math.max(a, b);
}

class GaffkeFollowed implements Followed {
  readonly #design: Design;
  readonly #lows: number[] = [];
  readonly #highs: number[] = [];
  #standing: Standing = 'open';
  /** Before so many trials a pass cannot be out of reach, or be certain. */
  #hopelessFrom = 1;
  #certainFrom = 1;
  readonly #canPass: boolean;

  constructor(design: Design) {
    this.#design = design;
    this.#canPass = this.#passesWith(design.n, 0);
  }

  readonly push = ({ low, high }: Range): void => {
    this.#lows.push(low);
    this.#highs.push(high);
    if (this.#standing === 'open' && this.#canPass) this.#look();
  };

  readonly standing = (): Standing => this.#standing;

  readonly conclude = (): Conclusion => {
    const { n, mu0, alpha } = this.#design;
    if (this.#lows.length >= n || this.#standing === 'passes') return this.#byWholeSample();
    if (this.#standing === 'open') return this.#undecided(null);
    const fail_p = bettingP(
      this.#highs.map((high) => 1 - high),
      1 - mu0,
    );
    return { ...this.#undecided(fail_p), outcome: isSignificant(fail_p, alpha) ? 'failed' : 'inconclusive' };
  };

  /**
   * Settled once even the best, or even the worst, values for the trials to come change nothing. The p-value falls as values
   * rise, so what so many zeros (ones) in a row would not settle needs no look before so many trials.
   */
  #look(): void {
    const used = this.#lows.length;
    const rest = this.#design.n - used;
    if (used >= this.#hopelessFrom) {
      const zeros = firstFrom(0, rest, (count) => !this.#passesWith(rest - count, count)) ?? Number.POSITIVE_INFINITY;
      this.#hopelessFrom = used + zeros;
      if (zeros === 0) this.#standing = 'cannot_pass';
    }
    if (this.#standing === 'open' && used >= this.#certainFrom) {
      const ones = firstFrom(0, rest, (count) => this.#passesWith(count, rest - count)) ?? Number.POSITIVE_INFINITY;
      this.#certainFrom = used + ones;
      if (ones === 0) this.#standing = 'passes';
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
    const outcome = isSignificant(p_value, alpha) ? 'passed' : isSignificant(fail_p, alpha) ? 'failed' : 'inconclusive';
    return { outcome, p_value, fail_p, interval: this.#bounds() };
  }

  #undecided(fail_p: number | null): Conclusion {
    return { outcome: 'inconclusive', p_value: null, fail_p, interval: this.#bounds() };
  }

  /** Bounds that hold however the trials never asked for would have ended. */
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

import { bettingP } from '#stats/e-process.js';
import { gaffkeLowerBoundOfCounts, gaffkePOfCounts, type Weighted } from '#stats/gaffke.js';
import { firstFrom, isSignificant } from '#stats/numbers.js';
import type { TestStatus } from '../criterion.js';
import { exactBinomialTest } from './binomial-test.js';
import {
  type ClaimDesign,
  type ClaimTest,
  type Design,
  outcomeAt,
  type Reach,
  type RunningTest,
  type Test,
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
  start,
  smallestN: exactBinomialTest.smallestN,
  forecast: (design) => {
    const { needed_n, ...foresight } = exactBinomialTest.forecast(design);
    const { mu0, alpha, expected } = design;
    // The least n with (mu0 / expected)^n < alpha: if all values equal the expected one, fewer trials never pass.
    const ifAllAlike = Math.floor(Math.log(alpha) / Math.log(mu0 / expected)) + 1;
    return { ...foresight, needed_n: withinCaseLimit(needed_n && Math.max(needed_n, ifAllAlike)) };
  },
};

function start({ n, mu0, alpha }: Design): RunningTest {
  const [claim, opposite] = [new GaffkeClaim({ n, mu0, alpha }), new GaffkeClaim({ n, mu0: 1 - mu0, alpha })];
  const misses: number[] = [];
  const canPass = isSignificant(gaffkePOfCounts([{ weight: 1, count: n }], 0, mu0), alpha);
  const status = (): TestStatus => (canPass ? claim.status() : 'open');
  return {
    push: ({ low, high }) => {
      claim.push({ least: low, most: low });
      opposite.push({ least: 1 - high, most: 1 - high });
      misses.push(1 - high);
    },
    status,
    // P-values and bounds are valid whatever the trials that never ran would have given.
    conclude: () => {
      const interval = { lower: claim.lowerBound(), upper: 1 - opposite.lowerBound() };
      if (misses.length >= n || status() === 'passes') {
        const [p_value, fail_p] = [claim.pValue(), opposite.pValue()];
        return { outcome: outcomeAt(alpha, p_value, fail_p), p_value, fail_p, interval };
      }
      if (status() === 'open') return { outcome: 'inconclusive', p_value: null, fail_p: null, interval };
      const fail_p = bettingP(misses, 1 - mu0);
      return { outcome: isSignificant(fail_p, alpha) ? 'failed' : 'inconclusive', p_value: null, fail_p, interval };
    },
  };
}

/** Counts of equal values. Values that are right or wrong have two values and their differences three, so a look takes as long for any number. */
class CountedValues {
  readonly #counts = new Map<number, number>();

  add(value: number): void {
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + 1);
  }

  /** Returns the counts in ascending order, after more values of 0 and 1. */
  with(zeros: number, ones: number): readonly Weighted[] {
    const counts = new Map(this.#counts);
    if (zeros > 0) counts.set(0, (counts.get(0) ?? 0) + zeros);
    if (ones > 0) counts.set(1, (counts.get(1) ?? 0) + ones);
    return [...counts].sort(([a], [b]) => a - b).map(([weight, count]) => ({ weight, count }));
  }
}

/** Gaffke's test of the claim that the mean of n values from 0 to 1 is above `mu0`. */
export class GaffkeClaim implements ClaimTest {
  readonly #design: ClaimDesign;
  readonly #least = new CountedValues();
  readonly #most = new CountedValues();
  #used = 0;
  /** No look before this many values can find the claim impossible or, for `#certainFrom`, certain. */
  #hopelessFrom = 0;
  #certainFrom = 0;
  #status: TestStatus = 'open';

  constructor(design: ClaimDesign) {
    this.#design = design;
  }

  readonly push = ({ least, most }: Reach): void => {
    this.#least.add(least);
    this.#most.add(most);
    this.#used += 1;
  };

  readonly status = (): TestStatus => {
    if (this.#status === 'open') this.#look();
    return this.#status;
  };

  readonly pValue = (): number => this.#pOf(this.#least, this.#rest(), 0);

  readonly lowerBound = (): number =>
    gaffkeLowerBoundOfCounts(this.#least.with(this.#rest(), 0), 0, this.#design.alpha);

  /**
   * Settles the test when even the best or the worst remaining values cannot change the result. The p-value falls as values rise, so if k zeros
   * (or ones) in a row would not settle it, the next k values need no look.
   */
  #look(): void {
    const [used, rest] = [this.#used, this.#rest()];
    const passesWith = (values: CountedValues, zeros: number) =>
      isSignificant(this.#pOf(values, zeros, rest - zeros), this.#design.alpha);
    if (used >= this.#certainFrom) {
      const ones = firstFrom(0, rest, (count) => passesWith(this.#least, rest - count));
      this.#certainFrom = used + (ones ?? Number.POSITIVE_INFINITY);
      if (ones === 0) this.#status = 'passes';
    }
    if (this.#status === 'open' && used >= this.#hopelessFrom) {
      const zeros = firstFrom(0, rest, (count) => !passesWith(this.#most, count));
      this.#hopelessFrom = used + (zeros ?? Number.POSITIVE_INFINITY);
      if (zeros === 0) this.#status = 'cannot_pass';
    }
  }

  #rest(): number {
    return Math.max(0, this.#design.n - this.#used);
  }

  #pOf(values: CountedValues, zeros: number, ones: number): number {
    return gaffkePOfCounts(values.with(zeros, ones), 0, this.#design.mu0);
  }
}

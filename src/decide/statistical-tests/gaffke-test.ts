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
  start: follow,
  smallestN: exactBinomialTest.smallestN,
  forecast: (design) => {
    const { needed_n, ...foresight } = exactBinomialTest.forecast(design);
    const { mu0, alpha, expected } = design;
    // The least n with (mu0 / expected)^n < alpha: if all values equal the expected one, fewer trials never pass.
    const ifAllAlike = Math.floor(Math.log(alpha) / Math.log(mu0 / expected)) + 1;
    return { ...foresight, needed_n: withinCaseLimit(needed_n && Math.max(needed_n, ifAllAlike)) };
  },
};

function follow({ n, mu0, alpha }: Design): RunningTest {
  const [lows, highs]: [number[], number[]] = [[], []];
  let status: TestStatus = 'open';
  /** No look before this many trials can find a pass impossible or, for `certainFrom`, certain. */
  let [hopelessFrom, certainFrom] = [1, 1];
  const passesWith = (ones: number, zeros: number) =>
    isSignificant(gaffkeP([...lows, ...repeated(1, ones), ...repeated(0, zeros)], 0, mu0), alpha);
  const canPass = passesWith(n, 0);
  /**
   * Settles the test when even the best or the worst remaining values cannot change the result. The p-value falls as values rise,
   * so if k zeros (or ones) in a row would not settle it, the next k trials need no look.
   */
  const look = () => {
    const used = lows.length;
    const rest = n - used;
    if (used >= hopelessFrom) {
      const zeros = firstFrom(0, rest, (count) => !passesWith(rest - count, count)) ?? Number.POSITIVE_INFINITY;
      hopelessFrom = used + zeros;
      if (zeros === 0) status = 'cannot_pass';
    }
    if (status === 'open' && used >= certainFrom) {
      const ones = firstFrom(0, rest, (count) => passesWith(count, rest - count)) ?? Number.POSITIVE_INFINITY;
      certainFrom = used + ones;
      if (ones === 0) status = 'passes';
    }
  };
  return {
    push: ({ low, high }) => {
      lows.push(low);
      highs.push(high);
      if (status === 'open' && canPass) look();
    },
    status: () => status,
    conclude: () => concludeGaffke(lows, highs, status, { n, mu0, alpha }),
  };
}

/** Concludes with p-values and bounds that are valid whatever the trials that never ran would have given. */
function concludeGaffke(
  lows: readonly number[],
  highs: readonly number[],
  status: TestStatus,
  { n, mu0, alpha }: Pick<Design, 'n' | 'mu0' | 'alpha'>,
): Conclusion {
  const worst = [...lows, ...repeated(0, n - lows.length)];
  const best = [...highs, ...repeated(1, n - highs.length)];
  const interval = { lower: gaffkeLowerBound(worst, 0, alpha), upper: gaffkeUpperBound(best, 1, alpha) };
  if (lows.length >= n || status === 'passes') {
    const [p_value, fail_p] = [gaffkeP(worst, 0, mu0), gaffkeLessP(best, 1, mu0)];
    return { outcome: outcomeAt(alpha, p_value, fail_p), p_value, fail_p, interval };
  }
  if (status === 'open') return { outcome: 'inconclusive', p_value: null, fail_p: null, interval };
  const misses = highs.map((high) => 1 - high);
  const fail_p = bettingP(misses, 1 - mu0);
  return { outcome: isSignificant(fail_p, alpha) ? 'failed' : 'inconclusive', p_value: null, fail_p, interval };
}

function repeated(value: number, count: number): number[] {
  return Array.from({ length: Math.max(0, count) }, () => value);
}

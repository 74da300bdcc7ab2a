import { binomialUpperTail, clopperPearsonLower, clopperPearsonUpper, criticalCount } from '#stats/binomial.js';
import { boundariesFrom } from '#stats/boundaries.js';
import { fixedItemsTest } from '#stats/hypergeometric.js';
import { isSignificant } from '#stats/numbers.js';
import type { TestStatus } from '../criterion.js';
import { binomialTest } from './binomial-test.js';
import type { Conclusion, Design, RunningTest, Test } from './statistical-test.js';

/**
 * The exact binomial test of all answers to a fixed list of items, each asked equally often. The rates of the items are fixed, and a sum of
 * independent unlike trials has thinner tails than the binomial of their mean, from a distance of 1 to n·mu0 on; nearer, p is 1 (Hoeffding
 * 1956, Annals of Mathematical Statistics 27:713-721).
 *
 * That holds for the sum of all n answers, and for no part of it: the answers to one bad item come together, so the number of answers until
 * the last failure says nothing. Wherever the case ends, answers that were not asked count as the worst possible for either claim.
 */
export const pooledTest: Test = {
  name: 'exact binomial of all answers',
  givesUp: false,
  start: follow,
  // After an early stop it depends on the number of answers to an item, which the design does not have.
  canFail: (design, stopsEarly) => (stopsEarly ? null : isSignificant(failP(0, design), design.alpha)),
  boundaries: (design) => boundariesFrom(neededOf(design), design.n),
  smallestN: (design) => {
    const smallest = binomialTest.smallestN(design);
    return smallest === null ? null : Math.max(smallest, Math.ceil(1 / (1 - design.mu0) - 1e-9));
  },
  forecast: (design) => {
    const needed = neededOf(design);
    return {
      max_failures: needed === null ? null : design.n - needed,
      power: needed === null ? 0 : binomialUpperTail(needed, design.n, design.expected),
      needed_n: binomialTest.forecast(design).needed_n,
    };
  },
};

/** Returns the least number of right answers among n that passes; null if none does. */
function neededOf({ n, mu0, alpha }: Design): number | null {
  const critical = criticalCount(n, mu0, alpha);
  const needed = critical === null ? n + 1 : Math.max(critical, Math.ceil(n * mu0 + 1 - 1e-9));
  return needed <= n ? needed : null;
}

function failP(right: number, { n, mu0, alpha }: Design): number {
  const { fail_p } = fixedItemsTest({ n, k: right }, mu0);
  return isSignificant(fail_p, alpha) && right > n * mu0 - 1 + 1e-9 ? 1 : fail_p;
}

function follow(design: Design): RunningTest {
  const { n, mu0, alpha } = design;
  const needed = neededOf(design);
  let [used, low, high] = [0, 0, 0];
  const status = (): TestStatus => {
    if (needed === null) return 'open';
    if (low >= needed) return 'passes';
    return used - low > n - needed ? 'cannot_pass' : 'open';
  };
  /** Returns the bounds by inversion of the tests, so that no bound is nearer than 1 answer. */
  const bounds = (most: number): Conclusion['interval'] => ({
    lower: Math.min(clopperPearsonLower(low, n, alpha), Math.max(0, low - 1) / n),
    upper: Math.max(clopperPearsonUpper(most, n, alpha), Math.min(n, most + 1) / n),
  });
  return {
    push: (range) => {
      used += 1;
      low += range.low;
      high += range.high;
    },
    status,
    conclude: () => {
      const most = high + n - used;
      const interval = bounds(most);
      if (used < n && status() === 'open') return { outcome: 'inconclusive', p_value: null, fail_p: null, interval };
      const [p_value, fail_p] = [fixedItemsTest({ n, k: low }, mu0).pass_p, failP(most, design)];
      const failed = isSignificant(fail_p, alpha) ? 'failed' : 'inconclusive';
      return { outcome: isSignificant(p_value, alpha) ? 'passed' : failed, p_value, fail_p, interval };
    },
  };
}

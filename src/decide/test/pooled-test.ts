import { fixedItemsTest } from '#stats/file/fixed-items.js';
import { binomialTest } from './binomial-test.js';
import type { Test } from './statistical-test.js';

/**
 * The exact binomial test of all answers to a fixed list of items, each asked equally often. The rates of the items are fixed, and a sum of
 * independent unlike trials has thinner tails than the binomial of their mean, from n·mu0 + 1 right ones on; below that, p is 1 (Hoeffding
 * 1956, Annals of Mathematical Statistics 27:713-721).
 */
export const pooledTest: Test = {
  ...binomialTest,
  name: 'exact binomial of all answers',
  start: (design) => {
    const running = binomialTest.start(design);
    let right = 0;
    return {
      push: (range) => {
        right += range.low;
        running.push(range);
      },
      status: running.status,
      conclude: () => {
        const conclusion = running.conclude();
        const pooled = { n: design.n, k: right };
        const isBelow = conclusion.p_value !== null && fixedItemsTest(pooled, design.mu0).pass_p === 1;
        return isBelow
          ? { ...conclusion, p_value: 1, outcome: conclusion.outcome === 'failed' ? 'failed' : 'inconclusive' }
          : conclusion;
      },
    };
  },
};

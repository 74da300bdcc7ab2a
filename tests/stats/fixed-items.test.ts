import assert from 'node:assert/strict';
import test from 'node:test';
import { fixedItemsTest } from '#stats/hypergeometric.js';

/** Returns the probability of each number of right answers when every item is asked `draws` times. */
function countsOf(rates: readonly number[], draws: number): number[] {
  let chances = [1];
  for (const rate of rates.flatMap((one) => Array<number>(draws).fill(one))) {
    chances = [...chances, 0].map((chance, k) => chance * (1 - rate) + (chances[k - 1] ?? 0) * rate);
  }
  return chances;
}

test('whatever the rates of the items, a claim at their mean passes or fails at most as often as alpha', () => {
  const profiles = [
    [0.8, 0.8, 0.8, 0.8, 0.8],
    [1, 1, 1, 1, 0],
    [1, 1, 0.9, 0.6, 0.5],
    [0.99, 0.99, 0.99, 0.99, 0.04],
    [0.5, 0.4, 0.1],
  ];
  for (const rates of profiles) {
    const p0 = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
    for (const draws of [2, 3, 10]) {
      for (const alpha of [0.05, 0.1, 0.3]) {
        const chances = { pass_p: 0, fail_p: 0 };
        countsOf(rates, draws).forEach((chance, k) => {
          const { pass_p, fail_p } = fixedItemsTest({ n: rates.length * draws, k }, p0);
          if (pass_p < alpha) chances.pass_p += chance;
          if (fail_p < alpha) chances.fail_p += chance;
        });
        const said = JSON.stringify({ rates, draws, alpha, chances });
        assert.ok(chances.pass_p <= alpha && chances.fail_p <= alpha, said);
      }
    }
  }
});

test('a count that is not above the mean by one does not count as evidence', () => {
  assert.equal(fixedItemsTest({ n: 10, k: 5 }, 0.5).pass_p, 1);
  assert.ok(fixedItemsTest({ n: 10, k: 6 }, 0.5).pass_p < 0.5);
  assert.ok(fixedItemsTest({ n: 30, k: 27 }, (26 / 30) * (1 + 1e-15)).pass_p < 1, 'rounding of n·p0 does not decide');
});

test('more right answers than answers, and odd bars, are refused', () => {
  assert.throws(() => fixedItemsTest({ n: 4, k: 5 }, 0.5), RangeError);
  assert.throws(() => fixedItemsTest({ n: 4, k: 4 }, 2), RangeError);
});

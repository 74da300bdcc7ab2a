import assert from 'node:assert/strict';
import test from 'node:test';
import { f1Bounds, f1Of, f1Test } from '#stats/classes/f1.js';
import { divisionsOf } from '../multinomial.js';

/** Rates of true positives, false positives, false negatives and the rest. */
const settings: readonly (readonly [number, number, number, number])[] = [
  [0.6, 0.1, 0.1, 0.2],
  [0.3, 0.02, 0.2, 0.48],
  [0.1, 0.05, 0, 0.85],
  [0.9, 0.05, 0.05, 0],
];

for (const cells of settings) {
  const [tp, fp, fn] = cells;
  const truth = (2 * tp) / (2 * tp + fp + fn);
  test(`at a true F1 of ${truth.toFixed(3)} both tests and both bounds err at most as often as alpha, over all results`, () => {
    const results = divisionsOf(14, cells).map(({ counts: [tp = 0, fp = 0, fn = 0], probability }) => ({
      probability,
      ...f1Test({ tp, fp, fn }, truth),
      ...f1Bounds({ tp, fp, fn }, 0.1),
    }));
    const chance = (errs: (result: (typeof results)[number]) => boolean) =>
      results.filter(errs).reduce((sum, { probability }) => sum + probability, 0);
    assert.ok(chance(({ pass_p }) => pass_p < 0.1) <= 0.1);
    assert.ok(chance(({ fail_p }) => fail_p < 0.1) <= 0.1);
    assert.ok(chance(({ lower }) => lower > truth + 1e-12) <= 0.1);
    assert.ok(chance(({ upper }) => upper < truth - 1e-12) <= 0.1);
  });
}

test('the bound reaches the bar where the test is significant', () => {
  for (let tp = 0; tp <= 40; tp++) {
    const counts = { tp, fp: 3, fn: 2 };
    assert.equal(f1Bounds(counts, 0.05).lower > 0.8, f1Test(counts, 0.8).pass_p < 0.05, `tp=${tp}`);
    assert.equal(f1Bounds(counts, 0.05).upper < 0.8, f1Test(counts, 0.8).fail_p < 0.05, `tp=${tp}`);
  }
});

test('F1 is the harmonic mean of precision and recall, and undefined without a count', () => {
  assert.equal(f1Of({ tp: 6, fp: 2, fn: 4 }), 2 / (8 / 6 + 10 / 6));
  assert.equal(f1Of({ tp: 0, fp: 0, fn: 0 }), null);
});

test('odd counts and bars are refused', () => {
  assert.throws(() => f1Test({ tp: -1, fp: 0, fn: 0 }, 0.8), RangeError);
  assert.throws(() => f1Test({ tp: 1, fp: 0.5, fn: 0 }, 0.8), RangeError);
  assert.throws(() => f1Test({ tp: 1, fp: 0, fn: 0 }, 1.1), RangeError);
  assert.throws(() => f1Bounds({ tp: 1, fp: 0, fn: 0 }, 0), RangeError);
});

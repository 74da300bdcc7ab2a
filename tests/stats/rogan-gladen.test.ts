import assert from 'node:assert/strict';
import test from 'node:test';
import { type JudgedCounts, roganGladen } from '#stats/label-estimates.js';
import { assertClose } from '../support/assert-close.js';

const counts: JudgedCounts = { k: 150, n: 200, tp: 40, fn: 10, tn: 45, fp: 5 };

test('by hand: 75 % passed by a judge of sensitivity 0.8 and specificity 0.9 mean 65/70 good', () => {
  const { sensitivity, specificity, raw, estimate, se } = roganGladen(counts);
  assert.deepEqual([sensitivity, specificity, raw], [0.8, 0.9, 0.75]);
  assertClose(estimate, 65 / 70);
  const variance = 0.1875 / 200 + (5 / 70) ** 2 * (0.09 / 50) + (65 / 70) ** 2 * (0.16 / 50);
  assertClose(se, Math.sqrt(variance) / 0.7);
});

test('a judge without errors keeps its rate and its own standard error', () => {
  const { estimate, se } = roganGladen({ k: 30, n: 40, tp: 9, fn: 0, tn: 8, fp: 0 });
  assert.equal(estimate, 0.75);
  assertClose(se, Math.sqrt(0.1875 / 40));
});

test('the estimate is not clipped', () => {
  const low = { ...counts, k: 0 };
  assertClose(roganGladen(low).estimate, -1 / 7);
  const high = { ...counts, k: 200 };
  assertClose(roganGladen(high).estimate, 9 / 7);
});

const refused: Readonly<Record<string, Partial<JudgedCounts>>> = {
  'a coin for a judge: sensitivity and specificity add up to 1': { tp: 10, fn: 40, tn: 40, fp: 10 },
  'a judge that is worse than a coin': { tp: 5, fn: 45, tn: 5, fp: 45 },
  'nothing judged': { k: 0, n: 0 },
  'more passed than judged': { k: 201 },
  'nothing labelled good': { tp: 0, fn: 0 },
  'nothing labelled bad': { tn: 0, fp: 0 },
  'a count below 0': { fp: -1 },
  'a count with a fraction': { k: 0.5 },
};

for (const [what, part] of Object.entries(refused)) {
  test(`${what} is refused`, () => {
    assert.throws(() => roganGladen({ ...counts, ...part }), RangeError);
  });
}

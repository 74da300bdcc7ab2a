import assert from 'node:assert/strict';
import test from 'node:test';
import { type JudgedCounts, prevalenceBounds, roganGladen } from '#stats/judging/rogan-gladen.js';
import { assertClose } from '../../support/assert-close.js';

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

test('the bounds are clipped, the estimate is not', () => {
  const low = { ...counts, k: 0 };
  assertClose(roganGladen(low).estimate, -1 / 7);
  assert.equal(prevalenceBounds(low, 0.05).lower, 0);
  const high = { ...counts, k: 200 };
  assertClose(roganGladen(high).estimate, 9 / 7);
  assert.equal(prevalenceBounds(high, 0.05).upper, 1);
});

// The formula of Lang and Reiczigel 2014 evaluated independently, with the normal quantile of Python's statistics.
const bounds: readonly [what: string, counts: JudgedCounts, alpha: number, lower: number, upper: number][] = [
  ['150 of 200', counts, 0.05, 0.8036239846043719, 1],
  ['150 of 200, both sides at 95 %', counts, 0.025, 0.7796666764642697, 1],
  ['a rare thing', { k: 27, n: 650, tp: 50, fn: 50, tn: 199, fp: 1 }, 0.025, 0.02746001056689229, 0.11458302572982543],
  ['nothing passed', { k: 0, n: 50, tp: 20, fn: 0, tn: 30, fp: 0 }, 0.05, 0, 0.056155128928328316],
];
for (const [what, judged, alpha, lower, upper] of bounds) {
  test(`bounds of ${what}`, () => {
    const found = prevalenceBounds(judged, alpha);
    assert.ok(Math.abs(found.lower - lower) < 1e-9, `${found.lower} is not ${lower}`);
    assert.ok(Math.abs(found.upper - upper) < 1e-9, `${found.upper} is not ${upper}`);
  });
}

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
    assert.throws(() => prevalenceBounds({ ...counts, ...part }, 0.05), RangeError);
  });
}

test('labels whose adjusted counts are no better than chance have an estimate but no bounds', () => {
  const few = { k: 9, n: 10, tp: 1, fn: 0, tn: 1, fp: 10 };
  assertClose(roganGladen(few).specificity, 1 / 11);
  assert.throws(() => prevalenceBounds(few, 0.05), RangeError);
});

test('a level of 1/2 or more is refused', () => {
  for (const odd of [0, 0.5, 1, Number.NaN]) assert.throws(() => prevalenceBounds(counts, odd), RangeError);
});

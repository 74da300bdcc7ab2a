import assert from 'node:assert/strict';
import test from 'node:test';
import { assertClose } from '../../support/assert-close.js';
import { type LabelledScore, ppiMean } from './ppi-mean.js';

test('by hand: a judge that scores 7 on average and one point too high', () => {
  // Judge 6, 8: variance 2 over 2. Gaps 0, -2: variance 2 over 2.
  const labelled = [
    { human: 5, judge: 5 },
    { human: 7, judge: 9 },
  ];
  const { estimate, rectifier, se } = ppiMean([6, 8], labelled);
  assert.deepEqual([estimate, rectifier], [6, -1]);
  assertClose(se, Math.sqrt(2));
});

test('a judge without errors keeps its mean and its own standard error', () => {
  const labelled = [1, 1, 0, 1].map((score) => ({ human: score, judge: score }));
  const { estimate, rectifier, se } = ppiMean([1, 1, 1, 0], labelled);
  assert.deepEqual([estimate, rectifier], [0.75, 0]);
  assertClose(se, 0.25); // variance (4 · 3/16) / 3 = 1/4, of 4
});

test('with one score of a kind the standard error is null, not 0', () => {
  assert.equal(
    ppiMean(
      [1],
      [
        { human: 1, judge: 1 },
        { human: 0, judge: 1 },
      ],
    ).se,
    null,
  );
  assert.equal(ppiMean([1, 0], [{ human: 1, judge: 1 }]).se, null);
});

test('no judged scores, no labelled scores, and a score that is not finite are refused', () => {
  const label: LabelledScore = { human: 1, judge: 1 };
  assert.throws(() => ppiMean([], [label]), RangeError);
  assert.throws(() => ppiMean([1], []), RangeError);
  assert.throws(() => ppiMean([Number.NaN], [label]), RangeError);
  assert.throws(() => ppiMean([1], [{ human: Number.NaN, judge: 1 }]), RangeError);
});

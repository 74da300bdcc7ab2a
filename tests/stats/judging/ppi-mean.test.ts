import assert from 'node:assert/strict';
import test from 'node:test';
import { type LabelledScore, ppiMean } from '#stats/judging/ppi-mean.js';
import { assertClose } from '../../support/assert-close.js';

test('by hand: the judge says 7 on average, and one point too much', () => {
  // Judge 6, 8: variance 2 over 2. Gaps 0, -2: variance 2 over 2.
  const labelled = [
    { human: 5, judge: 5 },
    { human: 7, judge: 9 },
  ];
  const { estimate, rectifier, se } = ppiMean([6, 8], labelled);
  assert.deepEqual([estimate, rectifier], [6, -1]);
  assertClose(se, Math.sqrt(2));
});

test('a judge that errs nowhere is left as it is, with its own error', () => {
  const labelled = [1, 1, 0, 1].map((score) => ({ human: score, judge: score }));
  const { estimate, rectifier, se } = ppiMean([1, 1, 1, 0], labelled);
  assert.deepEqual([estimate, rectifier], [0.75, 0]);
  assertClose(se, 0.25); // variance (4 · 3/16) / 3 = 1/4, of 4
});

test('with one score of a kind the error is unknown, and not 0', () => {
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

test('nothing judged, nothing labelled, or a score that is no number is refused', () => {
  const label: LabelledScore = { human: 1, judge: 1 };
  assert.throws(() => ppiMean([], [label]), RangeError);
  assert.throws(() => ppiMean([1], []), RangeError);
  assert.throws(() => ppiMean([Number.NaN], [label]), RangeError);
  assert.throws(() => ppiMean([1], [{ human: Number.NaN, judge: 1 }]), RangeError);
});

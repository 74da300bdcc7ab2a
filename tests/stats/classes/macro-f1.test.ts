import assert from 'node:assert/strict';
import test from 'node:test';
import { accuracyOf, classCounts, classEstimates } from '#stats/classes/confusion.js';
import { macroF1 } from '#stats/classes/macro-f1.js';
import { divisionsOf } from '../multinomial.js';

test('the bounds of the mean F1 of two classes hold it in at least 1 - alpha of all results', () => {
  const cells = [0.4, 0.05, 0.02, 0.08, 0.44, 0.01];
  const [a = 0, ab = 0, aNone = 0, ba = 0, b = 0, bNone = 0] = cells;
  const truth = (2 * a) / (2 * a + ba + ab + aNone) / 2 + (2 * b) / (2 * b + ab + ba + bNone) / 2;
  let [missedBelow, missedAbove] = [0, 0];
  for (const { counts, probability } of divisionsOf(9, cells)) {
    const { lower, upper } = macroF1(classCounts([counts.slice(0, 3), counts.slice(3)]), 0.2);
    if (lower > truth) missedBelow += probability;
    if (upper < truth) missedAbove += probability;
  }
  assert.ok(missedBelow <= 0.2 && missedAbove <= 0.2, `${missedBelow} and ${missedAbove}`);
});

test('a class that was never seen counts as 0 in the mean', () => {
  const { macro_f1, lower } = macroF1(
    classCounts([
      [20, 0, 0],
      [0, 0, 0],
    ]),
    0.05,
  );
  assert.equal(macro_f1, 0.5);
  assert.ok(lower < 0.5);
});

test('without answers nothing is estimated', () => {
  const matrix = [
    [0, 0, 0],
    [0, 0, 0],
  ];
  assert.equal(accuracyOf(matrix), null);
  assert.deepEqual(classCounts(matrix).map(classEstimates), [
    { precision: null, recall: null, f1: null },
    { precision: null, recall: null, f1: null },
  ]);
  assert.deepEqual(macroF1([], 0.05), { macro_f1: null, lower: 0, upper: 1 });
});

test('an answer of another class misses the expected one and is a false alarm; none of them is only a miss', () => {
  assert.deepEqual(
    classCounts([
      [5, 2, 1],
      [3, 7, 4],
    ]),
    [
      { tp: 5, fp: 3, fn: 3 },
      { tp: 7, fp: 2, fn: 7 },
    ],
  );
});

test('a matrix without the column for none of the classes is refused', () => {
  assert.throws(
    () =>
      classCounts([
        [1, 0],
        [0, 1],
      ]),
    RangeError,
  );
  assert.throws(
    () =>
      classCounts([
        [1, 0.5, 0],
        [0, 1, 0],
      ]),
    RangeError,
  );
});

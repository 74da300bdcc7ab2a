import assert from 'node:assert/strict';
import test from 'node:test';
import { f1OfShare, shareOfF1 } from '#stats/binomial.js';
import { assertClose } from './close.js';

test('F1 is the harmonic mean of precision and recall for every count', () => {
  for (const [tp, fp, fn] of [
    [6, 2, 4],
    [1, 0, 9],
    [50, 1, 1],
  ] as const) {
    const [precision, recall] = [tp / (tp + fp), tp / (tp + fn)];
    assertClose(f1OfShare(tp / (tp + fp + fn)), 2 / (1 / precision + 1 / recall), 1e-14);
  }
});

test('the two functions undo each other', () => {
  for (const f1 of [0, 0.1, 0.5, 0.8, 0.99, 1]) assertClose(f1OfShare(shareOfF1(f1)), f1, 1e-14);
});

test('shares and F1 outside [0, 1] are refused', () => {
  assert.throws(() => f1OfShare(1.1), RangeError);
  assert.throws(() => shareOfF1(-0.1), RangeError);
});

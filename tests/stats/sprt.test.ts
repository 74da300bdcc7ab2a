import assert from 'node:assert/strict';
import test from 'node:test';
import { sprt } from '#stats/sprt.js';

const passes = (n: number): number[] => Array<number>(n).fill(1);

test('passes at 0.9 against 0.97 prove it at the 40th: 39 ln(0.97/0.9) is still below ln 20', () => {
  assert.deepEqual(sprt(passes(39), 0.9, 0.97, 0.05, 0.2).decision, null);
  assert.equal(sprt(passes(50), 0.9, 0.97, 0.05, 0.2).stop_at, 40);
  assert.equal(sprt(passes(50), 0.9, 0.97, 0.05, 0.2).decision, 'PASS');
});

test('two failures at 0.75 against 0.9 are futile: 2 ln 0.4 = -1.83 is below ln 0.2 = -1.61', () => {
  const { stop_at, decision, llr } = sprt([false, false, true], 0.75, 0.9, 0.05, 0.2);
  assert.deepEqual({ stop_at, decision, llr: llr.toFixed(4) }, { stop_at: 2, decision: 'FUTILE', llr: '-1.8326' });
});

test('no outcomes decide nothing', () => {
  assert.deepEqual(sprt([], 0.5, 0.8, 0.05, 0.2), { stop_at: null, decision: null, llr: 0 });
});

test('rates out of order and levels outside (0, 1) are refused', () => {
  assert.throws(() => sprt([], 0.8, 0.5, 0.05, 0.2), RangeError);
  assert.throws(() => sprt([], 0.5, 1, 0.05, 0.2), RangeError);
  assert.throws(() => sprt([], 0.5, 0.8, 0, 0.2), RangeError);
  assert.throws(() => sprt([], 0.5, 0.8, 0.05, 1), RangeError);
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { normalQuantile } from '#stats/special/normal-quantile.js';
import { assertClose } from '../close.js';

/** The first three are the check values of Wichura (1988). */
const known: readonly [p: number, z: number][] = [
  [0.25, -0.674_489_750_196_081_7],
  [0.001, -3.090_232_306_167_813_6],
  [1e-20, -9.262_340_089_798_409],
  [0.975, 1.959_963_984_540_054],
  [0.5, 0],
  [0.95, 1.644_853_626_951_472_6],
];
for (const [p, z] of known) {
  test(`the normal quantile of ${p} is ${z}`, () => assertClose(normalQuantile(p), z, 1e-15));
}

test('the normal quantile is infinite at 0 and 1', () => {
  assert.equal(normalQuantile(0), Number.NEGATIVE_INFINITY);
  assert.equal(normalQuantile(1), Number.POSITIVE_INFINITY);
});

test('values outside [0, 1] are refused', () => {
  assert.throws(() => normalQuantile(1.1), { name: 'RangeError', message: /p is 1.1/ });
  assert.throws(() => normalQuantile(Number.NaN), { name: 'RangeError', message: /p is NaN/ });
});

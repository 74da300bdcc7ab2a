import assert from 'node:assert/strict';
import test from 'node:test';
import { isMultipleOf } from '#model/schema/user-schema.js';

test('every amount with two decimals is a multiple of 0.01', () => {
  const wrong = Array.from({ length: 99_999 }, (_, index) => Number(((index + 1) / 100).toFixed(2))).filter(
    (amount) => !isMultipleOf(amount, 0.01) || !isMultipleOf(-amount, 0.01),
  );
  assert.deepEqual(wrong, []);
});

for (const [value, of, is] of [
  [2.225, 0.01, false],
  [19.99, 0.05, false],
  [0, 0.3, true],
  [0.3, 0.1, true],
  [1e-7, 1e-8, true],
  [1e21, 3, false],
  [1e300, 1e-300, true],
  [7, 2, false],
  [5, 0, false],
] as const) {
  test(`${value} is ${is ? 'a' : 'no'} multiple of ${of}`, () => assert.equal(isMultipleOf(value, of), is));
}

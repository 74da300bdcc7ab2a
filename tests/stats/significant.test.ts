import assert from 'node:assert/strict';
import test from 'node:test';
import { binomialUpperTail } from '#stats/binomial.js';
import { exceeds, isSignificant } from '#stats/numbers.js';

const table: readonly [string, p: number, alpha: number, isBelow: boolean, isAbove: boolean][] = [
  ['well below alpha', 0.049, 0.05, true, false],
  ['well above it', 0.051, 0.05, false, true],
  ['equal to it', 0.05, 0.05, false, false],
  ['below it by rounding', 0.05 * (1 - 5e-13), 0.05, false, false],
  ['above it by rounding', 0.05 * (1 + 5e-13), 0.05, false, false],
  ['below it by more than rounding', 0.05 * (1 - 1e-11), 0.05, true, false],
  ['above it by more than rounding', 0.05 * (1 + 1e-11), 0.05, false, true],
  ['0', 0, 1e-6, true, false],
];
for (const [title, p, alpha, isBelow, isAbove] of table) {
  test(`a p-value ${title}: significant ${isBelow}, exceeding ${isAbove}`, () => {
    assert.equal(isSignificant(p, alpha), isBelow);
    assert.equal(exceeds(p, alpha), isAbove);
  });
}

test('a p-value that equals alpha mathematically does not pass, whatever the rounding', () => {
  assert.equal(isSignificant(binomialUpperTail(1, 1, 0.05), 0.05), false);
  assert.equal(isSignificant(binomialUpperTail(2, 2, 0.1), 0.01), false);
  assert.equal(isSignificant(binomialUpperTail(5, 5, 0.5), 1 / 32), false);
});

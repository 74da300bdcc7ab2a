import assert from 'node:assert/strict';
import test from 'node:test';
import { levelOfAttempts } from '#stats/comparing/attempts.js';
import { assertClose } from '../support/assert-close.js';

const table: readonly [alpha: number, attempts: number, level: number][] = [
  [0.05, 0, 0],
  [0.05, 1, 0.05],
  [0.05, 2, 0.0975],
  [0.05, 3, 0.142625],
  [0.01, 3, 0.029701],
  [0.5, 10, 1 - 1 / 1024],
  [1e-12, 2, 2e-12 - 1e-24],
  [0, 5, 0],
  [1, 0, 0],
  [1, 2, 1],
];
for (const [alpha, attempts, level] of table) {
  test(`${attempts} tries at ${alpha} are worth ${level}`, () => assertClose(levelOfAttempts(alpha, attempts), level));
}

test('a level or a number of tries that cannot be is refused', () => {
  for (const odd of [-0.1, 1.1, Number.NaN]) assert.throws(() => levelOfAttempts(odd, 1), RangeError);
  for (const odd of [-1, 1.5, Number.NaN]) assert.throws(() => levelOfAttempts(0.05, odd), RangeError);
});

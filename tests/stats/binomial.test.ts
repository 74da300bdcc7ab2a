import assert from 'node:assert/strict';
import test from 'node:test';
import { binomialLowerTail, binomialUpperTail } from '#stats/binomial.js';
import { assertClose } from './close.js';
import { exactTails } from './exact-binomial.js';

test('binomial tails equal sums computed by hand', () => {
  assert.deepEqual(exactTails(3, 0.5), { upper: [1, 0.875, 0.5, 0.125], lower: [0.125, 0.5, 0.875, 1] });
  assert.deepEqual(exactTails(1, 0.25), { upper: [1, 0.25], lower: [0.75, 1] });
});

/** Below 1e-300 a double has fewer digits. */
function assertTail(actual: number, exact: number, said: string): void {
  assertClose(actual, exact, 1e-12, 1e-300, said);
}

const settings: readonly [n: number, p: number][] = [
  [1, 0.05],
  [7, 0.001],
  [20, 0.4],
  [60, 0.95],
  [97, 0.999],
  [150, 0.59],
  [300, 0.01],
  [500, 0.9],
];

for (const [n, p] of settings) {
  test(`both tails of Bin(${n}, ${p}) equal exact arithmetic at every count`, () => {
    const { upper, lower } = exactTails(n, p);
    for (let k = 0; k <= n; k++) {
      assertTail(binomialUpperTail(k, n, p), upper[k] ?? Number.NaN, `P(X >= ${k})`);
      assertTail(binomialLowerTail(k, n, p), lower[k] ?? Number.NaN, `P(X <= ${k})`);
    }
  });
}

test('a rate of 0 or 1 has one possible outcome', () => {
  assert.equal(binomialUpperTail(1, 5, 0), 0);
  assert.equal(binomialUpperTail(5, 5, 1), 1);
  assert.equal(binomialLowerTail(4, 5, 1), 0);
  assert.equal(binomialLowerTail(0, 5, 0), 1);
});

test('the p-value of no trials is 1', () => {
  assert.equal(binomialUpperTail(0, 0, 0.9), 1);
  assert.equal(binomialLowerTail(0, 0, 0.9), 1);
});

test('the p-value is the tail in the direction of the claim', () => {
  assertClose(binomialUpperTail(59, 59, 0.95), 0.95 ** 59, 1e-14);
  assertClose(binomialLowerTail(0, 1, 0.3), 0.7, 1e-15);
});

const refused: readonly [string, () => unknown, RegExp][] = [
  ['more successes than trials', () => binomialUpperTail(11, 10, 0.5), /k is 11, and must be at most n, which is 10/],
  ['a negative count', () => binomialLowerTail(-1, 10, 0.5), /k is -1/],
  ['half a trial', () => binomialUpperTail(1, 2.5, 0.5), /n is 2.5/],
  ['a NaN', () => binomialUpperTail(1, Number.NaN, 0.5), /n is NaN/],
  ['a rate above 1', () => binomialUpperTail(1, 2, 1.2), /p is 1.2/],
  ['a rate that is no number', () => binomialUpperTail(0, 2, Number.NaN), /p is NaN/],
];

for (const [title, call, message] of refused) {
  test(`${title} is refused with a message`, () => assert.throws(call, { name: 'RangeError', message }));
}

import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { binomialLowerTail, binomialUpperTail, clopperPearsonLower, clopperPearsonUpper } from '#stats/binomial.js';
import { clopperPearson } from '../vectors/formulas/clopper-pearson.js';
import { assertClose } from './close.js';

test('without a failure the lower bound is the n-th root of alpha', () => {
  assertClose(clopperPearsonLower(30, 30, 0.05), 0.05 ** (1 / 30), 1e-14);
  assertClose(clopperPearsonLower(1, 1, 0.05), 0.05, 1e-14);
});

test('without a success the upper bound is 1 minus the n-th root of alpha, even if that is small', () => {
  assertClose(clopperPearsonUpper(0, 20, 0.05), 1 - 0.05 ** (1 / 20), 1e-14);
  assertClose(clopperPearsonUpper(0, 1_000_000, 0.05), -Math.expm1(Math.log(0.05) / 1e6), 1e-12);
});

test('without a success the lower bound is 0, and without a failure the upper bound is 1', () => {
  assert.equal(clopperPearsonLower(0, 9, 0.05), 0);
  assert.equal(clopperPearsonUpper(9, 9, 0.05), 1);
  for (const side of ['lower', 'upper', 'two_sided'] as const) {
    assert.deepEqual(clopperPearson(0, 0, 0.05, side), { lower: 0, upper: 1 });
  }
});

test('a two-sided interval uses half of alpha on each side', () => {
  assert.deepEqual(clopperPearson(45, 50, 0.1, 'two_sided'), {
    lower: clopperPearsonLower(45, 50, 0.05),
    upper: clopperPearsonUpper(45, 50, 0.05),
  });
});

test('each bound is the rate whose p-value equals alpha', () => {
  const trials = fc
    .integer({ min: 1, max: 3000 })
    .chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n), fc.constantFrom(0.01, 0.05, 0.2)));
  const property = fc.property(trials, ([k, n, alpha]) => {
    if (k > 0) assertClose(binomialUpperTail(k, n, clopperPearsonLower(k, n, alpha)), alpha, 1e-9);
    if (k < n) assertClose(binomialLowerTail(k, n, clopperPearsonUpper(k, n, alpha)), alpha, 1e-9);
  });
  fc.assert(property, { seed: 7, numRuns: 500 });
});

const refused: readonly [string, () => unknown, RegExp][] = [
  ['a level of 0', () => clopperPearson(1, 2, 0, 'lower'), /alpha is 0,/],
  ['a level of 1', () => clopperPearsonUpper(1, 2, 1), /alpha is 1,/],
  ['more successes than trials', () => clopperPearsonLower(3, 2, 0.05), /k is 3/],
  ['an unknown side', () => clopperPearson(1, 2, 0.05, 'left' as 'lower'), /"left"/],
];

for (const [title, call, message] of refused) {
  test(`${title} is refused with a message`, () => assert.throws(call, { name: 'RangeError', message }));
}

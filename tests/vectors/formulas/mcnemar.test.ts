import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { assertClose } from '../../support/assert-close.js';
import { type DifferenceSide, mcnemarExact } from './paired-tests.js';

// Counted by hand: of 2^12 throws, 66 + 12 + 1 have ten heads or more.
const table: readonly [b: number, c: number, side: DifferenceSide, p: number][] = [
  [10, 2, 'greater', 79 / 4096],
  [10, 2, 'two_sided', 158 / 4096],
  [2, 10, 'less', 79 / 4096],
  [10, 2, 'less', (4096 - 13) / 4096],
  [5, 0, 'greater', 1 / 32],
  [0, 2, 'greater', 1],
  [0, 0, 'greater', 1],
  [0, 0, 'less', 1],
  [0, 0, 'two_sided', 1],
  [7, 7, 'two_sided', 1],
  [100, 0, 'greater', 2 ** -100],
];
for (const [b, c, side, p] of table) {
  test(`${b} new passes against ${c} new failures, ${side}: p = ${p}`, () => {
    assertClose(mcnemarExact(b, c, side), p);
  });
}

test('exchanging the versions turns greater into less and keeps two_sided', () => {
  const count = fc.integer({ min: 0, max: 300 });
  const property = fc.property(count, count, (b, c) => {
    assertClose(mcnemarExact(b, c, 'greater'), mcnemarExact(c, b, 'less'));
    assertClose(mcnemarExact(b, c, 'two_sided'), mcnemarExact(c, b, 'two_sided'));
  });
  fc.assert(property, { seed: 1, numRuns: 300 });
});

test('one more new pass never increases the p-value for the new version', () => {
  const count = fc.integer({ min: 0, max: 100 });
  const property = fc.property(count, count, (b, c) => {
    assert.ok(mcnemarExact(b + 1, c, 'greater') <= mcnemarExact(b, c, 'greater'));
  });
  fc.assert(property, { seed: 2, numRuns: 300 });
});

test('an invalid count and an unknown side are refused', () => {
  for (const odd of [-1, 0.5, Number.NaN, 2 ** 53]) {
    assert.throws(() => mcnemarExact(odd, 1, 'greater'), RangeError);
    assert.throws(() => mcnemarExact(1, odd, 'greater'), RangeError);
  }
  assert.throws(() => mcnemarExact(1, 1, 'sideways' as DifferenceSide), RangeError);
});

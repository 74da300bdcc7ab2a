import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { assertClose } from '../../support/assert-close.js';
import { type DifferenceSide, largestSum, signFlipExact } from './paired-tests.js';

const sides = ['greater', 'less', 'two_sided'] as const;

/** Computes the p-value by its definition, with every assignment of signs. */
function byEnumeration(diffs: readonly number[], side: DifferenceSide): number {
  const observed = diffs.reduce((sum, diff) => sum + diff, 0);
  const isAsExtreme = {
    greater: (flipped: number) => flipped >= observed,
    less: (flipped: number) => flipped <= observed,
    two_sided: (flipped: number) => Math.abs(flipped) >= Math.abs(observed),
  }[side];
  let extreme = 0;
  for (let signs = 0; signs < 2 ** diffs.length; signs++) {
    const flipped = diffs.reduce((sum, diff, i) => sum + ((signs >> i) & 1 ? -diff : diff), 0);
    if (isAsExtreme(flipped)) extreme++;
  }
  return extreme / 2 ** diffs.length;
}

test('one of the eight sign assignments of 1, 2 and 3 reaches their sum', () => {
  assert.deepEqual(signFlipExact([1, 2, 3], 'greater'), { n: 3, nonzero: 3, mean: 2, p_value: 0.125 });
  assert.deepEqual(signFlipExact([1, 2, 3], 'two_sided').p_value, 0.25);
  assert.deepEqual(signFlipExact([1, 2, 3], 'less').p_value, 1);
});

test('for up to ten differences the p-value equals an enumeration of all 2^n sign assignments', () => {
  const property = fc.property(fc.array(fc.integer({ min: -9, max: 9 }), { maxLength: 10 }), (diffs) => {
    for (const side of sides) {
      assert.equal(signFlipExact(diffs, side).p_value, byEnumeration(diffs, side), `${side} of ${diffs}`);
    }
  });
  fc.assert(property, { seed: 3, numRuns: 200 });
});

test('zeros count in n and in the mean, but do not change the p-value', () => {
  const { p_value } = signFlipExact([3, -1, 2, 2], 'greater');
  assert.deepEqual(signFlipExact([0, 3, 0, -1, 2, 2, 0, 0], 'greater'), { n: 8, nonzero: 4, mean: 0.75, p_value });
});

test('no differences, or only zeros, give a p-value of 1', () => {
  for (const side of sides) {
    assert.deepEqual(signFlipExact([0, 0, 0], side), { n: 3, nonzero: 0, mean: 0, p_value: 1 });
    assert.deepEqual(signFlipExact([], side), { n: 0, nonzero: 0, mean: null, p_value: 1 });
  }
});

test('500 improvements by one point have p = 2^-500, without an overflow', () => {
  const diffs = Array.from({ length: 500 }, () => 1);
  assertClose(signFlipExact(diffs, 'greater').p_value, 2 ** -500);
  assertClose(signFlipExact(diffs, 'two_sided').p_value, 2 ** -499);
});

test('differences of equal size give the binomial test: 15 of 20 up', () => {
  const diffs = Array.from({ length: 20 }, (_, index) => (index < 15 ? 4 : -4));
  assertClose(signFlipExact(diffs, 'greater').p_value, (15504 + 4845 + 1140 + 190 + 20 + 1) / 2 ** 20);
});

test('neither order nor unit of the differences matters, and negating them exchanges the sides', () => {
  const property = fc.property(fc.array(fc.integer({ min: -40, max: 40 }), { maxLength: 60 }), (diffs) => {
    const { p_value } = signFlipExact(diffs, 'greater');
    assert.equal(signFlipExact(diffs.toReversed(), 'greater').p_value, p_value);
    assert.equal(
      signFlipExact(
        diffs.map((diff) => 1000 * diff),
        'greater',
      ).p_value,
      p_value,
    );
    assertClose(
      signFlipExact(
        diffs.map((diff) => -diff),
        'less',
      ).p_value,
      p_value,
    );
  });
  fc.assert(property, { seed: 4, numRuns: 200 });
});

test('differences too large for the table are refused with the fix', () => {
  assert.throws(() => signFlipExact([largestSum, 1], 'greater'), /too much for an exact test .* coarser unit/);
  const many = Array.from({ length: 2001 }, (_, index) => 500 + (index % 2));
  assert.throws(() => signFlipExact(many, 'greater'), RangeError);
});

test('a fractional difference and an unknown side are refused', () => {
  for (const odd of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
    assert.throws(() => signFlipExact([1, odd], 'greater'), RangeError);
  }
  assert.throws(() => signFlipExact([1], 'both' as DifferenceSide), RangeError);
});

import assert from 'node:assert/strict';
import test from 'node:test';
import binomialCdf from '@stdlib/stats-base-dists-binomial-cdf';
import fc from 'fast-check';
import { gaffkeLowerBoundOfCounts, gaffkeP, gaffkePOfCounts } from '#stats/gaffke.js';
import { gaffkeLessP, gaffkeLowerBound, gaffkeUpperBound } from './gaffke-sides.js';

function assertClose(actual: number, expected: number, relative: number, what = ''): void {
  const gap = Math.abs(actual - expected);
  assert.ok(gap <= relative * Math.abs(expected) + 1e-300, `${what} ${actual} is not ${expected} within ${relative}`);
}

const ones = (n: number, value = 1): number[] => Array<number>(n).fill(value);

const binary = (n: number, successes: number): number[] => [...ones(successes), ...ones(n - successes, 0)];

/** P(Σ weight·E <= 0) of distinct weights by partial fractions: Σ over negative weights of Π a / (a - b). */
function byPartialFractions(weights: readonly number[]): number {
  const part = (a: number) => weights.filter((b) => b !== a).reduce((product, b) => (product * a) / (a - b), 1);
  return weights.filter((a) => a < 0).reduce((sum, a) => sum + part(a), 0);
}

const scores = fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 1, maxLength: 30 });

const fixed = { seed: 20, numRuns: 200 };

test('the p-value of one value is (mu0 - lo) / (x - lo)', () => {
  assertClose(gaffkeP([9], 1, 8), 7 / 8, 1e-12);
  assertClose(gaffkeP([10], 0, 0.5), 0.05, 1e-12);
});

test('on 0/1 data the p-value equals the binomial tail, however small', () => {
  for (const n of [1, 2, 3, 7, 20, 60, 200, 1000]) {
    for (const p0 of [1e-6, 0.01, 0.1, 0.3, 0.5, 0.75, 0.9, 0.99, 0.999]) {
      for (const k of [1, Math.floor(n * p0), Math.floor((n * (1 + p0)) / 2), n - 1, n]) {
        if (k < 1 || k > n) continue;
        const tail = binomialCdf(n - k, n, 1 - p0);
        if (tail > 1e-290) assertClose(gaffkeP(binary(n, k), 0, p0), tail, 1e-9, `n=${n} p0=${p0} k=${k}`);
      }
    }
  }
});

test('on distinct values the p-value equals the closed form of hypoexponential sums', () => {
  for (const [n, mu0] of [
    [1, 4],
    [2, 3.5],
    [5, 5],
    [8, 4.7],
    [12, 6.1],
    [20, 4.9],
  ] as const) {
    const values = Array.from({ length: n }, (_, i) => 1 + (9 * (i + 1)) / n);
    const expected = byPartialFractions([1 - mu0, ...values.map((value) => value - mu0)]);
    const actual = gaffkeP(values, 1, mu0);
    assert.ok(Math.abs(actual - expected) < 1e-10, `n=${n}: ${actual} is not ${expected}`);
  }
});

test('"less" equals "greater" on negated values', () => {
  assertClose(gaffkeLessP([0.2, 0.5, 0.1], 1, 0.6), gaffkeP([0.8, 0.5, 0.9], 0, 0.4), 1e-12);
  assertClose(gaffkeLessP([0], 10, 9.5), 0.05, 1e-12);
});

test('the p-value is 1 if no value is above the bar, and 0 if one is and the bar is the least possible value', () => {
  assert.equal(gaffkeP([], 0, 0.5), 1);
  assert.equal(gaffkeP([5, 5, 5], 1, 5), 1);
  assert.equal(gaffkeP([1, 2, 3], 1, 3.5), 1);
  assert.equal(gaffkeP([1, 1], 1, 1), 1);
  assert.equal(gaffkeP([1, 2], 1, 1), 0);
});

test('a greater value never increases the p-value', () => {
  fc.assert(
    fc.property(scores, fc.nat(), fc.double({ min: 1.5, max: 9.5, noNaN: true }), (values, at, mu0) => {
      const raised = values.map((value, i) => (i === at % values.length ? Math.min(10, value + 1) : value));
      assert.ok(gaffkeP(raised, 1, mu0) <= gaffkeP(values, 1, mu0) * (1 + 1e-10));
    }),
    fixed,
  );
});

test('the p-value does not depend on the order of the values, down to the last bit', () => {
  fc.assert(
    fc.property(scores, (values) => {
      assert.equal(gaffkeP([...values].reverse(), 1, 6), gaffkeP(values, 1, 6));
    }),
    fixed,
  );
});

test('the lower bound is the mean whose p-value is alpha', () => {
  fc.assert(
    fc.property(scores, (values) => {
      const bound = gaffkeLowerBound(values, 1, 0.05);
      if (values.every((value) => value === 1)) assert.equal(bound, 1);
      else assertClose(gaffkeP(values, 1, bound), 0.05, 1e-8);
    }),
    fixed,
  );
});

test('the bounds of ten passes in ten equal those of Clopper and Pearson', () => {
  assertClose(gaffkeLowerBound(ones(10), 0, 0.05), 0.05 ** (1 / 10), 1e-11);
  assert.equal(gaffkeUpperBound(ones(10), 1, 0.05), 1);
  assertClose(gaffkeUpperBound(ones(10, 0), 1, 0.05), 1 - 0.05 ** (1 / 10), 1e-11);
  assert.equal(gaffkeLowerBound([], 0, 0.05), 0);
});

test('a value below the least possible one is refused', () => {
  assert.throws(() => gaffkeP([0.5, -0.1], 0, 0.5), RangeError);
  assert.throws(() => gaffkeLessP([1.1], 1, 0.5), RangeError);
  assert.throws(() => gaffkeP([Number.NaN], 0, 0.5), RangeError);
  assert.throws(() => gaffkeP([1], 0, Number.NaN), RangeError);
  assert.throws(() => gaffkeP([1], Number.NEGATIVE_INFINITY, 0), RangeError);
});

test('values and bars at the limits of a double give a result or a RangeError', () => {
  assert.ok(gaffkeP([1e-306, 2e-306], 0, 2e-308) < 0.001);
  assert.equal(gaffkeP([0.5, 0.6], 0, 1 - 2 ** -53), 1);
  assert.throws(() => gaffkeP([0.5, 0.6], 0, 1e-300), RangeError);
});

test('counted values give the p-value and the bound of the values', () => {
  const values = [...ones(4, -1), ...ones(30, 0), ...ones(9, 1)];
  const counts = [
    { weight: -1, count: 4 },
    { weight: 0, count: 30 },
    { weight: 1, count: 9 },
  ];
  assert.equal(gaffkePOfCounts(counts, -1, -0.05), gaffkeP(values, -1, -0.05));
  assert.equal(gaffkeLowerBoundOfCounts(counts, -1, 0.05), gaffkeLowerBound(values, -1, 0.05));
});

import assert from 'node:assert/strict';
import test from 'node:test';
import betainc from '@stdlib/math-base-special-betainc';
import betaincinv from '@stdlib/math-base-special-betaincinv';
import binomialCdf from '@stdlib/stats-base-dists-binomial-cdf';
import studentTCdf from '@stdlib/stats-base-dists-t-cdf';
import fc from 'fast-check';
import { binomialLowerTail, binomialUpperTail } from '#stats/binomial.js';
import {
  inverseRegularizedBeta,
  inverseRegularizedBetaComplement,
  regularizedBeta,
  regularizedBetaComplement,
} from '#stats/special-functions.js';
import { studentTUpperTail } from '../vectors/formulas/t-test.js';
import { assertClose } from './close.js';

let comparisons = 0;

function compare(actual: number, expected: number, said: string): void {
  comparisons += 1;
  assertClose(actual, expected, 1e-9, 1e-11, said);
}

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });
/** Draws values spread evenly over the orders of magnitude. */
const magnitude = (least: number, most: number) => between(least, most).map((exponent) => 10 ** exponent);
const shape = magnitude(-0.3, 4);
const fixed = { seed: 20_260_131, numRuns: 1500 };

/** Draws points near the mass of the distribution: standard deviations from the mean, kept inside (0, 1). */
function pointOf(a: number, b: number, deviations: number): number {
  const mean = a / (a + b);
  const sd = Math.sqrt((mean * (1 - mean)) / (a + b + 1));
  return Math.min(1 - 1e-9, Math.max(1e-9, mean + deviations * sd));
}

test('both tails of the beta distribution agree with @stdlib', () => {
  const property = fc.property(shape, shape, between(-8, 8), (a, b, deviations) => {
    const x = pointOf(a, b, deviations);
    compare(regularizedBeta(x, a, b), betainc(x, a, b), `I_${x}(${a}, ${b})`);
    compare(regularizedBetaComplement(x, a, b), betainc(x, a, b, true, true), `1 - I_${x}(${a}, ${b})`);
  });
  fc.assert(property, fixed);
});

test('the inverse of both tails agrees with @stdlib', () => {
  const property = fc.property(shape, shape, between(1e-6, 1 - 1e-6), (a, b, p) => {
    compare(inverseRegularizedBeta(p, a, b), betaincinv(p, a, b), `inverse of ${p} for ${a}, ${b}`);
    const upper = betaincinv(p, a, b, true);
    compare(inverseRegularizedBetaComplement(p, a, b), upper, `inverse of upper ${p} for ${a}, ${b}`);
  });
  fc.assert(property, fixed);
});

test('binomial tails agree with @stdlib', () => {
  const property = fc.property(fc.integer({ min: 1, max: 5000 }), between(0, 1), between(0, 1), (n, share, p) => {
    const k = Math.floor(share * n);
    compare(binomialLowerTail(k, n, p), binomialCdf(k, n, p), `P(Bin(${n}, ${p}) <= ${k})`);
    const above = 1 - binomialCdf(k - 1, n, p);
    compare(binomialUpperTail(k, n, p), above, `P(Bin(${n}, ${p}) >= ${k})`);
  });
  fc.assert(property, fixed);
});

// Nearer to 0 @stdlib computes df / (df + t²), which rounds to 1: at t = 1.57e-9, df = 1 it gives 0.5, where
// 1/2 - atan(t)/π is 0.4999999995. student-t.test.ts compares that region with closed forms.
test("the tail of Student's t agrees with @stdlib", () => {
  const property = fc.property(between(-8, 8), magnitude(-0.3, 4), fc.boolean(), (deviations, df, isFar) => {
    const t = isFar ? 10 * deviations : deviations;
    if (t * t < 1e-6 * df) return;
    compare(studentTUpperTail(t, df), studentTCdf(-t, df), `P(T > ${t}), ${df} degrees of freedom`);
  });
  fc.assert(property, fixed);
});

test('the comparison covered thousands of values', () => {
  assert.equal(comparisons >= 9000, true, `${comparisons} comparisons`);
});

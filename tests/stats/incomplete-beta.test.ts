import assert from 'node:assert/strict';
import test from 'node:test';
import {
  inverseRegularizedBeta,
  inverseRegularizedBetaComplement,
  regularizedBeta,
  regularizedBetaComplement,
} from '#stats/special-functions.js';
import { assertClose } from './close.js';

const powers = [0.5, 1, 3, 17.5, 400, 100_000];

test('with b = 1 the function is a power: I_x(a, 1) = x^a', () => {
  for (const a of powers) {
    for (const x of [1e-3, 0.2, 0.5, 0.97, 0.9999]) {
      const expected = x ** a;
      if (expected > 1e-300) assertClose(regularizedBeta(x, a, 1), expected, 1e-12, 0, `I_${x}(${a}, 1)`);
    }
  }
});

test('with a = 1 the complement is a power: 1 - I_x(1, b) = (1-x)^b', () => {
  for (const b of powers) {
    for (const x of [1e-9, 1e-3, 0.25, 0.5, 0.875]) {
      const expected = Math.exp(b * Math.log1p(-x));
      if (expected > 1e-300) assertClose(regularizedBetaComplement(x, 1, b), expected, 1e-12, 0, `1 - I_${x}(1, ${b})`);
    }
  }
});

test('with a = b = ½ it is the arcsine distribution: I_x(½, ½) = (2/π) asin sqrt x', () => {
  for (const x of [1e-12, 0.01, 0.5, 0.99]) {
    assertClose(regularizedBeta(x, 0.5, 0.5), (2 / Math.PI) * Math.asin(Math.sqrt(x)), 1e-13, 0, `at ${x}`);
  }
});

test('a tail far below machine precision keeps its digits', () => {
  assertClose(regularizedBeta(1e-20, 10, 1), 1e-200, 1e-12);
  assertClose(regularizedBetaComplement(0.999, 1, 100), 1e-300, 1e-10);
});

test('the function is exact at 0 and 1', () => {
  assert.deepEqual([regularizedBeta(0, 2, 3), regularizedBeta(1, 2, 3)], [0, 1]);
  assert.deepEqual([regularizedBetaComplement(0, 2, 3), regularizedBetaComplement(1, 2, 3)], [1, 0]);
  assert.deepEqual([inverseRegularizedBeta(0, 2, 3), inverseRegularizedBeta(1, 2, 3)], [0, 1]);
  assert.deepEqual([inverseRegularizedBetaComplement(0, 2, 3), inverseRegularizedBetaComplement(1, 2, 3)], [1, 0]);
});

test('in both tails the inverse of a power is a root', () => {
  for (const p of [1e-200, 1e-9, 0.05, 0.5, 0.95]) {
    for (const n of [1, 20, 2000]) {
      assertClose(inverseRegularizedBeta(p, n, 1), p ** (1 / n), 1e-12, 0, `${n}-th root of ${p}`);
      const fromTop = -Math.expm1(Math.log(p) / n);
      assertClose(inverseRegularizedBetaComplement(p, 1, n), fromTop, 1e-12, 0, `1 - ${n}-th root of ${p}`);
    }
  }
});

test('an inverse too small for a double is the smallest x that it returns', () => {
  assertClose(inverseRegularizedBeta(1e-300, 0.5, 1), Math.exp(-700), 1e-12);
});

test('the inverse undoes the function', () => {
  for (const a of powers) {
    for (const b of powers) {
      for (const p of [1e-30, 1e-6, 0.01, 0.3, 0.5]) {
        const lower = inverseRegularizedBeta(p, a, b);
        if (lower > 1e-300 && lower < 0.5) assertClose(regularizedBeta(lower, a, b), p, 1e-10, 0, `${p} ${a} ${b}`);
        const upper = inverseRegularizedBetaComplement(p, a, b);
        if (upper < 0.5) assertClose(regularizedBetaComplement(upper, a, b), p, 1e-10, 0, `upper ${p} ${a} ${b}`);
      }
    }
  }
});

const refused: readonly [string, () => unknown, RegExp][] = [
  ['a point outside [0, 1]', () => regularizedBeta(1.5, 1, 1), /x is 1.5/],
  ['a NaN', () => regularizedBetaComplement(Number.NaN, 1, 1), /x is NaN/],
  ['a shape of 0', () => regularizedBeta(0.5, 0, 1), /a is 0/],
  ['an infinite shape', () => regularizedBeta(0.5, 1, Number.POSITIVE_INFINITY), /b is Infinity/],
  ['a probability outside [0, 1]', () => inverseRegularizedBeta(-0.1, 1, 1), /p is -0.1/],
  ['the same for the other tail', () => inverseRegularizedBetaComplement(2, 1, 1), /q is 2/],
];

for (const [title, call, message] of refused) {
  test(`${title} is refused with a message`, () => assert.throws(call, { name: 'RangeError', message }));
}

import assert from 'node:assert/strict';
import test from 'node:test';
import { assertClose } from '../../stats/close.js';
import { type MeanSide, studentTUpperTail, tTestMean } from './t-test.js';

const points = [1.57e-9, 1e-4, 0.3, 1, 5];

test('with one degree of freedom it equals the Cauchy distribution', () => {
  for (const t of points) assertClose(studentTUpperTail(t, 1), 0.5 - Math.atan(t) / Math.PI, 1e-13, 0, `at ${t}`);
  assertClose(studentTUpperTail(1e9, 1), 1 / (Math.PI * 1e9), 1e-12, 0, 'far out');
});

test('with two degrees of freedom it equals 1 / (s (s + t)), s² = 2 + t²', () => {
  for (const t of [...points, 1e6]) {
    const s = Math.sqrt(2 + t * t);
    assertClose(studentTUpperTail(t, 2), 1 / (s * (s + t)), 1e-12, 0, `at ${t}`);
  }
});

/** Upper 2.5 % points of printed tables, three decimals. */
const printed: readonly [df: number, t: number][] = [
  [4, 2.776],
  [10, 2.228],
  [30, 2.042],
  [120, 1.98],
];
for (const [df, t] of printed) {
  test(`2.5 % lie beyond ${t} with ${df} degrees of freedom`, () => {
    assertClose(studentTUpperTail(t, df), 0.025, 0.002);
  });
}

test('the tail is one half at 0 and symmetric', () => {
  assert.equal(studentTUpperTail(0, 7), 0.5);
  assertClose(studentTUpperTail(-2.776_445, 4), 0.975, 1e-6);
});

test('the tail of a t whose square overflows is 0', () => assert.equal(studentTUpperTail(1e200, 1), 0));

test('the test of 1, 2, 3 against 1 equals the result by hand', () => {
  const { p_value, ...rest } = tTestMean([1, 2, 3], 1, 'greater');
  assert.deepEqual(rest, { n: 3, mean: 2, sd: 1, t: 1 / Math.sqrt(1 / 3), df: 2, degenerate: false });
  const s = Math.sqrt(5);
  assertClose(p_value ?? Number.NaN, 1 / (s * (s + Math.sqrt(3))), 1e-13);
});

test('all sides use the same t: less is the complement of greater, two-sided is twice the smaller', () => {
  const values = [1, 2, 3];
  const p = (side: MeanSide) => tTestMean(values, 1, side).p_value ?? Number.NaN;
  assertClose(p('less'), 1 - p('greater'), 1e-14);
  assertClose(p('two_sided'), 2 * p('greater'), 1e-14);
});

const degenerate: readonly [string, number[], mean: number | null, sd: number | null][] = [
  ['no value', [], null, null],
  ['one value', [4], 4, null],
  ['equal values', [0.1, 0.1, 0.1], 0.1, 0],
];
for (const [title, values, mean, sd] of degenerate) {
  test(`${title} has neither t nor p-value`, () => {
    const expected = { n: values.length, mean, sd, t: null, df: null, p_value: null, degenerate: true };
    assert.deepEqual(tTestMean(values, 1, 'greater'), expected);
  });
}

const refused: readonly [string, () => unknown, RegExp][] = [
  ['a value that is no number', () => tTestMean([1, Number.NaN], 0, 'less'), /values\[1\] is NaN/],
  ['an infinite mean to test', () => tTestMean([1, 2], Number.POSITIVE_INFINITY, 'less'), /mu0.*Infinity/],
  ['an unknown side', () => tTestMean([1, 2], 0, 'up' as 'less'), /"up"/],
  ['no degrees of freedom', () => studentTUpperTail(1, 0), /df is 0/],
  ['an infinite t', () => studentTUpperTail(Number.POSITIVE_INFINITY, 3), /t.*Infinity/],
];
for (const [title, call, message] of refused) {
  test(`${title} is refused with a message`, () => assert.throws(call, { name: 'RangeError', message }));
}

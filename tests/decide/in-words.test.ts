import assert from 'node:assert/strict';
import test from 'node:test';
import { formatCount, formatExactPercent, formatNumber, formatPercent } from '#decide/claim.js';

const trials = { one: 'trial', many: 'trials' };

test('percentages have enough digits to differ from 0 and 100', () => {
  assert.deepEqual(
    [0.5, 0.8508, 0.9997, 0.00012, 1, 0].map((share) => formatPercent(share)),
    ['50%', '85.1%', '99.97%', '0.012%', '100%', '0%'],
  );
});

test('floating-point noise does not change rounding down and up: 0.29 is 29 %', () => {
  assert.deepEqual(
    [formatPercent(0.29, 'down'), formatPercent(0.57, 'up'), formatPercent(0.2999, 'down')],
    ['29%', '57%', '29.9%'],
  );
});

test('numbers have about three significant digits', () => {
  assert.deepEqual(
    [8.6123, 1540.4, 0.012345, -2.345].map((value) => formatNumber(value)),
    ['8.61', '1540', '0.0123', '-2.34'],
  );
});

test('numbers from a file are not rounded', () => {
  assert.deepEqual(
    [formatExactPercent(0.9549), formatExactPercent(0.07), formatCount(12345, trials), formatCount(1, trials)],
    ['95.49%', '7%', '12,345 trials', '1 trial'],
  );
});

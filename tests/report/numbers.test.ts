import assert from 'node:assert/strict';
import test from 'node:test';
import { count, duration, plural, usd } from '#report/text/numbers.js';

const durations: [number | null, string][] = [
  [null, 'unknown'],
  [Number.NaN, 'unknown'],
  [-1, 'unknown'],
  [0, '0 ms'],
  [0.84, '840 ms'],
  [0.9994, '999 ms'],
  [0.9996, '1.0 s'],
  [12.44, '12.4 s'],
  [59.94, '59.9 s'],
  [59.96, '1 min'],
  [200, '3 min 20 s'],
  [3599.6, '1 h'],
  [3900, '1 h 5 min'],
];
for (const [seconds, text] of durations) {
  test(`${seconds} s is written ${text}`, () => assert.equal(duration(seconds), text));
}

const counts: [number | null, string][] = [
  [null, 'unknown'],
  [0, '0'],
  [999, '999'],
  [12345, '12,345'],
  [1234567, '1,234,567'],
];
for (const [value, text] of counts) {
  test(`the count ${value} is written ${text}`, () => assert.equal(count(value), text));
}

const amounts: [number | null, string][] = [
  [null, 'unknown'],
  [0, '$0'],
  [0.00001, '< $0.0001'],
  [0.0042, '$0.0042'],
  [0.0099999, '$0.01'],
  [0.1234, '$0.12'],
  [0.99996, '$1.00'],
  [1234.5, '$1,234.50'],
];
for (const [value, text] of amounts) {
  test(`${value} US dollars are written ${text}`, () => assert.equal(usd(value), text));
}

test('only one is singular', () => {
  assert.equal(plural(1, 'case'), '1 case');
  assert.equal(plural(0, 'case'), '0 cases');
  assert.equal(plural(2, 'query', 'queries'), '2 queries');
});

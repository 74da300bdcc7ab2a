import assert from 'node:assert/strict';
import test from 'node:test';
import { criticalCount, smallestN } from '#stats/binomial.js';

/** The smallest n with p0^n < alpha. */
const withoutFailure: readonly [p0: number, at5percent: number, at1percent: number][] = [
  [0.5, 5, 7],
  [0.6, 6, 10],
  [0.7, 9, 13],
  [0.75, 11, 17],
  [0.8, 14, 21],
  [0.85, 19, 29],
  [0.9, 29, 44],
  [0.95, 59, 90],
  [0.97, 99, 152],
  [0.98, 149, 228],
  [0.99, 299, 459],
  [0.995, 598, 919],
  [0.999, 2995, 4603],
];

for (const [p0, at5percent, at1percent] of withoutFailure) {
  test(`without a failure, ${p0} needs ${at5percent} trials at 5 % and ${at1percent} at 1 %`, () => {
    assert.equal(smallestN(p0, 0.05, 0), at5percent);
    assert.equal(smallestN(p0, 0.01, 0), at1percent);
  });
}

test('with failures, the result is the first n whose critical count allows that many', () => {
  for (const [p0, failures] of [
    [0.5, 3],
    [0.9, 1],
    [0.95, 2],
    [0.2, 7],
  ] as const) {
    let n = failures;
    while ((criticalCount(n, p0, 0.05) ?? n + 1) > n - failures) n += 1;
    assert.equal(smallestN(p0, 0.05, failures), n, `p0 ${p0}, ${failures} failures`);
  }
});

test('no n shows a rate of 1, and the search ends at a thousand million', () => {
  assert.equal(smallestN(1, 0.05, 0), null);
  assert.equal(smallestN(1 - 1e-10, 0.05, 0), null);
});

test('one success shows a rate above 0', () => assert.equal(smallestN(0, 0.05, 4), 5));

test('a search that starts above the answer returns its start', () => assert.equal(smallestN(0.9, 0.05, 0, 40), 40));

const refused: readonly [string, () => unknown, RegExp][] = [
  ['a proportion above 1', () => smallestN(1.1, 0.05, 0), /proportion is 1.1/],
  ['a level of 0', () => smallestN(0.9, 0, 0), /alpha is 0,/],
  ['a negative number of failures', () => smallestN(0.9, 0.05, -1), /failures is -1/],
];

for (const [title, call, message] of refused) {
  test(`${title} is refused with a message`, () => assert.throws(call, { name: 'RangeError', message }));
}

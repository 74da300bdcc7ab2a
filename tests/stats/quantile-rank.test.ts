import assert from 'node:assert/strict';
import test from 'node:test';
import { quantileRank } from '#stats/binomial.js';
import { exactTails } from './exact-binomial.js';

test('the largest of 59 values bounds the 95th percentile, the largest of 58 does not', () => {
  assert.equal(quantileRank(59, 0.95, 0.05, 'upper'), 59);
  assert.equal(quantileRank(58, 0.95, 0.05, 'upper'), null);
});

test('the 299th value bounds the 99th percentile', () => {
  assert.equal(quantileRank(299, 0.99, 0.05, 'upper'), 299);
  assert.equal(quantileRank(298, 0.99, 0.05, 'upper'), null);
});

test('the ranks follow the definition', () => {
  for (const n of [1, 4, 17, 45]) {
    for (const q of [0.05, 0.5, 0.9]) {
      for (const alpha of [0.02, 0.1, 0.4]) {
        const { lower: below } = exactTails(n, q);
        const enough = below.slice(0, n).findIndex((tail) => tail >= 1 - alpha) + 1;
        const few = below.slice(0, n).findLastIndex((tail) => tail <= alpha) + 1;
        assert.equal(quantileRank(n, q, alpha, 'upper'), enough || null, `upper ${n} ${q} ${alpha}`);
        assert.equal(quantileRank(n, q, alpha, 'lower'), few || null, `lower ${n} ${q} ${alpha}`);
      }
    }
  }
});

test('a rank with a confidence of exactly 1 - alpha is a bound', () => {
  assert.equal(quantileRank(5, 0.5, 1 / 32, 'upper'), 5);
  assert.equal(quantileRank(5, 0.5, 1 / 32, 'lower'), 1);
  assert.equal(quantileRank(1, 0.95, 0.95, 'upper'), 1);
});

test('no values give no bound', () => {
  assert.equal(quantileRank(0, 0.5, 0.05, 'upper'), null);
  assert.equal(quantileRank(0, 0.5, 0.05, 'lower'), null);
});

const refused: readonly [string, () => unknown, RegExp][] = [
  ['the quantile 1', () => quantileRank(9, 1, 0.05, 'upper'), /q is 1,/],
  ['a level of 0', () => quantileRank(9, 0.5, 0, 'upper'), /alpha is 0,/],
  ['a negative n', () => quantileRank(-9, 0.5, 0.1, 'upper'), /n is -9/],
  ['an unknown side', () => quantileRank(9, 0.5, 0.1, 'middle' as 'upper'), /"middle"/],
];

for (const [title, call, message] of refused) {
  test(`${title} is refused with a message`, () => assert.throws(call, { name: 'RangeError', message }));
}

import assert from 'node:assert/strict';
import test from 'node:test';
import { criticalCount } from '#stats/binomial.js';
import { exactTails } from './exact-binomial.js';

test('96 of 100 show a rate above 90 %, 95 do not', () => {
  assert.equal(criticalCount(100, 0.9, 0.05), 96);
});

test('the critical count is the first whose exact tail is below alpha', () => {
  for (const n of [1, 5, 13, 40]) {
    for (const p0 of [0.1, 0.5, 0.75, 0.93]) {
      for (const alpha of [0.01, 0.05, 0.3]) {
        const first = exactTails(n, p0).upper.findIndex((tail) => tail < alpha);
        assert.equal(criticalCount(n, p0, alpha), first < 0 ? null : first, `n ${n}, p0 ${p0}, alpha ${alpha}`);
      }
    }
  }
});

test('a p-value equal to alpha does not pass: 5 of 5 heads at 1/32', () => {
  assert.equal(criticalCount(5, 0.5, 1 / 32), null);
  assert.equal(criticalCount(6, 0.5, 1 / 64 + 1e-9), 6);
});

test('no count passes with too few trials, no trials, or a bar of 1', () => {
  assert.equal(criticalCount(28, 0.9, 0.05), null);
  assert.equal(criticalCount(0, 0.9, 0.05), null);
  assert.equal(criticalCount(1000, 1, 0.05), null);
});

test('one success disproves a rate of 0', () => assert.equal(criticalCount(1000, 0, 0.05), 1));

test('a level outside (0, 1) is refused', () => {
  assert.throws(() => criticalCount(10, 0.5, 0), { name: 'RangeError', message: /alpha is 0,/ });
});

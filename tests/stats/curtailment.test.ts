import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { criticalCount } from '#stats/critical-count.js';
import { curtailment } from '#stats/curtailment.js';

/** 39 of 45 show more than 75 %, so 6 failures are allowed. */
const design = [45, 0.75, 0.05] as const;
const settled = { k_crit: 39, max_failures: 6 };

test('the count that passes stops it, although trials are left', () => {
  const expected = { ...settled, stop_at: 39, decision: 'PASS' };
  assert.deepEqual(curtailment(Array(45).fill(1), ...design), expected);
});

test('one failure more than is allowed stops it', () => {
  const expected = { ...settled, stop_at: 7, decision: 'CANNOT_PASS' };
  assert.deepEqual(curtailment(Array(9).fill(0), ...design), expected);
});

test('until then nothing is decided', () => {
  const expected = { ...settled, stop_at: null, decision: null };
  assert.deepEqual(curtailment([...Array(38).fill(1), ...Array(6).fill(0)], ...design), expected);
  assert.deepEqual(curtailment([], ...design), expected);
});

test('where no outcome passes it stops before the first trial', () => {
  const expected = { k_crit: null, max_failures: null, stop_at: 0, decision: 'CANNOT_PASS' };
  assert.deepEqual(curtailment([1, 1], 20, 0.9, 0.05), expected);
});

test('the early answer is that of the whole sample', () => {
  const outcomes = fc.array(fc.constantFrom(0, 1, 1, 1, 1, 1, 1), { minLength: 60, maxLength: 60 });
  const property = fc.property(outcomes, fc.constantFrom(0.5, 0.75, 0.9), (sample, p0) => {
    const successes = sample.filter((one) => one === 1).length;
    const passes = successes >= (criticalCount(60, p0, 0.05) ?? 61);
    assert.equal(curtailment(sample, 60, p0, 0.05).decision, passes ? 'PASS' : 'CANNOT_PASS');
  });
  fc.assert(property, { seed: 3, numRuns: 300 });
});

test('an outcome that is neither 0 nor 1 is refused', () => {
  assert.throws(() => curtailment([1, 0.5], ...design), { name: 'RangeError', message: /outcome is 0.5/ });
});

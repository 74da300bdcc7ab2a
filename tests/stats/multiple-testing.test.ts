import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { holm, levelOfAttempts } from '#stats/multiple-testing.js';
import { assertClose } from '../support/assert-close.js';

const level = fc.double({ min: 0, max: 1, noNaN: true });

const levels = fc.array(level, { maxLength: 30 });

test("Holm's correction of four p-values equals the result by hand", () => {
  assert.deepEqual(holm([0.01, 0.04, 0.03, 0.005], 0.05), {
    adjusted: [0.03, 0.06, 0.06, 0.02],
    reject: [true, false, false, true],
  });
});

test('an adjusted p equal to alpha is not significant, even if rounding makes it slightly smaller', () => {
  assert.deepEqual(holm([0.05], 0.05).reject, [false]);
  assert.deepEqual(holm([0.3 - 0.1, 0.9], 0.4), { adjusted: [0.39999999999999997, 0.9], reject: [false, false] });
});

test('equal p-values are adjusted equally, and none exceeds 1', () => {
  assert.deepEqual(holm([0.5, 0.5, 0.5], 0.05).adjusted, [1, 1, 1]);
  assert.deepEqual(holm([], 0.05), { adjusted: [], reject: [] });
});

test('an adjusted p is at least p and at most m·p, and keeps the order', () => {
  const property = fc.property(levels, (p) => {
    const { adjusted } = holm(p, 0.05);
    p.forEach((value, i) => {
      const own = adjusted[i] ?? Number.NaN;
      assert.ok(own >= value && own <= 1, `${own} of ${value}`);
      p.forEach((other, j) => {
        if (value <= other) assert.ok(own <= (adjusted[j] ?? Number.NaN));
      });
    });
    const smallest = Math.min(...p);
    assert.equal(p.length === 0 || Math.min(...adjusted) === Math.min(1, p.length * smallest), true);
  });
  fc.assert(property, { seed: 5, numRuns: 300 });
});

test('the result does not depend on the order of the claims', () => {
  const property = fc.property(levels, (p) => {
    assert.deepEqual(holm(p.toReversed(), 0.05).adjusted.toReversed(), holm(p, 0.05).adjusted);
  });
  fc.assert(property, { seed: 6, numRuns: 200 });
});

test('values outside [0, 1] are refused', () => {
  for (const odd of [-0.01, 1.01, Number.NaN]) assert.throws(() => holm([0.5, odd], 0.05), RangeError);
  for (const odd of [0, 1, Number.NaN]) assert.throws(() => holm([0.5], odd), RangeError);
});

const table: readonly [alpha: number, attempts: number, level: number][] = [
  [0.05, 0, 0],
  [0.05, 1, 0.05],
  [0.05, 2, 0.0975],
  [0.05, 3, 0.142625],
  [0.01, 3, 0.029701],
  [0.5, 10, 1 - 1 / 1024],
  [1e-12, 2, 2e-12 - 1e-24],
  [0, 5, 0],
  [1, 0, 0],
  [1, 2, 1],
];

for (const [alpha, attempts, level] of table) {
  test(`${attempts} tries at ${alpha} have an overall level of ${level}`, () =>
    assertClose(levelOfAttempts(alpha, attempts), level));
}

test('an invalid level and an invalid number of tries are refused', () => {
  for (const odd of [-0.1, 1.1, Number.NaN]) assert.throws(() => levelOfAttempts(odd, 1), RangeError);
  for (const odd of [-1, 1.5, Number.NaN]) assert.throws(() => levelOfAttempts(0.05, odd), RangeError);
});

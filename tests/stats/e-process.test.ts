import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { bernoulliMixtureLogE, bettingP, mixtureProcess } from '#stats/e-process.js';

const fixed = { seed: 7, numRuns: 200 };

const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 80 });

function assertClose(actual: number, expected: number, within: number): void {
  assert.ok(Math.abs(actual - expected) <= within, `${actual} is not ${expected} within ${within}`);
}

function logEOf(values: readonly number[], mu0: number): number {
  const process = mixtureProcess(mu0);
  for (const value of values) process.push(value);
  return process.logE();
}

test('the e-value starts at 1, and its value after one observation equals that computed by hand', () => {
  assert.equal(mixtureProcess(0.3).logE(), 0);
  assertClose(Math.exp(logEOf([1], 0.5)), 1.5, 1e-14);
  assertClose(Math.exp(logEOf([0], 0.5)), 0.5, 1e-14);
  assertClose(Math.exp(logEOf([0.75], 0.25)), 2, 1e-14);
});

test('at the bar the e-value neither grows nor shrinks on average, whatever came before', () => {
  fc.assert(
    fc.property(shares, fc.double({ min: 0.01, max: 0.99, noNaN: true }), (past, mu0) => {
      const before = logEOf(past, mu0);
      const after = (y: number) => Math.exp(logEOf([...past, y], mu0) - before);
      assertClose(mu0 * after(1) + (1 - mu0) * after(0), 1, 1e-11);
    }),
    fixed,
  );
});

test('the e-value does not depend on the order of the values', () => {
  fc.assert(
    fc.property(shares, (values) => {
      assertClose(
        logEOf(
          [...values].sort((a, b) => a - b),
          0.6,
        ),
        logEOf(values, 0.6),
        1e-10,
      );
    }),
    fixed,
  );
});

test('the process can recover after two thousand failures', () => {
  const runs = [Array<number>(2000).fill(0), Array<number>(3000).fill(1)];
  assertClose(logEOf(runs.flat(), 0.5), logEOf(runs.reverse().flat(), 0.5), 1e-8);
});

test('on 0/1 data the grid agrees with the closed form', () => {
  const values = Array.from({ length: 60 }, (_, i) => (i % 6 === 5 ? 0 : 1));
  assertClose(logEOf(values, 0.75), bernoulliMixtureLogE(50, 60, 0.75, 'greater'), 1e-3);
  const mirrored = values.map((value) => 1 - value);
  assertClose(logEOf(mirrored, 0.25), bernoulliMixtureLogE(50, 60, 0.75, 'less'), 1e-3);
});

test('the closed form without failures is (1 - p0^(n+1)) / ((n+1) (1 - p0) p0^n)', () => {
  assertClose(bernoulliMixtureLogE(0, 0, 0.9, 'greater'), 0, 1e-12);
  assertClose(bernoulliMixtureLogE(2, 2, 0.5, 'greater'), Math.log(7 / 3), 1e-12);
  assertClose(bernoulliMixtureLogE(0, 2, 0.5, 'less'), Math.log(7 / 3), 1e-12);
  assertClose(
    bernoulliMixtureLogE(100_000, 100_000, 0.9, 'greater'),
    100_000 * -Math.log(0.9) - Math.log(100_001 * 0.1),
    1e-9,
  );
});

test('the closed form is a martingale at p0, even after a hundred thousand trials', () => {
  for (const side of ['greater', 'less'] as const) {
    const before = bernoulliMixtureLogE(90_300, 100_000, 0.9, side);
    const pass = Math.exp(bernoulliMixtureLogE(90_301, 100_001, 0.9, side) - before);
    const fail = Math.exp(bernoulliMixtureLogE(90_300, 100_001, 0.9, side) - before);
    assertClose(0.9 * pass + 0.1 * fail, 1, 1e-9);
  }
});

test('the p-value is one over the greatest e-value so far, and at most 1', () => {
  assert.equal(bettingP([], 0.5), 1);
  assert.equal(bettingP([0, 0, 0], 0.5), 1);
  assertClose(bettingP([1, 0, 0, 0], 0.5), 1 / 1.5, 1e-14);
});

test('a value outside [0, 1], and a bar of 0 or 1, are refused', () => {
  assert.throws(() => mixtureProcess(0.5).push(1.1), RangeError);
  assert.throws(() => mixtureProcess(0.5).push(Number.NaN), RangeError);
  assert.throws(() => mixtureProcess(1), RangeError);
  assert.throws(() => mixtureProcess(0), RangeError);
  assert.throws(() => bernoulliMixtureLogE(3, 2, 0.5, 'greater'), RangeError);
});

test('the evidence after counted values is that of pushing them', () => {
  const pushed = mixtureProcess(0.475);
  for (const y of [1, 0, 0.5]) pushed.push(y);
  const foreseen = pushed.logEAfterCounts([
    { weight: 0.5, count: 40 },
    { weight: 0, count: 3 },
  ]);
  assert.equal(pushed.logEAfterCounts([{ weight: 1, count: 7 }]), pushed.logEAfterOnes(7));
  for (let count = 0; count < 40; count++) pushed.push(0.5);
  for (let count = 0; count < 3; count++) pushed.push(0);
  assert.ok(Math.abs(foreseen - pushed.logE()) < 1e-9, `${foreseen} is not ${pushed.logE()}`);
  assert.throws(() => pushed.logEAfterCounts([{ weight: 1.5, count: 1 }]), RangeError);
});

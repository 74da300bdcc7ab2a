import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { fileMeanLowerBound, fileMeanUpperBound, fileProcess } from '#stats/file-betting.js';
import { assertClose } from './close.js';
import { permutationsOf } from './permutations.js';

const fileMeanBounds = (values: readonly number[], N: number, alpha: number) => ({
  lower: fileMeanLowerBound(values, N, alpha),
  upper: fileMeanUpperBound(values, N, alpha),
});

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Returns the number of values from which on some order has seen the whole sum of the file. */
function mostOpen(file: readonly number[]): number {
  return file.filter((value) => value > 0).length;
}

function after(values: readonly number[], N: number, m0: number) {
  const process = fileProcess(N, m0);
  for (const value of values) process.push(value);
  return process;
}

const files: readonly (readonly number[])[] = [
  [1, 1, 1, 0, 1, 1, 0],
  [0.2, 0.9, 1, 0.5, 0.7, 0.9],
  [0, 0.25, 0.25, 1, 1, 0.75, 0.5],
];

test('over all orders E is 1 on average at the mean of the file until one settles the claim, and at most 1 above it', () => {
  for (const file of files) {
    const orders = permutationsOf(file);
    for (let n = 1; n < file.length; n++) {
      const ends = (m0: number) => orders.map((order) => after(order.slice(0, n), file.length, m0));
      const average = (m0: number) => meanOf(ends(m0).map((process) => Math.exp(process.logE())));
      const isOpen = ends(meanOf(file)).every((process) => process.decision()?.kind !== 'certain');
      assert.equal(isOpen, n < mostOpen(file), `${n} of ${file.length}`);
      if (isOpen) assertClose(average(meanOf(file)), 1, 1e-9, 0, `${n} of ${file.length}`);
      for (const above of [1e-6, 0.01, 0.1]) {
        assert.ok(average(meanOf(file) + above) <= 1 + 1e-9, `${n} of ${file.length}`);
      }
    }
  }
});

test('a false claim passes in at most alpha of all orders, at whatever look', () => {
  for (const file of files) {
    const m0 = meanOf(file) + 1e-6;
    for (const alpha of [0.1, 0.3, 0.5]) {
      const passed = permutationsOf(file).filter(
        (order) => after(order, file.length, m0).maxLogE() >= Math.log(1 / alpha),
      );
      assert.ok(passed.length <= (alpha * 5040 * file.length) / 7, `${passed.length} at ${alpha}`);
      assert.equal(passed.filter((order) => after(order, file.length, m0).decision()?.kind === 'certain').length, 0);
    }
  }
});

test('in every order the bounds hold the mean of the file but for alpha of them', () => {
  for (const file of files.slice(0, 2)) {
    const orders = permutationsOf(file).filter((_, index) => index % 7 === 0);
    for (const n of [3, 5]) {
      const bounds = orders.map((order) => fileMeanBounds(order.slice(0, n), file.length, 0.3));
      assert.ok(bounds.filter(({ lower }) => lower > meanOf(file) + 1e-8).length <= 0.36 * orders.length);
      assert.ok(bounds.filter(({ upper }) => upper < meanOf(file) - 1e-8).length <= 0.36 * orders.length);
    }
  }
});

test('the bounds of a whole file are its mean, and those of no value are 0 and 1', () => {
  const file = [0.2, 0.9, 1, 0.5, 0.7, 0.9];
  const { lower, upper } = fileMeanBounds(file, 6, 0.05);
  assertClose(lower, meanOf(file), 0, 1e-9);
  assertClose(upper, meanOf(file), 0, 1e-9);
  assert.deepEqual(fileMeanBounds([], 6, 0.05), { lower: 0, upper: 1 });
});

test('the value after more ones is the one that pushing them gives', () => {
  const value = fc.double({ min: 0, max: 1, noNaN: true });
  const bar = fc.double({ min: 0.3, max: 0.9, noNaN: true });
  let finite = 0;
  const property = fc.property(fc.array(value, { maxLength: 40 }), bar, fc.nat(30), (values, m0, count) => {
    const process = after(values, 60, m0);
    const foreseen = process.logEAfterOnes(count);
    for (let one = values.length; one < Math.min(60, values.length + count); one++) process.push(1);
    if (Number.isFinite(foreseen)) assertClose(process.logE(), foreseen, 1e-8, 1e-8);
    else assert.equal(process.logE(), foreseen);
    if (count > 0 && Number.isFinite(foreseen)) finite += 1;
  });
  fc.assert(property, { seed: 5, numRuns: 300 });
  assert.ok(finite > 100, `${finite} finite values`);
});

test('a claim that all values to come must be near 1 for is still open', () => {
  assert.equal(after([0, 0, 0], 10, 0.699).decision(), null);
  assert.deepEqual(after([0, 0, 0], 10, 0.701).decision(), { kind: 'impossible', at: 3 });
});

test('a file that is seen whole is counted, whatever its sum is rounded to', () => {
  assert.deepEqual(after([0.1, 0.2, 0.3], 3, 0.2).decision(), { kind: 'certain', at: 3 });
  assert.equal(after([0.1, 0.2, 0.3], 3, 0.201).decision()?.kind, 'impossible');
  assert.deepEqual(after([1, 1, 0, 0], 4, 0.5).decision(), { kind: 'certain', at: 2 });
  assert.equal(after([1, 1], 4, 0.5).maxLogE(), Number.POSITIVE_INFINITY);
});

test('more values than the file has, and numbers outside [0, 1], are refused', () => {
  assert.throws(() => after([1, 1, 1], 2, 0.5), RangeError);
  assert.throws(() => after([1.5], 2, 0.5), RangeError);
  assert.throws(() => fileProcess(0, 0.5), RangeError);
  assert.throws(() => fileProcess(5, 1.1), RangeError);
  assert.throws(() => fileMeanBounds([1], 2, 0), RangeError);
});

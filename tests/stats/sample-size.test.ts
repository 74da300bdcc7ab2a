import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { binomialPower, type PowerTarget, powerAtMost, sampleSize } from '#stats/binomial.js';
import { stableSize } from '../vectors/formulas/stable-size.js';
import { assertClose } from './close.js';

const known: readonly [p0: number, p1: number, n_first: number][] = [
  [0.5, 0.7, 37],
  [0.75, 0.9, 45],
  [0.8, 0.9, 82],
  [0.9, 0.97, 76],
  [0.95, 0.99, 124],
  [0.99, 0.998, 628],
];

for (const [p0, p1, n_first] of known) {
  test(`${n_first} trials are the first to give 80 % power for ${p0} at a true ${p1}`, () => {
    assert.equal(sampleSize({ p0, p1, alpha: 0.05, power: 0.8 }).n_first, n_first);
  });
}

/** Computes the sample size by its definition, with every n. */
function byTrying(target: PowerTarget) {
  const power = (n: number) => binomialPower({ ...target, n }).power;
  let first = 1;
  while (power(first) < target.power) first += 1;
  const { k_crit } = binomialPower({ ...target, n: first });
  return { n_first: first, k_crit };
}

test('the search finds the same n as trying every n', () => {
  const target = fc.record({
    p0: fc.double({ min: 0.02, max: 0.95, noNaN: true }),
    way: fc.double({ min: 0.4, max: 1, noNaN: true }),
    alpha: fc.constantFrom(0.01, 0.05, 0.2),
    power: fc.constantFrom(0.3, 0.8, 0.95),
  });
  const property = fc.property(target, ({ p0, way, alpha, power }) => {
    const asked = { p0, p1: Math.min(1, p0 + way * (1 - p0)), alpha, power };
    assert.deepEqual(sampleSize(asked), byTrying(asked));
  });
  fc.assert(property, { seed: 11, numRuns: 60 });
});

test('power lies below a bound that never falls as trials are added', () => {
  for (const [p0, p1] of [
    [0.5, 0.7],
    [0.9, 0.97],
    [0.1, 0.12],
  ] as const) {
    let most = 0;
    for (let n = 1; n <= 200; n++) {
      const design = { n, p0, p1, alpha: 0.05 };
      const bound = powerAtMost(design);
      assert.ok(binomialPower(design).power <= bound + 1e-12 && bound >= most - 1e-12, `${p0} ${p1} ${n}`);
      most = bound;
    }
  }
});

test('a design whose power dips again at the end of the search range has no stable n', () => {
  const asked = { p0: 0.9, p1: 0.902, alpha: 0.05, power: 0.05 };
  assert.deepEqual(sampleSize(asked), { n_first: 29, k_crit: 29 });
  assert.equal(stableSize(asked), null);
  assert.deepEqual(byTrying(asked), sampleSize(asked));
});

test('a design that needs more than a million trials has no sample size', () => {
  const none = { n_first: null, k_crit: null };
  assert.deepEqual(sampleSize({ p0: 0.5, p1: 0.5001, alpha: 0.05, power: 0.8 }), none);
});

test('a test that no outcome passes has size 0 and power 0', () => {
  assert.deepEqual(binomialPower({ n: 20, p0: 0.9, p1: 1, alpha: 0.05 }), { k_crit: null, size: 0, power: 0 });
});

test('size is the tail at the bar, and power is the tail at the true rate', () => {
  const { k_crit, size, power } = binomialPower({ n: 2, p0: 0.125, p1: 0.5, alpha: 0.05 });
  assert.equal(k_crit, 2);
  assertClose(size, 1 / 64, 1e-14);
  assertClose(power, 1 / 4, 1e-14);
});

const refused: readonly [string, () => unknown, RegExp][] = [
  ['a true rate at the bar', () => sampleSize({ p0: 0.9, p1: 0.9, alpha: 0.05, power: 0.8 }), /p1 is 0.9/],
  ['a power of 1', () => sampleSize({ p0: 0.8, p1: 0.9, alpha: 0.05, power: 1 }), /power is 1,/],
  ['a level of 0', () => sampleSize({ p0: 0.8, p1: 0.9, alpha: 0, power: 0.8 }), /alpha is 0,/],
  ['a bar below 0', () => sampleSize({ p0: -1, p1: 0.9, alpha: 0.05, power: 0.8 }), /p0 is -1/],
  ['a true rate above 1', () => binomialPower({ n: 5, p0: 0.5, p1: 2, alpha: 0.05 }), /p1 is 2/],
];

for (const [title, call, message] of refused) {
  test(`${title} is refused with a message`, () => assert.throws(call, { name: 'RangeError', message }));
}

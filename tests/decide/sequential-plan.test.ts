import assert from 'node:assert/strict';
import test from 'node:test';
import { foresee } from '#decide/test/foresee.js';
import { sequentialPlan } from '#decide/test/sequential-plan.js';
import { sequentialTest } from '#decide/test/sequential-test.js';
import { bestTest } from '#stats/sequential/best-test.js';
import { seqPlan } from '#stats/sequential/seq-plan.js';

const design = { mu0: 0.9, expected: 0.97, alpha: 0.05, n: 130 };
const [p0, p1, alpha] = [design.mu0, design.expected, design.alpha];
const best = (n_max: number) => bestTest({ p0, p1, alpha, power: 0.8, n_max });
const sprt = (n_max: number, futility: number) => seqPlan({ p0, p1, alpha, futility, n_max });

test('up to 1,000 trials the best test is taken; above, and where it does not exist, the SPRT', () => {
  assert.deepEqual(sequentialPlan(design), best(130));
  assert.deepEqual(sequentialPlan({ ...design, n: 1000 }), best(1000));
  assert.deepEqual(sequentialPlan({ ...design, n: 1001 }), sprt(1001, 0.29));
  assert.equal(best(50), null);
  assert.deepEqual(sequentialPlan({ ...design, n: 50 }), sprt(50, 0.2));
});

test('a plan is searched once for its bar, its expected rate, its trials and its level', () => {
  assert.equal(sequentialPlan({ ...design }), sequentialPlan(design));
  const others = [{ mu0: 0.89 }, { expected: 0.971 }, { n: 131 }, { alpha: 0.04 }];
  for (const other of others) assert.notDeepEqual(sequentialPlan({ ...design, ...other }), sequentialPlan(design));
});

test('the trials for a power of 80 % are those of the exact test, or fewer that have it; above 1,000 those of the SPRT', () => {
  assert.equal(foresee(sequentialTest, design).needed_n, 76);
  assert.equal(foresee(sequentialTest, { ...design, n: 50 }).needed_n, 76);
  assert.ok(foresee(sequentialTest, { ...design, n: 76 }).power >= 0.8);
  // The best test of six trials has the power that the exact test has from seven on.
  const needed = [5, 6, 7, 20].map(
    (n) => foresee(sequentialTest, { mu0: 0.2719, expected: 0.7816, alpha: 0.05, n }).needed_n,
  );
  assert.deepEqual(needed, [7, 6, 7, 7]);
  assert.equal(foresee(sequentialTest, { mu0: 0.995, expected: 0.9985, alpha: 0.05, n: 800 }).needed_n, 1966);
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { seqPlan, sequentialSize } from '#stats/sequential-plan.js';

test('the horizon is the smallest whose plan has the power', () => {
  for (const [p0, p1, futility, power, n_max] of [
    [0.5, 0.7, 0.2, 0.8, 50],
    [0.75, 0.9, 0.2, 0.8, 52],
    [0.9, 0.97, 0.3, 0.8, 128],
  ] as const) {
    const question = { p0, p1, alpha: 0.05, futility };
    const size = sequentialSize({ ...question, power });
    const plan = seqPlan({ ...question, n_max });
    assert.deepEqual(size, { n_max, power: plan.power, mean_n: plan.asn_p1 });
    assert.ok(plan.power >= power);
    for (let n = 1; n < n_max; n++) assert.ok(seqPlan({ ...question, n_max: n }).power < power, `n_max=${n}`);
  }
});

test('a rate close to 1 needs a long horizon', () => {
  const size = sequentialSize({ p0: 0.99, p1: 0.998, alpha: 0.05, futility: 0.3, power: 0.8 });
  assert.equal(size?.n_max, 1077);
});

test('a power that futility stops make unattainable has no horizon', () => {
  assert.equal(sequentialSize({ p0: 0.9, p1: 0.97, alpha: 0.05, futility: 0.5, power: 0.9 }), null);
});

test('a power outside (0, 1) is refused', () => {
  assert.throws(() => sequentialSize({ p0: 0.9, p1: 0.97, alpha: 0.05, futility: 0.2, power: 1 }), RangeError);
});

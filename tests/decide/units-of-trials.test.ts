import assert from 'node:assert/strict';
import test from 'node:test';
import { decidedUnits } from '../vectors/decided-units.js';

/** Clusters of one to three items; most items pass. */
const clusters = Array.from({ length: 60 }, (_, index) =>
  Array.from({ length: (index % 3) + 1 }, (_, item) => (item === 0 && index % 10 === 2 ? 0 : 1)),
);
const weighed = { cluster: { field: 'customer', weigh: 'items', at_most: 3 } } as const;
const decide = (p0: number) => decidedUnits(clusters, weighed, { p0 });

test('the bounds of an average item are where its claim begins to pass and to fail', () => {
  const { estimate, interval } = decide(0.8);
  const [lower, upper] = [interval?.lower ?? 0, interval?.upper ?? 1];
  assert.equal(estimate, 114 / 120);
  assert.ok(lower > 0.8 && lower < 0.95 && upper > 0.95 && upper < 1, `${lower} to ${upper}`);
  assert.equal(decide(lower - 1e-6).outcome, 'passed');
  assert.equal(decide(lower + 1e-6).outcome, 'inconclusive');
  assert.equal(decide(upper - 1e-6).outcome, 'inconclusive');
  assert.equal(decide(upper + 1e-6).outcome, 'failed');
});

test('the bounds do not depend on the bar of the claim', () => {
  assert.deepEqual(decide(0.6).interval, decide(0.9).interval);
});

test('an undecided case with several answers an item is decided from their share, not from their sum', () => {
  const items = Array.from({ length: 100 }, (_, item) => [1, 1, item < 27 ? 0 : 1]);
  const { outcome, estimate, used } = decidedUnits(items, { draws: 3, kept: 100 }, { p0: 0.9 });
  assert.deepEqual({ outcome, estimate, used }, { outcome: 'inconclusive', estimate: 0.91, used: 100 });
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { decidedUnits } from '../vectors/decided-units.js';

test('an undecided case with several answers an item is decided from their share, not from their sum', () => {
  const items = Array.from({ length: 100 }, (_, item) => [1, 1, item < 27 ? 0 : 1]);
  const { outcome, estimate, used } = decidedUnits(items, { draws: 3, kept: 100 }, { p0: 0.9 });
  assert.deepEqual({ outcome, estimate, used }, { outcome: 'inconclusive', estimate: 0.91, used: 100 });
});

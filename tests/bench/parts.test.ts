import assert from 'node:assert/strict';
import test from 'node:test';
import { benchmark } from '../support/benchmark.js';

test('of several rounds the median counts', async () => {
  const { inRounds } = await benchmark('harness/rounds.js');
  const taken = [30, 10, 20];
  const [one] = await inRounds(3, { one: () => ({ wall_ms: taken.shift(), out: 'is no number' }) });
  assert.deepEqual(one, {
    name: 'one',
    median: { wall_ms: 20 },
    rounds: [{ wall_ms: 30 }, { wall_ms: 10 }, { wall_ms: 20 }],
  });
});

test('a figure that is above what is promised says so', async () => {
  const { printed } = await benchmark('figures.js');
  const figures = [
    { what: 'short', value: 1.25, unit: '×', most: 1.25 },
    { what: 'too long', value: 200.4, unit: 'MB', most: 200 },
    { what: 'as it is', value: 3, unit: 'ms' },
  ];
  assert.equal(
    printed(figures),
    'short         1.25 ×   at most 1.25 ×: kept\ntoo long      200 MB   at most 200 MB: NOT KEPT\nas it is     3.00 ms',
  );
});

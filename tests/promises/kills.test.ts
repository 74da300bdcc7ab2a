import assert from 'node:assert/strict';
import test from 'node:test';
import { benchmark } from '../support/benchmark.js';

test('runs that are killed at any moment lose no reply, ask for none again, and decide as if nothing had been', async () => {
  const { killMatrix } = await benchmark('kills/matrix.js');
  const { outcomes } = await killMatrix({ runs: 6, most: 2, scale: 10, concurrency: 5 });
  assert.equal(outcomes.length, 6);
  for (const { ends, faults } of outcomes) {
    assert.deepEqual(faults, [], JSON.stringify(ends));
    assert.ok(ends.length > 0);
  }
  const kept = outcomes.flatMap(({ ends }: { readonly ends: readonly { readonly kept: number }[] }) =>
    ends.map((end) => end.kept),
  );
  assert.ok(
    kept.some((replies: number) => replies > 0 && replies < 60),
    `killed while the journal held ${kept}`,
  );
});

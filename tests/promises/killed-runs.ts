import assert from 'node:assert/strict';
import { benchmark } from '../support/benchmark.js';

/** Kills so many runs at one or two moments each, which the seed chooses. Checks that none loses a reply or asks for one again, and that each decides as if nothing had been. */
export async function assertKillsLoseNothing(runs: number, seed: string): Promise<void> {
  const { killMatrix } = await benchmark('kills/matrix.js');
  const outcomes = await killMatrix({ runs, seed, most: 2, scale: 10, concurrency: 5 });
  assert.equal(outcomes.length, runs);
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
}

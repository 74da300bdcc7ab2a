import assert from 'node:assert/strict';
import test from 'node:test';
import { benchmark } from '../support/benchmark.js';

interface Figure {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
}

/** The figures' names; each must be a number that was measured. */
function measuredIn({ figures }: { readonly figures: readonly Figure[] }): readonly string[] {
  for (const { what, value } of figures) assert.ok(Number.isFinite(value) && value > 0, `${what}: ${value}`);
  return figures.map(({ what }) => what);
}

test('the calls of eva are measured beside those of a bare loop', async () => {
  const { dataSets, distinctCases, overhead, throughput } = await benchmark('calls.js');
  const part = await overhead({ sizes: [5], rounds: 1 });
  assert.deepEqual(measuredIn(part), [
    'bare loop, 5 calls: CPU a call',
    'eva, 5 calls: CPU a call',
    'eva / bare loop, 5 calls: CPU',
    'bare loop, 5 calls: highest memory',
    'eva, 5 calls: highest memory',
  ]);
  assert.deepEqual(Object.keys(part.measurements[0].rounds[0]), [
    'wall_ms',
    'cpu_ms',
    'peak_mb',
    'first_call_ms',
    'first_call_mb',
  ]);
  assert.deepEqual(measuredIn(await distinctCases({ sizes: [25], rounds: 1, latencyMs: 1 })), [
    'bare loop, 25 calls, one pattern: CPU a call',
    'eva, 25 cases, one pattern: CPU a case',
    'eva / bare loop, 25 distinct cases, one pattern: CPU',
    'eva, 25 cases, one pattern: highest memory',
    'bare loop, 25 calls, a pattern each: CPU a call',
    'eva, 25 cases, a pattern each: CPU a case',
    'eva / bare loop, 25 distinct cases, a pattern each: CPU',
    'eva, 25 cases, a pattern each: highest memory',
  ]);
  const ofItems = (count: number) => [
    `eva, ${count} items: CPU an item`,
    `eva / bare loop, ${count} items: CPU`,
    `eva / bare loop, ${count} items: wall time`,
    `eva, ${count} items: highest memory`,
    `eva, ${count} items: CPU to the first call`,
  ];
  const items = await dataSets({ sizes: [5, 25], rounds: 1, latencyMs: 1 });
  assert.deepEqual(measuredIn(items), [...ofItems(5), ...ofItems(25)]);
  assert.deepEqual(measuredIn(await throughput({ calls: 5, latencyMs: 1, rounds: 1 })), [
    'bare loop: wall time / ideal, 5 calls of 1 ms, 50 at a time',
    'eva: wall time / ideal, 5 calls of 1 ms, 50 at a time',
    'eva / bare loop, 5 calls of 1 ms, 50 at a time: wall time',
  ]);
});

test('starting is measured beside node that runs nothing, and doctor by the prompt', async () => {
  const { startUp } = await benchmark('start-up.js');
  const { doctorCost } = await benchmark('doctor-cost.js');
  assert.deepEqual(measuredIn(await startUp({ rounds: 1 })), [
    'node, an empty module: CPU',
    'eva --version / node, an empty module: CPU',
    'eva --help / node, an empty module: CPU',
    'eva eval commit-message --replay / node, an empty module: CPU',
    'eva doctor / node, an empty module: CPU',
    "import 'eva-harness' / node, an empty module: CPU",
  ]);
  assert.deepEqual(measuredIn(await doctorCost({ sizes: [50], rounds: 1 })), [
    'eva doctor, 50 prompts: CPU a prompt',
    'eva doctor, 50 prompts: highest memory',
  ]);
});

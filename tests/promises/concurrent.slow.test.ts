import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { assertNoSecretBelow } from '../support/secrets.js';
import { openLibrary } from './open-library.js';
import { spawnEva } from './spawn-eva.js';

const eight = Array.from({ length: 8 });

function rowsOf(path: string): Record<string, unknown>[] {
  const text = readFileSync(path, 'utf8');
  assert.ok(text.endsWith('\n'));
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** Eight rows, eight runs, eight folders that are whole, and nothing half-written. Models at a stand-in have no built-in price. */
function assertEightRuns(root: string, { isPriced }: { readonly isPriced: boolean }): void {
  const rows = rowsOf(join(root, '.eval.jsonl'));
  assert.deepEqual(
    rows.map((row) => [row['id'], row['all_passed'], row['total']]),
    eight.map(() => ['diff', true, 1]),
  );
  const runs = readdirSync(join(root, '.eva/runs')).sort();
  assert.deepEqual(rows.map((row) => row['run_id']).sort(), runs);
  for (const run of runs) {
    assert.deepEqual(readdirSync(join(root, '.eva/runs', run)).sort(), [
      'journal.jsonl',
      'plan.json',
      ...(isPriced ? ['prices.json'] : []),
      'result.json',
      'trials.jsonl',
    ]);
    assert.equal(JSON.parse(readFileSync(join(root, '.eva/runs', run, 'result.json'), 'utf8')).run_id, run);
    assert.equal(rowsOf(join(root, '.eva/runs', run, 'journal.jsonl')).length, 2, 'a header and a reply');
  }
  const attempts = rowsOf(join(root, '.attempts.jsonl'));
  for (const run of runs) {
    const events = attempts.filter((line) => line['run_id'] === run).map((line) => line['event']);
    assert.deepEqual(events, ['begin', 'end']);
  }
  const left = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tmp'));
  assert.deepEqual(left, []);
}

test('eight evals at once on recordings leave eight rows', async (t) => {
  const recorder = await openLibrary(t);
  await recorder.eva('eval', 'diff', '--record');
  const recordings = readFileSync(join(recorder.root, 'prompts/diff/recordings.jsonl'), 'utf8');
  const { root } = await openLibrary(t, { files: { 'prompts/diff/recordings.jsonl': recordings } });
  const outputs = await Promise.all(
    eight.map(() => spawnEva(['eval', 'diff', '--replay', '--json'], { cwd: root, env: {} })),
  );
  for (const { exitCode, stdout, stderr } of outputs) {
    assert.equal(exitCode, 0, stdout + stderr);
    assert.equal(JSON.parse(stdout).replies.recorded, 1);
  }
  assertEightRuns(root, { isPriced: true });
});

test('eight evals at once, four that record and four that fill the cache, leave eight rows, and files that are whole', async (t) => {
  const { root, env, server } = await openLibrary(t);
  const flag = (index: number) => (index % 2 === 0 ? '--record' : '--cache');
  const outputs = await Promise.all(
    eight.map((_, index) => spawnEva(['eval', 'diff', flag(index)], { cwd: root, env })),
  );
  for (const { exitCode, stdout, stderr } of outputs) assert.equal(exitCode, 0, stdout + stderr);
  assertEightRuns(root, { isPriced: false });
  assert.ok(server.requests.length <= 8);
  assert.equal(rowsOf(join(root, 'prompts/diff/recordings.jsonl')).length, 1);
  const replay = await spawnEva(['eval', 'diff', '--replay'], { cwd: root, env });
  assert.equal(replay.exitCode, 0, replay.stderr);
  assertNoSecretBelow(root);
});

import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { attemptsOn } from '#run/attempts/attempts.js';
import { readAttempts } from '#store/logs/attempts-log.js';
import { attemptsOf } from '../support/attempts-of.js';
import { startFakeMessagesApi } from '../support/fake-messages-api.js';
import { lastRow } from '../support/rows-in.js';
import { runEva } from '../support/run-eva.js';
import { sentinelKey } from '../support/secrets.js';
import { goodMeta, goodPrompt, tempLibrary } from '../support/temp-library.js';

const evalFile = `defaults: { model: claude-x }
cases:
  - name: rate
    inputs: { code: x }
    sample_size: 120
    assert: [ { contains: good } ]
    criteria: [ { proportion_gte: { proportion: 0.9 } } ]
`;
const corrected = 'promotion: { tries: corrected }\n';

/** Makes a library. `machine` makes the same library on another machine. */
async function library(t: TestContext) {
  const server = await startFakeMessagesApi({ answer: () => 'good' });
  t.after(() => server.close());
  const files = { 'prompts/diff/eval.yml': evalFile, 'prompts/diff/meta.yml': goodMeta + corrected };
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url };
  const machine = () => {
    const root = tempLibrary(t, { ...goodPrompt(), ...files });
    return { root, eva: (...args: string[]) => runEva(args, { cwd: root, env }) };
  };
  return { ...machine(), machine };
}

type Machine = Pick<Awaited<ReturnType<typeof library>>, 'root' | 'eva'>;

/** Collects a shard `times` times, and copies the last collection to `kept`. */
async function collect({ root, eva }: Machine, shard: string, times: number, kept: string): Promise<void> {
  for (let time = 0; time < times; time++) {
    const { exitCode, stderr } = await eva('eval', 'diff', '--shard', shard);
    assert.equal(exitCode, 0, stderr);
  }
  const latest = readdirSync(join(root, '.eva/runs')).sort().at(-1) ?? '';
  mkdirSync(kept, { recursive: true });
  cpSync(join(root, '.eva/runs', latest), join(kept, latest), { recursive: true });
}

test('shards that are collected once and merged are one attempt, also in their row', async (t) => {
  const { root, eva } = await library(t);
  const kept = join(root, 'kept');
  await collect({ root, eva }, '1/2', 1, kept);
  await collect({ root, eva }, '2/2', 1, kept);
  const { exitCode, stderr } = await eva('merge', 'kept');
  assert.equal(exitCode, 0, stderr);
  assert.doesNotMatch(stderr, /more than once/);
  const row = lastRow(root);
  assert.deepEqual([row.try, row.shards], [1, { of: 2, collected: 2, repeated: [] }]);
  assert.equal(row.verdicts[0]?.significance_level, 0.05 / 2);
  const attempts = attemptsOn(row.evidence, readAttempts(root).rows);
  assert.deepEqual(
    attempts.map(({ run_id, outcome, runs }) => [run_id, outcome, runs.length]),
    [[row.run_id, 'passed', 3]],
  );
  await eva('eval', 'diff');
  assert.equal(lastRow(root).try, 2);
});

test('before a shard is collected again, a warning says that it is one more attempt', async (t) => {
  const { root, eva } = await library(t);
  const kept = join(root, 'kept');
  const said = 'shard 1 of 2 was collected before: collecting it again is one more attempt';
  assert.doesNotMatch((await eva('eval', 'diff', '--shard', '1/2')).stderr, /collected before/);
  await collect({ root, eva }, '2/2', 1, kept);
  const { stderr } = await eva('eval', 'diff', '--shard', '1/2');
  assert.ok(stderr.split('\n').includes(said), stderr);
  const latest = readdirSync(join(root, '.eva/runs')).sort().at(-1) ?? '';
  const merged = await eva('merge', 'kept', `.eva/runs/${latest}`);
  assert.match(merged.stderr, /^shard 1 /m);
});

test('the best of six collections: merge names and counts them, and corrects the level', async (t) => {
  const { root, eva } = await library(t);
  const kept = join(root, 'kept');
  await collect({ root, eva }, '1/2', 6, kept);
  await collect({ root, eva }, '2/2', 2, kept);
  const { stderr } = await eva('merge', 'kept');
  assert.match(stderr, /shard 1 was collected 6 times, shard 2 twice: 6 further attempts/);
  const row = lastRow(root);
  const repeated = [
    { index: 1, times: 6 },
    { index: 2, times: 2 },
  ];
  assert.deepEqual([row.try, row.shards], [7, { of: 2, collected: 8, repeated }]);
  assert.equal(row.verdicts[0]?.significance_level, 0.05 / (7 * 8));
});

test('collections on other machines are counted by merge', async (t) => {
  const { root, eva, machine } = await library(t);
  const kept = join(root, 'kept');
  await collect(machine(), '1/2', 4, kept);
  await collect(machine(), '2/2', 1, kept);
  const { exitCode, stderr } = await eva('merge', 'kept');
  assert.equal(exitCode, 0, stderr);
  const row = lastRow(root);
  assert.deepEqual([row.try, row.shards], [4, { of: 2, collected: 5, repeated: [{ index: 1, times: 4 }] }]);
  const [begin] = attemptsOf(root);
  assert.deepEqual([begin?.kind, begin?.shards?.length], ['full', 2]);
});

test('eva log omits merged shards, and eva clean removes them like finished runs', async (t) => {
  const { root, eva } = await library(t);
  await collect({ root, eva }, '1/2', 1, join(root, 'kept'));
  await collect({ root, eva }, '2/2', 1, join(root, 'kept'));
  const states = async () => JSON.parse((await eva('log', '--json')).stdout).map((run: { state: string }) => run.state);
  assert.deepEqual(await states(), ['collected', 'collected']);
  assert.match((await eva('clean')).stdout, /2 +\S+ kB +collected shards/);
  await eva('merge', '.eva/runs');
  assert.deepEqual(await states(), ['finished']);
  assert.match((await eva('clean')).stdout, /2 +\S+ kB +shards /);
  await eva('clean', '--max-size', '1B');
  assert.deepEqual(readdirSync(join(root, '.eva/runs')), []);
});

test('eva plan and eva merge say that a budget applies to one shard', async (t) => {
  const { root, eva } = await library(t);
  await collect({ root, eva }, '1/2', 1, join(root, 'kept'));
  const { exitCode } = await eva('eval', 'diff', '--shard', '2/2', '--max-calls', '100', '--allow-short-budget');
  assert.equal(exitCode, 0);
  const { stderr } = await eva('merge', '.eva/runs');
  assert.match(stderr, /shard .*: 100 calls/);
  rmSync(join(root, '.eva'), { recursive: true });
  writeFileSync(join(root, 'eva.yml'), 'budget: { max_calls: 500 }\n');
  assert.match((await eva('plan', 'diff', '--full')).stdout.replaceAll(/\s+/g, ' '), /500 calls: .* --shard /);
});

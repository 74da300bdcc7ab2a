import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
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
  const row = lastRow(root);
  assert.deepEqual(
    [row.try, row.shards],
    [1, { of: 2, processes: 2, repeated: [], left_out: { replies: 0, cost_usd: 0 } }],
  );
  assert.equal(row.verdicts[0]?.significance_level, 0.05 / 2);
  const attempts = attemptsOn(row.evidence, readAttempts(root).rows);
  assert.deepEqual(
    attempts.map(({ run_id, outcome, runs }) => [run_id, outcome, runs.length]),
    [[row.run_id, 'passed', 3]],
  );
  await eva('eval', 'diff');
  assert.equal(lastRow(root).try, 2);
});

/** Copies all runs of this machine. */
function keepAll({ root }: Pick<Machine, 'root'>, kept: string): void {
  cpSync(join(root, '.eva/runs'), kept, { recursive: true });
}

test('retries that are all given to a merge are no further attempts', async (t) => {
  const { root, eva } = await library(t);
  await collect({ root, eva }, '1/2', 3, join(root, 'unused'));
  await collect({ root, eva }, '2/2', 1, join(root, 'unused'));
  keepAll({ root }, join(root, 'kept'));
  const { exitCode, stderr } = await eva('merge', 'kept');
  assert.equal(exitCode, 0, stderr);
  const row = lastRow(root);
  const repeated = [{ index: 1, times: 3 }];
  assert.deepEqual(
    [row.try, row.shards],
    [1, { of: 2, processes: 4, repeated, left_out: { replies: 120, cost_usd: null } }],
  );
  assert.equal(row.verdicts[0]?.significance_level, 0.05 / 2);
});

test('the best of six collections: those that are not given to the merge are attempts, and correct the level', async (t) => {
  const { root, eva } = await library(t);
  const kept = join(root, 'kept');
  await collect({ root, eva }, '1/2', 6, kept);
  await collect({ root, eva }, '2/2', 2, kept);
  const { exitCode, stderr } = await eva('merge', 'kept');
  assert.equal(exitCode, 0, stderr);
  const row = lastRow(root);
  assert.deepEqual([row.try, row.shards?.processes], [7, 2]);
  assert.equal(row.verdicts[0]?.significance_level, 0.05 / (7 * 8));
});

test('shards of other machines are one attempt, which names their runs', async (t) => {
  const { root, eva, machine } = await library(t);
  const kept = join(root, 'kept');
  await collect(machine(), '1/2', 1, kept);
  await collect(machine(), '2/2', 1, kept);
  const { exitCode, stderr } = await eva('merge', 'kept');
  assert.equal(exitCode, 0, stderr);
  assert.deepEqual([lastRow(root).try, lastRow(root).shards?.processes], [1, 2]);
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

test('a shard has its part of the limits, and says so; eva plan names them too', async (t) => {
  const { root, eva } = await library(t);
  const limited = await eva('eval', 'diff', '--shard', '2/2', '--max-calls', '121');
  assert.equal(limited.exitCode, 0, limited.stderr);
  assert.match(
    limited.stderr.replaceAll(/\s+/g, ' '),
    /^shard 2 of 2 · 1 of 1 prompt · 60 of 120 trials · at most 60 of 120 calls · its part of the limits: 60 calls /,
  );
  const short = await eva('eval', 'diff', '--shard', '2/2', '--max-calls', '119');
  assert.equal(short.exitCode, 2, short.stdout);
  assert.match(short.stderr, /needs at least 60 calls[\s\S]*--max-calls 120[\s\S]*EVA_SHORT_BUDGET/);
  writeFileSync(
    join(root, 'eva.yml'),
    'budget: { max_calls: 500 }\nproviders: { anthropic: { type: anthropic, rpm: 3 } }\n',
  );
  assert.match((await eva('plan', 'diff', '--full')).stdout.replaceAll(/\s+/g, ' '), /500 calls: .*\(--shard\)/);
  const tooMany = await eva('eval', 'diff', '--shard', '2/4', '--max-calls', '2');
  assert.equal(tooMany.exitCode, 2, tooMany.stdout);
  const text = tooMany.stderr.replaceAll(/\s+/g, ' ');
  assert.match(text, /the budget has 2 calls \(max_calls\), which is less than one for each of 4 shards/);
  assert.match(text, /anthropic allows 3 requests a minute \(rpm\), which is less than one for each of 4 shards/);
});

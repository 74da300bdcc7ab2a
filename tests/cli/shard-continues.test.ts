import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { startFakeMessagesApi } from '../support/fake-messages-api.js';
import { lastRow, rowsIn } from '../support/rows-in.js';
import { runEva } from '../support/run-eva.js';
import { sentinelKey } from '../support/secrets.js';
import { goodPrompt, tempLibrary } from '../support/temp-library.js';

const evalFile = `defaults: { model: claude-x }
cases:
  - name: judged
    inputs: { code: x }
    sample_size: 20
    stop_early: false
    assert: [ { contains: good } ]
    rubric: Is it good?
  - name: most
    inputs: { code: y }
    sample_size: 40
    stop_early: false
    assert: [ { contains: good } ]
    criteria: [ { proportion_gte: { proportion: 0.5 } } ]
`;

/** Two cases in two shards: 10 + 20 trials a shard, with 10 + 10 + 20 calls. */
const callsOfShard = 40;

async function library(t: TestContext) {
  const server = await startFakeMessagesApi({
    answer: ({ tool_choice }) => (tool_choice === undefined ? 'good' : { tool_input: { reason: 'it is', score: 5 } }),
  });
  t.after(() => server.close());
  const root = tempLibrary(t, { ...goodPrompt(), 'prompts/diff/eval.yml': evalFile });
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url };
  const inJob = (variables: Readonly<Record<string, string>>, ...args: string[]) =>
    runEva(args, { cwd: root, env: { ...env, ...variables } });
  const shard = (of: string, ...args: string[]) => inJob({}, 'eval', 'diff', '--shard', of, '--runs', 'kept', ...args);
  return { root, server, inJob, shard };
}

/** A budget of the command that is used up after a part of a shard. */
const part = ['--max-calls', '24', '--allow-short-budget'];

test('a shard that starts again asks only what its earlier process lacks, and the row is that of one machine', async (t) => {
  const { root, server, inJob, shard } = await library(t);
  const begun = await shard('1/2', ...part);
  assert.equal(begun.exitCode, 3, begun.stderr);
  assert.doesNotMatch(begun.stderr, /continues/);
  const again = await shard('1/2');
  assert.equal(again.exitCode, 0, again.stderr);
  assert.match(again.stderr, /^continues: (?:[1-9]|1\d) of 30 trials are there$/m);
  assert.equal(server.requests.length, callsOfShard, 'no reply is paid twice');
  const nothing = await inJob({}, 'eval', '--resume', '--runs', 'kept');
  assert.match(nothing.stderr, /EVA_NOTHING_TO_RESUME/, 'a later process has what the first one lacked');
  assert.equal((await shard('2/2')).exitCode, 0);
  const third = await shard('2/2');
  assert.match(third.stderr, /^continues: 30 of 30 trials are there$/m);
  assert.equal(server.requests.length, 2 * callsOfShard);
  const merged = await inJob({}, 'merge', 'kept');
  assert.equal(merged.exitCode, 0, merged.stdout + merged.stderr);
  const ofShards = lastRow(root);
  const repeated = [
    { index: 1, times: 2 },
    { index: 2, times: 2 },
  ];
  assert.deepEqual(
    [ofShards.try, ofShards.shards],
    [1, { of: 2, processes: 4, repeated, left_out: { replies: 0, cost_usd: 0 } }],
  );
  await inJob({}, 'eval', 'diff');
  const rows = rowsIn(root).map(
    ({ ts: _ts, run_id: _run, duration_s: _duration, try: _try, shards: _shards, evidence, ...row }) => ({
      ...row,
      evidence: { ...evidence, oldest_reply: '' },
    }),
  );
  assert.deepEqual(rows[0], rows[1]);
});

test('what earlier processes spent counts in the budget of their share', async (t) => {
  const { server, shard } = await library(t);
  assert.equal((await shard('1/2', ...part)).exitCode, 3);
  assert.equal(server.requests.length, 12);
  assert.equal((await shard('1/2', ...part)).exitCode, 3);
  assert.equal(server.requests.length, 12, 'nothing is left');
  assert.equal((await shard('1/2', '--max-calls', '60', '--allow-short-budget')).exitCode, 3);
  assert.equal(server.requests.length, 30);
});

test('other files than those of an earlier process are refused before the first call', async (t) => {
  const { root, server, shard } = await library(t);
  assert.equal((await shard('1/2', ...part)).exitCode, 3);
  writeFileSync(join(root, 'prompts/diff/eval.yml'), evalFile.replace('0.5', '0.6'));
  const refused = await shard('1/2');
  assert.equal(refused.exitCode, 2, refused.stderr);
  assert.match(refused.stderr, /EVA_RUN_CHANGED/);
  assert.equal(server.requests.length, 12);
  assert.equal((await shard('1/2', '--group', 'another')).exitCode, 0, 'another job begins anew');
});

test('a process continues its own job, cases and share alone', async (t) => {
  const { server, inJob, shard } = await library(t);
  const asked = async (work: ReturnType<typeof shard>) => {
    const before = server.requests.length;
    assert.equal((await work).exitCode, 0);
    return server.requests.length - before;
  };
  assert.equal(await asked(shard('1/2', '--group', 'night')), callsOfShard);
  assert.equal(await asked(shard('1/2', '--group', 'night')), 0);
  assert.equal(await asked(shard('1/2', '--group', 'morning')), callsOfShard);
  assert.equal(await asked(shard('1/2', '--group', 'night', '--case', 'judged')), 20);
  assert.equal(await asked(shard('2/2', '--group', 'night')), callsOfShard);
  const slurm = { SLURM_ARRAY_JOB_ID: '7' };
  const inSlurm = () => inJob(slurm, 'eval', 'diff', '--shard', '1/2', '--runs', 'kept');
  assert.equal(await asked(inSlurm()), callsOfShard);
  assert.equal(await asked(inSlurm()), 0);
});

test('a merge closes its job: the next one of the same name asks anew, and is merged without the shards of before', async (t) => {
  const { root, server, inJob, shard } = await library(t);
  for (const night of [1, 2]) {
    for (const of of ['1/2', '2/2']) assert.equal((await shard(of, '--group', 'nightly')).exitCode, 0);
    assert.equal(server.requests.length, night * 2 * callsOfShard);
    const merged = await inJob({}, 'merge', 'kept', '--runs', 'kept');
    assert.equal(merged.exitCode, 0, merged.stdout + merged.stderr);
    assert.match(merged.stderr, /^merging 2 runs of 2 shards$/m);
  }
  const again = await inJob({}, 'merge', 'kept', '--runs', 'kept');
  assert.equal(again.exitCode, 0, again.stdout + again.stderr);
  assert.deepEqual(
    rowsIn(root).map((row) => row.try),
    [1, 2],
    'a merge that is made again adds no row',
  );
});

test('of two jobs in one folder a merge takes the one that is named, and mixes none', async (t) => {
  const { root, inJob, shard } = await library(t);
  for (const job of ['monday', 'tuesday'])
    for (const of of ['1/2', '2/2']) assert.equal((await shard(of, '--group', job)).exitCode, 0);
  const refused = await inJob({}, 'merge', 'kept');
  assert.equal(refused.exitCode, 2, refused.stderr);
  assert.match(refused.stderr.replaceAll(/\s+/g, ' '), /2 jobs: monday and tuesday .*--group tuesday EVA_BAD_MERGE/);
  assert.deepEqual(rowsIn(root), []);
  const named = await inJob({}, 'merge', 'kept', '--group', 'tuesday');
  assert.equal(named.exitCode, 0, named.stderr);
  const left = await inJob({}, 'merge', 'kept');
  assert.equal(left.exitCode, 0, left.stderr);
  assert.deepEqual(
    rowsIn(root).map(({ shards }) => [shards?.processes, shards?.repeated]),
    [
      [2, []],
      [2, []],
    ],
  );
});

test('a merge that lacks trials names the command that continues', async (t) => {
  const { inJob, shard } = await library(t);
  assert.equal((await shard('1/2', '--group', 'night', ...part)).exitCode, 3);
  const lacking = await inJob({}, 'merge', 'kept');
  assert.equal(lacking.exitCode, 3, lacking.stderr);
  assert.match(lacking.stderr, /eva eval diff --shard 1\/2 --group night --runs kept/);
  assert.match(lacking.stderr, /eva eval diff --shard 2\/2 --group night --runs kept/);
});

test('--at-once divides the rates of providers by the shards that run at a time, and the line says so', async (t) => {
  const { root, shard } = await library(t);
  writeFileSync(join(root, 'eva.yml'), 'providers: { anthropic: { type: anthropic, rpm: 60000 } }\n');
  const all = await shard('1/2');
  assert.match(all.stderr, /its part of the limits:\s30,000 requests a minute to anthropic$/m);
  const one = await shard('2/2', '--at-once', '1');
  assert.match(one.stderr.replaceAll(/\s+/g, ' '), /60,000 requests a minute to anthropic, with 1 shard at a time/);
  assert.equal(readdirSync(join(root, 'kept')).length, 2);
});

test('--group and --at-once need a shard', async (t) => {
  const { inJob, server } = await library(t);
  for (const flags of [
    ['--group', 'night'],
    ['--at-once', '2'],
  ]) {
    const refused = await inJob({}, 'eval', 'diff', ...flags);
    assert.equal(refused.exitCode, 2);
    assert.match(refused.stderr, /EVA_USAGE/);
  }
  assert.equal(server.requests.length, 0);
});

test('calls that ran out of time in a shard are no replies that are left out', async (t) => {
  const { root, inJob } = await library(t);
  const timed = evalFile
    .replace('sample_size: 40', 'timeout_s: 0.2\n    sample_size: 4')
    .replace(/ {2}- name: judged[\s\S]*?(?= {2}- name: most)/, '');
  writeFileSync(join(root, 'prompts/diff/eval.yml'), timed);
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  t.after(() => silent.close().closeAllConnections());
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  for (const of of ['1/2', '2/2'])
    await inJob({ ANTHROPIC_BASE_URL: url }, 'eval', 'diff', '--shard', of, '--runs', 'kept', '--allow-underpowered');
  const merged = await inJob({}, 'merge', 'kept');
  assert.equal(lastRow(root).shards?.left_out.replies, 0, merged.stdout + merged.stderr);
});

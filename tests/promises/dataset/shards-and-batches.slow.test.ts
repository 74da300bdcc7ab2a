import assert from 'node:assert/strict';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { startFakeBatchesApi } from '../../support/fake-batches-api.js';
import { startFakeMessagesApi } from '../../support/fake-messages-api.js';
import { lastRow, rowsIn } from '../../support/rows-in.js';
import { runEva } from '../../support/run-eva.js';
import { sentinelKey } from '../../support/secrets.js';
import { countedIn, evalOf, newestRun, ticketLibrary, trialsIn, withoutCircumstances } from './ticket-library.js';
import { fileOf, ticketIn, tickets, triage } from './tickets.js';

const gate = (must: string) =>
  `{ field: language, criteria: { proportion_gte: { proportion: 0.6 } }, must: ${must}, only: [de, en] }`;
const bar = '    criteria: { proportion_gte: { proportion: 0.7 } }\n    stop_early: false\n';

/** Clusters with draws, a file with draws, slices, and classes. */
const evaluation = evalOf(
  ['clusters', `cluster: customer, draws: 2, slices: [${gate('pass')}]`, bar],
  ['golden', `claim: file, draws: 3, where: { language: nl }`, bar],
  [
    'classes',
    `slices: [${gate('not_fail')}]`,
    `${bar}    sample_size: 101
    then: [ { class: { expected: { field: label }, at: /category }, criteria: { f1_gte: { class: each, proportion: 0.6 } } } ]
`,
  ],
);

const prices = 'prices: { claude-x: { input: 250000, output: 0 } }\n';

/** What a row of other calls on the same evidence may have different. */
const callCounts = ['usage', 'replies', 'sources', 'cost_usd', 'shards'];

function decisionIn(root: string): unknown {
  const dir = newestRun(root);
  return withoutCircumstances({ ...countedIn(dir), row: lastRow(root) }, callCounts);
}

async function open(t: TestContext) {
  const server = await startFakeBatchesApi({ answer: triage() });
  t.after(() => server.close());
  const root = ticketLibrary(t, evaluation, fileOf(tickets(200)), { 'eva.yml': prices });
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url, EVA_BATCH_POLL_MS: '20' };
  const eva = (args: readonly string[], job: Readonly<Record<string, string>> = {}) =>
    runEva(args, { cwd: root, env: { ...env, ...job } });
  return { server, root, eva };
}

/** Runs the library as a whole. Returns its exit code and decision. */
async function wholeRun(t: TestContext) {
  const { eva, root, server } = await open(t);
  const { exitCode, stderr } = await eva(['eval', 'diff']);
  assert.ok(exitCode === 0 || exitCode === 1, stderr);
  return { exitCode, decision: decisionIn(root), row: lastRow(root), requests: server.messages.length };
}

type Whole = Awaited<ReturnType<typeof wholeRun>>;

/** Returns the value of --shard and the environment of a job. */
type ShardOf = (index: number) => readonly [flag: string, job: Readonly<Record<string, string>>];

/** How a job says which of five shards it collects. */
const ways: readonly (readonly [string, ShardOf])[] = [
  ['--shard I/5', (index) => [`${index}/5`, {}]],
  ['the variables of GitLab', (index) => ['auto', { CI_NODE_INDEX: `${index}`, CI_NODE_TOTAL: '5' }]],
  ['the variables of CircleCI', (index) => ['auto', { CIRCLE_NODE_INDEX: `${index - 1}`, CIRCLE_NODE_TOTAL: '5' }]],
  ['the index of a Kubernetes job', (index) => ['auto/5', { JOB_COMPLETION_INDEX: `${index - 1}` }]],
];

test('five shards, however they are numbered, have the verdicts and the row of the whole run', async (t) => {
  const whole = await wholeRun(t);
  for (const [title, shardOf] of ways) await t.test(title, (one) => checkShards(one, whole, shardOf));
});

async function checkShards(t: TestContext, whole: Whole, shardOf: ShardOf): Promise<void> {
  const { eva, root, server } = await open(t);
  const units = new Map<string, number>();
  for (let index = 1; index <= 5; index += 1) {
    const [flag, job] = shardOf(index);
    const { exitCode, stderr } = await eva(['eval', 'diff', '--shard', flag], job);
    assert.equal(exitCode, 0, stderr);
    for (const { case: name, origin } of trialsIn(newestRun(root))) {
      const unit = `${name} ${name === 'clusters' ? origin?.cluster : origin?.item}`;
      assert.equal(units.get(unit) ?? index, index, `${unit} is split between shards`);
      units.set(unit, index);
    }
    cpSync(join(root, '.eva/runs'), join(root, 'shards', `${index}`), { recursive: true });
    rmSync(join(root, '.eva/runs'), { recursive: true });
  }
  assert.deepEqual(rowsIn(root), [], 'a shard writes no row');
  assert.deepEqual([...new Set(units.values())].sort(), [1, 2, 3, 4, 5]);
  assert.equal(server.messages.length, whole.requests);
  const merged = await eva(['merge', 'shards']);
  assert.equal(merged.exitCode, whole.exitCode, merged.stderr);
  assert.equal(server.messages.length, whole.requests, 'a merge asks no model');
  assert.deepEqual(decisionIn(root), whole.decision);
  assert.deepEqual(Object.keys(lastRow(root)).sort(), [...Object.keys(whole.row), 'shards'].sort());
}

test('a batch has the verdicts and the row of the whole run, for half the cost', async (t) => {
  const whole = await wholeRun(t);
  const { eva, root, server } = await open(t);
  const { exitCode, stderr } = await eva(['eval', 'diff', '--batch']);
  assert.equal(exitCode, whole.exitCode, stderr);
  assert.equal(server.messages.length, 0);
  assert.equal(
    server.batches.reduce((sum, { requests }) => sum + requests.length, 0),
    whole.requests,
  );
  assert.deepEqual(withLatencies(decisionIn(root)), withLatencies(whole.decision));
  assert.equal((lastRow(root).cost_usd ?? 0) * 2, whole.row.cost_usd);
});

/** Replies of a batch have no latency, so results differ in the number of latencies as well. */
function withLatencies(decision: unknown): unknown {
  return withoutCircumstances(decision, ['latencies']);
}

test('the comparison with the whole run notices another answer to one item', async (t) => {
  const whole = await wholeRun(t);
  const answer = triage();
  const server = await startFakeMessagesApi({
    answer: (body) => (ticketIn(body).startsWith('ticket 17 ') ? 'none' : answer(body)),
  });
  t.after(() => server.close());
  const root = ticketLibrary(t, evaluation, fileOf(tickets(200)), { 'eva.yml': prices });
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url };
  await runEva(['eval', 'diff'], { cwd: root, env });
  assert.notDeepEqual(decisionIn(root), whole.decision);
});

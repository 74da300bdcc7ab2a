import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import type { RunResult } from '#model/run/run.js';
import { startFakeBatchesApi } from '../support/fake-batches-api.js';
import type { Fault, SeenRequest } from '../support/fake-http.js';
import { startFakeMessagesApi } from '../support/fake-messages-api.js';
import { lastRow, rowsIn } from '../support/rows-in.js';
import { runEva } from '../support/run-eva.js';
import { sentinelKey } from '../support/secrets.js';
import { goodPrompt, tempLibrary } from '../support/temp-library.js';
import { caseOnData, csvOf, goodItems } from './dataset/data-library.js';

const tooLong: Fault = { status: 400, message: "This model's maximum context length is 4096 tokens." };

interface World {
  /** The numbers of the items whose requests are refused. */
  readonly refused: readonly number[];
  readonly items?: number;
  readonly concurrency?: number;
  readonly fault?: Fault;
  /** The fault of any other request. */
  readonly other?: (number: number) => Fault;
  readonly evalFile?: string;
}

/** Makes a library whose server refuses the requests of some items of a data set. */
async function library(t: TestContext, world: World) {
  const { refused, items = 12, concurrency = 1, fault = tooLong, other = () => null } = world;
  const isRefused = ({ body }: SeenRequest) => refused.some((item) => JSON.stringify(body).includes(`code ${item} `));
  const server = await startFakeMessagesApi({
    answer: (body) => (body.tool_choice ? { tool_input: { reason: 'good', score: 5 } } : 'good'),
    faults: (number, seen) => (isRefused(seen) ? fault : other(number)),
  });
  t.after(() => server.close());
  const root = tempLibrary(t, {
    ...goodPrompt(),
    'prompts/diff/eval.yml': world.evalFile ?? caseOnData('    stop_early: false\n'),
    'prompts/diff/data/items.csv': csvOf(goodItems(items)),
    'eva.yml': `concurrency: ${concurrency}\n`,
  });
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url };
  const eva = (...words: string[]) => runEva(words, { cwd: root, env });
  return { root, server, eva };
}

function resultOf(root: string): RunResult {
  const runs = join(root, '.eva', 'runs');
  return JSON.parse(readFileSync(join(runs, readdirSync(runs).sort().at(-1) ?? '', 'result.json'), 'utf8'));
}

/** Returns the outcomes of the trials. */
function outcomesIn(root: string) {
  return resultOf(root).cases.flatMap(({ trials }) => trials.map(({ outcome }) => outcome));
}

const order = (count: number) => Array.from({ length: count }, (_, at) => at);

for (const concurrency of [1, 4]) {
  for (const item of [0, 5, 11]) {
    test(`one refused request of twelve, item ${item} with ${concurrency} at once, fails its trial alone`, async (t) => {
      const { root, server, eva } = await library(t, { refused: [item], concurrency });
      const { exitCode, stdout, stderr } = await eva('eval', 'diff');
      assert.equal(exitCode, 0, stdout + stderr);
      assert.equal(server.requests.length, 12);
      assert.equal(outcomesIn(root).filter((outcome) => outcome === 'failed').length, 1);
      const failed = resultOf(root).cases[0]?.trials.find(({ outcome }) => outcome === 'failed');
      assert.match(
        failed?.outcome === 'failed' ? failed.reason : '',
        /400 This model's maximum context length is 4096/,
      );
      assert.match((await eva('report', '--failed')).stdout.replace(/\s+/g, ' '), /maximum context length/);
      assert.equal(lastRow(root).all_passed, true);
    });
  }
}

for (const status of [413, 422]) {
  test(`a request that is refused with ${status} fails its trial alone`, async (t) => {
    const { root, eva } = await library(t, { refused: [3], fault: { status, message: 'too large' } });
    assert.equal((await eva('eval', 'diff')).exitCode, 0);
    assert.equal(outcomesIn(root).filter((outcome) => outcome === 'failed').length, 1);
  });
}

test('requests that a server refuses before it takes one decide as those after it', async (t) => {
  const verdicts: unknown[] = [];
  for (const concurrency of [1, 2, 6]) {
    const { root, eva } = await library(t, { refused: [0, 1], concurrency });
    assert.equal((await eva('eval', 'diff')).exitCode, 0);
    verdicts.push(resultOf(root).cases[0]?.verdicts);
  }
  assert.deepEqual(verdicts[1], verdicts[0]);
  assert.deepEqual(verdicts[2], verdicts[0]);
});

for (const [concurrency, most] of [
  [1, 3],
  [2, 4],
  [6, 8],
] as const) {
  test(`a server that refuses everything ends the run, ${concurrency} at once`, async (t) => {
    const { root, server, eva } = await library(t, { refused: order(40), items: 40, concurrency });
    const { exitCode, stderr } = await eva('eval', 'diff');
    assert.equal(exitCode, 3);
    assert.match(stderr, /EVA_BAD_REQUEST/);
    assert.ok(server.requests.length <= most, `${server.requests.length} requests`);
    assert.deepEqual(rowsIn(root), []);
    const attempts = readFileSync(join(root, '.attempts.jsonl'), 'utf8').trim().split('\n');
    const events = attempts.map((line): { event: string; red?: boolean } => JSON.parse(line));
    assert.deepEqual(
      events.map(({ event, red }) => [event, red]),
      [
        ['begin', undefined],
        ['end', false],
      ],
    );
  });
}

test('a run that ended is resumed past a refused item, which is not asked again', async (t) => {
  let isDown = true;
  const other = (number: number): Fault => (isDown && number >= 7 ? { status: 403, message: 'no credit' } : null);
  const { root, server, eva } = await library(t, { refused: [0, 2], other });
  const first = await eva('eval', 'diff');
  assert.equal(first.exitCode, 3, first.stdout);
  isDown = false;
  const before = server.requests.length;
  const second = await eva('eval', 'diff', '--resume');
  assert.equal(second.exitCode, 0, second.stdout + second.stderr);
  assert.equal(outcomesIn(root).filter((outcome) => outcome === 'failed').length, 2);
  const refusals = server.requests.filter(({ body }) => /code [02] /.test(JSON.stringify(body)));
  assert.equal(refusals.length, 2);
  assert.ok(server.requests.length - before <= 6);
});

test('a refusal stays out of cache and recordings, and another run asks again', async (t) => {
  const { root, server, eva } = await library(t, { refused: [4] });
  await eva('eval', 'diff', '--record');
  const recordings = readFileSync(join(root, 'prompts/diff/recordings.jsonl'), 'utf8').trim().split('\n');
  assert.equal(recordings.length, 11);
  for (const _ of [1, 2]) await eva('eval', 'diff', '--cache');
  assert.equal(server.requests.length, 12 + 12 + 1);
});

test('shards with a refused item are merged without another call', async (t) => {
  const { root, server, eva } = await library(t, { refused: [1, 6] });
  for (const shard of ['1/2', '2/2']) assert.equal((await eva('eval', 'diff', '--shard', shard)).exitCode, 0);
  const runs = readdirSync(join(root, '.eva/runs')).map((run) => `.eva/runs/${run}`);
  const merged = await eva('merge', ...runs);
  assert.equal(merged.exitCode, 0, merged.stdout + merged.stderr);
  assert.equal(server.requests.length, 12);
  assert.equal(outcomesIn(root).filter((outcome) => outcome === 'failed').length, 2);
});

test('a judge whose server refuses one request leaves that trial ungraded', async (t) => {
  const evalFile = `defaults: { model: claude-x, judge: { model: claude-j } }
cases:
  - name: tickets
    dataset: { file: data/items.csv }
    rubric: Is it handled?
    criteria: { proportion_gte: { proportion: 0.5 } }
    stop_early: false
`;
  const { root } = await library(t, { refused: [], evalFile });
  const isJudged = ({ body }: SeenRequest) => body.model === 'claude-j';
  let judged = 0;
  const failing = await startFakeMessagesApi({
    answer: (body) => (body.tool_choice ? { tool_input: { reason: 'good', score: 5 } } : 'good'),
    faults: (_number, seen) => (isJudged(seen) && judged++ === 0 ? tooLong : null),
  });
  t.after(() => failing.close());
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: failing.url };
  const { exitCode, stdout, stderr } = await runEva(['eval', 'diff'], { cwd: root, env });
  assert.equal(exitCode, 0, stdout + stderr);
  const scores = resultOf(root).cases[0]?.scores ?? [];
  const ungraded = scores.filter((score) => score.value === null);
  assert.deepEqual(
    ungraded.map((score) => 'why' in score && score.why),
    ['ungraded'],
  );
  assert.match(JSON.stringify(ungraded), /maximum context length/);
});

for (const [what, refused, exitCode, outcomes] of [
  ['one result', 1, 0, ['failed', ...Array.from({ length: 11 }, () => 'finished')]],
  ['every result', 12, 3, []],
] as const) {
  test(`a batch in which ${what} is a refused request`, async (t) => {
    let results = 0;
    const error = { error: 'invalid_request_error', message: 'prompt is too long: 210000 tokens' };
    const outcome = () => (results++ < refused ? error : 'succeeded');
    const api = await startFakeBatchesApi({ answer: () => 'good', outcome });
    t.after(() => api.close());
    const root = tempLibrary(t, {
      ...goodPrompt(),
      'prompts/diff/eval.yml': caseOnData('    stop_early: false\n'),
      'prompts/diff/data/items.csv': csvOf(goodItems(12)),
    });
    const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: api.url, EVA_BATCH_POLL_MS: '20' };
    const eva = (...words: string[]) => runEva(words, { cwd: root, env });
    const run = await eva('eval', 'diff', '--batch');
    assert.equal(run.exitCode, exitCode, run.stdout + run.stderr);
    const shown = refused === 12 ? run.stderr : (await eva('report', '--failed')).stdout;
    assert.match(shown.replace(/\s+/g, ' '), /prompt is too long: 210000 tokens/);
    assert.deepEqual(refused === 12 ? [] : outcomesIn(root).toSorted(), outcomes);
    assert.equal(rowsIn(root).length, refused === 12 ? 0 : 1);
    assert.equal(api.batches.length, 1, 'no refused request is submitted again');
  });
}

test('a comparison in which a server refuses one request goes on, and one that refuses all ends it', async (t) => {
  const words = ['compare', 'diff', '--model', 'claude-x', '--model', 'claude-y', '--not-worse-by', '0.3'];
  const some = await library(t, { refused: [5], items: 20 });
  const compared = await some.eva(...words);
  assert.equal(compared.exitCode, 0, compared.stderr);
  assert.equal(some.server.requests.length, 2 * 20);
  const none = await library(t, { refused: order(20), items: 20 });
  const ended = await none.eva(...words);
  assert.equal(ended.exitCode, 3);
  assert.match(ended.stderr.replace(/\s+/g, ' '), /maximum context length/);
  assert.ok(none.server.requests.length <= 6, `${none.server.requests.length} requests`);
});

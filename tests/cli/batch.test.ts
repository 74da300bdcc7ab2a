import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import type { RunResult } from '#model/run/run.js';
import { type FakeBatchesOptions, type FakeOutcome, startFakeBatchesApi } from '../support/fake-batches-api.js';
import { startFakeChatApi } from '../support/fake-chat-api.js';
import { rowsIn } from '../support/rows-in.js';
import { runEva } from '../support/run-eva.js';
import { assertNoSecretBelow, sentinelKey } from '../support/secrets.js';
import { goodPrompt, tempLibrary } from '../support/temp-library.js';
import { launcher } from '../support/tested-package.js';
import { timesSubmitted } from '../support/times-submitted.js';

const judge = `rubric: "Score the answer."
    judge: { model: MODEL, pass_threshold: 4 }`;

const evalFile = (size: number, more = '') => `defaults: { model: claude-x }
cases:
  - name: happy
    inputs: { code: x }
    sample_size: ${size}
    assert: [ { contains: good } ]
    ${more}
`;

const verdict = { tool_input: { reason: 'It is good.', score: 5 } };

// biome-ignore lint/suspicious/noExplicitAny: any request body
function answer(body: any) {
  return body.tool_choice ? verdict : 'good';
}

async function open(t: TestContext, file: string, options: FakeBatchesOptions = {}, config = '') {
  const server = await startFakeBatchesApi({ answer, ...options });
  t.after(() => server.close());
  const root = tempLibrary(t, { ...goodPrompt(), 'prompts/diff/eval.yml': file, 'eva.yml': config || null });
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url, EVA_BATCH_POLL_MS: '20' };
  const eva = (...words: string[]) => runEva(words, { cwd: root, env });
  return { server, root, env, eva };
}

/** Runs a command line in a child process; `kill` ends it with SIGKILL. */
function startEva(
  t: TestContext,
  words: readonly string[],
  { root, env }: { root: string; env: Record<string, string> },
) {
  const child = spawn(process.execPath, [launcher, ...words], {
    cwd: root,
    env: { PATH: process.env['PATH'], HOME: root, ...env },
    stdio: 'ignore',
  });
  const kill = () => child.kill('SIGKILL');
  t.after(kill);
  const ended = new Promise<NodeJS.Signals | number | null>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? code));
  });
  return { kill, ended };
}

function runIn(root: string): { readonly result: RunResult; readonly journal: readonly { readonly note?: string }[] } {
  const runs = readdirSync(join(root, '.eva', 'runs'));
  assert.equal(runs.length, 1);
  assertNoSecretBelow(root);
  const read = (name: string) => readFileSync(join(root, '.eva', 'runs', runs[0] ?? '', name), 'utf8');
  const journal = read('journal.jsonl').trimEnd().split('\n');
  return { result: JSON.parse(read('result.json')), journal: journal.map((line) => JSON.parse(line)) };
}

test('a run in batches has one batch of trials and one of judge calls, costs half, and reports no latency', async (t) => {
  const config = 'prices: { claude-x: { input: 250000, output: 0 }, claude-j: { input: 0, output: 0 } }\n';
  const { server, eva, root } = await open(t, evalFile(3, judge.replace('MODEL', 'claude-j')), { polls: 3 }, config);
  const { exitCode, stderr } = await eva('eval', 'diff', '--batch');
  assert.equal(exitCode, 0, stderr);
  assert.deepEqual(
    server.batches.map(({ requests }) => requests.map(({ params }) => params.model)),
    [
      ['claude-x', 'claude-x', 'claude-x'],
      ['claude-j', 'claude-j', 'claude-j'],
    ],
  );
  assert.equal(server.calls.message, 0);
  const { result } = runIn(root);
  assert.deepEqual([result.all_passed, result.replies.model, result.cost_usd], [true, 6, 3 * 12 * 0.125]);
  assert.deepEqual(
    result.cases[0]?.trials.map(({ turns }) => turns[0]?.latency),
    [null, null, null],
  );
  assert.match(stderr, /batch msgbatch_0001: 3 requests submitted\n[\s\S]*batch msgbatch_0002: 3 requests submitted\n/);
  assert.equal(rowsIn(root)[0]?.usage.batch_replies, 6);
  assert.match((await eva('plan', 'diff')).stdout, /about \$9\.00/, 'one without batches costs twice as much');
});

test('1,000 requests with errors, expired requests and a kill during the wait: all trials finish, and nothing is submitted twice', async (t) => {
  const bad = new Map<string, FakeOutcome>();
  const outcome = (id: string, earlier: number): FakeOutcome => {
    if (earlier > 0) return 'succeeded';
    if (bad.size < 30) bad.set(id, { error: bad.size % 2 === 0 ? 'overloaded_error' : 'api_error' });
    else if (bad.size < 40) bad.set(id, 'expired');
    return bad.get(id) ?? 'succeeded';
  };
  const onCall = (call: string, number: number) => {
    if (call === 'retrieve' && number === 3) killed.kill();
  };
  const world = await open(t, evalFile(1000), { polls: 8, outcome, onCall });
  const { server, eva, root } = world;
  const killed = startEva(t, ['eval', 'diff', '--batch'], world);
  assert.equal(await killed.ended, 'SIGKILL');
  const { exitCode, stderr } = await eva('eval', 'diff', '--resume');
  assert.equal(exitCode, 0, stderr);
  assert.deepEqual(timesSubmitted(server.submitted), { 1: 960, 2: 40 });
  assert.deepEqual(
    server.batches.map(({ requests }) => requests.length),
    [1000, 40],
  );
  assert.deepEqual(
    rowsIn(root).map(({ total, passed, usage }) => [total, passed, usage.replies]),
    [[1, 1, 1000]],
  );
  assert.equal(runIn(root).result.cases[0]?.trials.length, 1000);
});

for (const [what, call, fault] of [
  ['before its batch has arrived', 'create', 'hang'],
  ['before it had the id of its batch', 'create', 'unanswered'],
  ['in the middle of the results', 'results', null],
] as const) {
  test(`a run that is killed ${what} submits nothing twice`, async (t) => {
    const world = await open(t, evalFile(300), {
      polls: 2,
      fault: (one, number) => (one === call && number === 0 ? fault : null),
      onCall: (one, number) => {
        if (one === call && number === 0) setImmediate(killed.kill);
      },
    });
    const killed = startEva(t, ['eval', 'diff', '--batch'], world);
    assert.equal(await killed.ended, 'SIGKILL');
    const { exitCode, stderr } = await world.eva('eval', 'diff', '--resume');
    assert.equal(exitCode, 0, stderr);
    assert.deepEqual(timesSubmitted(world.server.submitted), { 1: 300 });
    assert.equal(rowsIn(world.root).length, 1);
    const keys = runIn(world.root).journal.flatMap((line) => ('key' in line ? [line.key] : []));
    assert.deepEqual([keys.length, new Set(keys).size], [300, 300]);
  });
}

test('a run that is killed while it waits for its judge finds both of its batches', async (t) => {
  const world = await open(t, evalFile(50, judge.replace('MODEL', 'claude-j')), {
    polls: 4,
    onCall: (call) => {
      if (call === 'retrieve' && world.server.batches.length === 2) killed.kill();
    },
  });
  const killed = startEva(t, ['eval', 'diff', '--batch'], world);
  assert.equal(await killed.ended, 'SIGKILL');
  const { exitCode, stderr } = await world.eva('eval', 'diff', '--resume');
  assert.equal(exitCode, 0, stderr);
  assert.deepEqual(timesSubmitted(world.server.submitted), { 1: 100 });
  assert.deepEqual(
    world.server.batches.map(({ requests }) => requests.length),
    [50, 50],
  );
  assert.equal(rowsIn(world.root)[0]?.usage.replies, 100);
});

for (const [when, call, number, fault] of [
  ['while its batch is worked on', 'retrieve', 2, null],
  ['in the middle of results that stand still', 'results', 0, 'stall'],
] as const) {
  test(`SIGINT ${when} lets the batch continue at the provider, and the resumed run has its replies`, async (t) => {
    const world = await open(t, evalFile(20), {
      polls: 5,
      fault: (one, nth) => (one === call && nth === number ? fault : null),
      onCall: (one, nth) => {
        if (one === call && nth === number) process.kill(pid, 'SIGINT');
      },
    });
    const child = spawn(process.execPath, [launcher, 'eval', 'diff', '--batch'], {
      cwd: world.root,
      env: { PATH: process.env['PATH'], HOME: world.root, ...world.env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const pid = child.pid ?? 0;
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    assert.equal(await new Promise((resolve) => child.once('close', resolve)), 130);
    assert.match(stderr, /^stopping: 1 batch /m);
    assert.match(stderr, /\b1 batch\b[\s\S]*eva eval diff --resume\n/);
    const resumed = await world.eva('eval', 'diff', '--resume');
    assert.equal(resumed.exitCode, 0, resumed.stderr);
    assert.deepEqual(timesSubmitted(world.server.submitted), { 1: 20 });
    assert.match(resumed.stderr, /batch msgbatch_0001 was submitted earlier/);
  });
}

test('a key in the result of a batch is hidden before it is stored', async (t) => {
  const world = await open(t, evalFile(2), { answer: () => `good ${sentinelKey}` });
  const { exitCode, stderr } = await world.eva('eval', 'diff', '--batch');
  assert.equal(exitCode, 0, stderr);
  assert.equal(runIn(world.root).result.cases[0]?.trials[0]?.turns[0]?.app_response, 'good [redacted]');
});

test('a judge of another provider is called directly, while the trials go in a batch', async (t) => {
  const chat = await startFakeChatApi({ answer: () => verdict });
  t.after(() => chat.close());
  const world = await open(t, evalFile(5, judge.replace('MODEL', 'openai:gpt')));
  const env = { ...world.env, OPENAI_API_KEY: sentinelKey, OPENAI_BASE_URL: `${chat.url}/v1` };
  const { exitCode, stderr } = await runEva(['eval', 'diff', '--batch'], { cwd: world.root, env });
  assert.equal(exitCode, 0, stderr);
  assert.deepEqual(
    world.server.batches.map(({ requests }) => requests.length),
    [5],
  );
  assert.equal(chat.requests.length, 5);
});

test('a budget is reserved for whole batches at their price, and direct calls release it one by one', async (t) => {
  const chat = await startFakeChatApi({ answer: () => verdict });
  t.after(() => chat.close());
  const config = `prices: { claude-x: { input: 0, output: 100 }, gpt: { input: 0, output: 100 } }
budget: { max_cost_usd: 0.045 }
`;
  const file = evalFile(12, judge.replace('MODEL', 'openai:gpt, max_tokens: 50')).replace(
    'claude-x',
    'claude-x, max_tokens: 100',
  );
  const world = await open(t, file, {}, config);
  const env = { ...world.env, OPENAI_API_KEY: sentinelKey, OPENAI_BASE_URL: `${chat.url}/v1` };
  const { exitCode, stderr, stdout } = await runEva(['eval', 'diff', '--batch'], { cwd: world.root, env });
  assert.equal(exitCode, 0, stderr + stdout);
  // A request costs at most 100 tokens at $50 per million, $0.005, so 9 fit; the other 3 wait for these and their judge.
  assert.deepEqual(
    world.server.batches.map(({ requests }) => requests.length),
    [9, 3],
  );
  const planned = await world.eva('plan', 'diff', '--batch', '--json');
  assert.deepEqual(JSON.parse(planned.stdout).batches, { trials: 2, judges: 0 });
  assert.match((await world.eva('plan', 'diff', '--batch')).stdout, /Batches +about 2 /);
});

test('a provider that does not answer polls leaves the run unfinished, and the batch is found later', async (t) => {
  let isDown = true;
  const world = await open(t, evalFile(5), {
    fault: (call) => (call === 'retrieve' && isDown ? { status: 500 } : null),
  });
  const first = await world.eva('eval', 'diff', '--batch');
  assert.equal(first.exitCode, 3, first.stderr);
  isDown = false;
  const second = await world.eva('eval', 'diff', '--resume');
  assert.equal(second.exitCode, 0, second.stderr);
  assert.deepEqual(timesSubmitted(world.server.submitted), { 1: 5 });
});

test('a resume with a key of another workspace is an error without a submission, and works with the right key', async (t) => {
  let isDown = true;
  const world = await open(t, evalFile(5), {
    fault: (call) => (call === 'retrieve' && isDown ? { status: 500 } : null),
  });
  assert.equal((await world.eva('eval', 'diff', '--batch')).exitCode, 3);
  const [batch] = world.server.batches;
  assert.ok(batch);
  [isDown, batch.isGone] = [false, true];
  const { exitCode, stderr } = await world.eva('eval', 'diff', '--resume');
  assert.equal(exitCode, 3);
  assert.match(stderr, /anthropic .*msgbatch_0001/);
  assert.match(stderr, /--resume +EVA_UNKNOWN_BATCH\n/);
  batch.isGone = false;
  const again = await world.eva('eval', 'diff', '--resume');
  assert.equal(again.exitCode, 0, again.stderr);
  assert.deepEqual(timesSubmitted(world.server.submitted), { 1: 5 });
});

test('a criterion on latency is refused with --batch before anything is sent', async (t) => {
  const bar = `then:
      - metric: per_turn.response_latency
        criteria: [ { proportion_lt: { threshold: 20, proportion: 0.1 } } ]`;
  const { server, eva } = await open(t, evalFile(100, bar));
  const { exitCode, stderr } = await eva('eval', 'diff', '--batch');
  assert.equal(exitCode, 2);
  assert.match(stderr, /prompts\/diff\/eval\.yml:8:\d+ {2}[\s\S]*EVA_BATCH_LATENCY/);
  assert.equal(server.calls.create, 0);
});

test('an invalid EVA_BATCH_POLL_MS is refused', async (t) => {
  const { root, env } = await open(t, evalFile(1));
  for (const text of ['0', '-5', '1e3', 'soon', '60001']) {
    const output = await runEva(['eval', 'diff', '--batch'], { cwd: root, env: { ...env, EVA_BATCH_POLL_MS: text } });
    assert.equal(output.exitCode, 2, output.stderr);
    assert.match(output.stderr, /EVA_BATCH_POLL_MS[\s\S]*EVA_BAD_VALUE/);
  }
});

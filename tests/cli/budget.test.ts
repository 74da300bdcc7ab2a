import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { startFakeBatchesApi } from '../support/fake-batches-api.js';
import type { Faults } from '../support/fake-http.js';
import { startFakeMessagesApi } from '../support/fake-messages-api.js';
import { runEva } from '../support/run-eva.js';
import { sentinelKey } from '../support/secrets.js';
import { type Files, goodPrompt, tempLibrary } from '../support/temp-library.js';

const evalFile = `cases:
  - { name: happy, inputs: { code: x }, model: claude-x, sample_size: 30, assert: [ { contains: good } ] }
`;

async function library(t: TestContext, files: Files = {}, faults: Faults = () => ({ delayMs: 5 })) {
  const server = await startFakeMessagesApi({ answer: () => 'good', faults });
  t.after(() => server.close());
  const root = tempLibrary(t, { ...goodPrompt(), 'prompts/diff/eval.yml': evalFile, ...files });
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url };
  return { root, server, eva: (...args: string[]) => runEva(args, { cwd: root, env }) };
}

const prices = 'prices: { claude-x: { input: 10, output: 100 } }\n';
/** The cost of a call with 12 input and 7 output tokens. */
const usdOfCall = (12 * 10 + 7 * 100) / 1e6;

const budgets: readonly (readonly [string, string, readonly string[]])[] = [
  ['calls, in eva.yml', 'concurrency: 20\nbudget: { max_calls: 11 }\n', ['--allow-short-budget']],
  ['calls, by a flag', 'concurrency: 20\n', ['--max-calls', '11', '--allow-short-budget']],
  [
    'calls, a flag in place of eva.yml',
    'concurrency: 20\nbudget: { max_calls: 25 }\n',
    ['--max-calls', '11', '--allow-short-budget'],
  ],
];

for (const [what, config, flags] of budgets) {
  test(`a budget of ${what} is never exceeded, and the run can be resumed`, async (t) => {
    const { root, server, eva } = await library(t, { 'eva.yml': config });
    const output = await eva('eval', 'diff', ...flags);
    assert.equal(output.exitCode, 3, output.stdout + output.stderr);
    assert.equal(server.requests.length, 11);
    assert.match(output.stdout, /happy .* missing \(trials .*\)\n.* 11 calls .*\n/);
    assert.match(output.stdout, /\n {3}eva eval diff --resume --max-calls 30\n/);
    assert.ok(!existsSync(join(root, '.eval.jsonl')));

    const more = await eva('eval', 'diff', '--resume', '--max-calls', '30');
    assert.equal(more.exitCode, 0, more.stdout + more.stderr);
    assert.equal(server.requests.length, 30);
  });
}

test('a limit of the command line applies to each session of the run, until another one replaces it', async (t) => {
  const { server, eva } = await library(t, { 'eva.yml': `${prices}concurrency: 4\nbudget: { max_calls: 25 }\n` });
  await eva('eval', 'diff', '--max-calls', '11', '--allow-short-budget', '--max-cost', '1000');

  const same = await eva('eval', 'diff', '--resume');
  assert.equal(same.exitCode, 3, same.stdout + same.stderr);
  assert.match(same.stderr, /\b11 replies[\s\S]*\s11\s+calls\s+or\s+\$1,000\.00/);
  assert.match(same.stdout, /\b11 calls\b/);
  assert.equal(server.requests.length, 11);

  await eva('eval', 'diff', '--resume', '--max-calls', '13');
  assert.equal(server.requests.length, 13);
  const again = await eva('eval', 'diff', '--resume');
  assert.match(again.stderr, /budget\s+of\s+the\s+whole\s+run:\s+13\s+calls\s+or\s+\$1,000\.00/);
  assert.equal(server.requests.length, 13, 'the cap that replaced it is kept too');
});

test('negative token counts of a server do not allow more calls, and do not lower the cost', async (t) => {
  const usage = { input_tokens: -1_000_000, output_tokens: -1 };
  const server = await startFakeMessagesApi({ answer: () => ({ text: 'good', usage }) });
  t.after(() => server.close());
  const root = tempLibrary(t, {
    ...goodPrompt(),
    'prompts/diff/eval.yml': evalFile.replace('sample_size: 30', 'sample_size: 3, max_tokens: 1000'),
    'eva.yml': prices,
  });
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url };
  const output = await runEva(['eval', 'diff', '--max-cost', '0.25'], { cwd: root, env });
  assert.equal(output.exitCode, 3, output.stdout);
  assert.equal(server.requests.length, 2, 'each may have taken 1000 tokens and those of its request');
  const resumed = await runEva(['eval', 'diff', '--resume', '--max-cost', '10'], { cwd: root, env });
  assert.equal(resumed.exitCode, 0, resumed.stdout + resumed.stderr);
  assert.equal(server.requests.length, 3);
  const row = JSON.parse(readFileSync(join(root, '.eval.jsonl'), 'utf8'));
  assert.deepEqual(
    [row.cost_usd, row.usage],
    [null, { replies: 3, input_tokens: 0, output_tokens: 0, unmetered_replies: 3 }],
  );
});

test('a budget of dollars without a price for each model is refused before the first call', async (t) => {
  const without = await library(t);
  const refusal = await without.eva('eval', 'diff', '--max-cost', '1');
  assert.equal(refusal.exitCode, 2);
  assert.match(refusal.stderr, /claude-x[\s\S]*EVA_NO_PRICE/);
  assert.equal(without.server.requests.length, 0);

  const { server, eva } = await library(t, { 'eva.yml': prices });
  const output = await eva('eval', 'diff', '--max-cost', '0.42');
  assert.equal(output.exitCode, 3, output.stdout + output.stderr);
  assert.match(output.stdout, /the budget of \$0\.42 leaves no room/);
  assert.ok(server.requests.length > 1 && server.requests.length * usdOfCall <= 0.42);
});

test('eva plan shows the budget beside the calls and the cost, and --json has it', async (t) => {
  const { eva } = await library(t, { 'eva.yml': `${prices}budget: { max_calls: 11, max_cost_usd: 2.5 }\n` });
  const output = await eva('plan', 'diff', '--full');
  assert.match(output.stdout, /Budget {2}! 11 calls or \$2\.50/);
  const { budget } = JSON.parse((await eva('plan', 'diff', '--json')).stdout);
  assert.deepEqual(budget, { max_calls: 11, max_cost_usd: 2.5 });
});

test('recorded replies cost nothing, so that a budget never stops a replay', async (t) => {
  const { eva } = await library(t, { 'eva.yml': 'budget: { max_cost_usd: 0.01, max_calls: 2 }\n' });
  const output = await eva('eval', 'diff', '--replay');
  assert.equal(output.exitCode, 3);
  assert.match(output.stdout + output.stderr, /--record\b/);
});

const shortOfTime = evalFile.replace('sample_size: 30', 'timeout_s: 0.3, sample_size: 12');

for (const fault of ['truncate', 'refuse', 'hang'] as const) {
  test(`a call without a reply (${fault}) counts towards the budget, also after an interrupt`, async (t) => {
    const faults = (number: number) => (number % 3 === 2 ? null : fault);
    const { server, eva } = await library(
      t,
      { 'prompts/diff/eval.yml': shortOfTime, 'eva.yml': 'concurrency: 1\n' },
      faults,
    );
    const output = await eva('eval', 'diff', '--max-calls', '5', '--allow-short-budget');
    assert.equal(output.exitCode, 3, output.stdout + output.stderr);
    assert.match(output.stdout, /\b5 calls\b/);
    assert.equal(server.requests.length, 5);

    const more = await eva('eval', 'diff', '--resume', '--max-calls', '7');
    assert.equal(more.exitCode, 3, more.stdout + more.stderr);
    assert.equal(server.requests.length, 7);
  });
}

test('tokens that a provider does not count are estimated from above over all sessions of a run', async (t) => {
  const config =
    'concurrency: 1\nproviders: { mine: { type: command, command: [cat] } }\nprices: { mine: { input: 1000, output: 1000 } }\n';
  const cases = evalFile.replace('claude-x', '"command:mine"').replace('contains: good', 'contains: x');
  const { root, eva } = await library(t, { 'eva.yml': config, 'prompts/diff/eval.yml': cases });
  await eva('trust', '--yes');
  const first = await eva('eval', 'diff', '--max-cost', '20');
  assert.equal(first.exitCode, 3, first.stdout + first.stderr);
  const replies = () => {
    const [run = ''] = readdirSync(join(root, '.eva/runs'));
    return readFileSync(join(root, '.eva/runs', run, 'journal.jsonl'), 'utf8').split('\n').length - 2;
  };
  const made = replies();
  assert.ok(made > 0 && made < 30);
  await eva('eval', 'diff', '--resume', '--max-cost', '20');
  assert.equal(replies(), made);
});

test('expired requests of a batch cost nothing, and answered ones count', async (t) => {
  const server = await startFakeBatchesApi({
    answer: () => 'good',
    outcome: (_, earlier) => (earlier === 0 ? 'expired' : 'succeeded'),
  });
  t.after(() => server.close());
  const root = tempLibrary(t, { ...goodPrompt(), 'prompts/diff/eval.yml': shortOfTime });
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url, EVA_BATCH_POLL_MS: '20' };
  const output = await runEva(['eval', 'diff', '--batch', '--max-calls', '5', '--allow-short-budget'], {
    cwd: root,
    env,
  });
  assert.equal(output.exitCode, 3, output.stdout + output.stderr);
  const answered = server.batches
    .flatMap(({ outcomes }) => [...outcomes.values()])
    .filter((one) => one === 'succeeded');
  assert.deepEqual([answered.length, server.messages.length], [5, 0]);
});

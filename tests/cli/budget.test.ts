import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { startFakeMessagesApi } from '../support/fake-messages-api.js';
import { runEva } from '../support/run-eva.js';
import { sentinelKey } from '../support/secrets.js';
import { type Files, goodPrompt, tempLibrary } from '../support/temp-library.js';

const evalFile = `cases:
  - { name: happy, inputs: { code: x }, model: claude-x, sample_size: 30, assert: [ { contains: good } ] }
`;

async function library(t: TestContext, files: Files = {}) {
  const server = await startFakeMessagesApi({ answer: () => 'good', faults: () => ({ delayMs: 5 }) });
  t.after(() => server.close());
  const root = tempLibrary(t, { ...goodPrompt(), 'prompts/diff/eval.yml': evalFile, ...files });
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url };
  return { root, server, eva: (...args: string[]) => runEva(args, { cwd: root, env }) };
}

const prices = 'prices: { claude-x: { input: 10, output: 100 } }\n';
/** Of each reply: 12 tokens in, 7 out. */
const usdOfCall = (12 * 10 + 7 * 100) / 1e6;

const budgets: readonly (readonly [string, string, readonly string[]])[] = [
  ['calls, in eva.yml', 'concurrency: 20\nbudget: { max_calls: 11 }\n', []],
  ['calls, by a flag', 'concurrency: 20\n', ['--max-calls', '11']],
  ['calls, a flag in place of eva.yml', 'concurrency: 20\nbudget: { max_calls: 25 }\n', ['--max-calls', '11']],
];

for (const [what, config, flags] of budgets) {
  test(`a budget of ${what} is never passed, and the run can be gone on with`, async (t) => {
    const { root, server, eva } = await library(t, { 'eva.yml': config });
    const output = await eva('eval', 'diff', ...flags);
    assert.equal(output.exitCode, 3, output.stdout + output.stderr);
    assert.equal(server.requests.length, 11);
    assert.match(output.stdout, /the budget of 11 calls is used up\n +happy \(trials .*\)/);
    assert.match(output.stdout, /go on with a larger budget\n {4}eva eval diff --resume\n/);
    assert.ok(!existsSync(join(root, '.eval.jsonl')));

    const more = await eva('eval', 'diff', '--resume', '--max-calls', '30');
    assert.equal(more.exitCode, 0, more.stdout + more.stderr);
    assert.equal(server.requests.length, 30);
  });
}

test('a budget of tokens is not passed, though nobody knows before how many a call takes', async (t) => {
  const { server, eva } = await library(t, { 'eva.yml': 'concurrency: 20\n' });
  const output = await eva('eval', 'diff', '--max-tokens', '4500');
  assert.equal(output.exitCode, 3, output.stdout);
  assert.match(output.stdout, /the budget of 4500 tokens leaves no room for another call/);
  assert.ok(server.requests.length > 1 && server.requests.length * 19 <= 4500);
});

test('a budget of dollars needs a price for each model, which is said before anybody is asked', async (t) => {
  const without = await library(t);
  const refusal = await without.eva('eval', 'diff', '--max-cost', '1');
  assert.equal(refusal.exitCode, 2);
  assert.match(refusal.stderr, /needs a price for claude-x[\s\S]*EVA_NO_PRICE/);
  assert.equal(without.server.requests.length, 0);

  const { server, eva } = await library(t, { 'eva.yml': prices });
  const output = await eva('eval', 'diff', '--max-cost', '0.42');
  assert.equal(output.exitCode, 3, output.stdout + output.stderr);
  assert.match(output.stdout, /the budget of \$0\.42 leaves no room/);
  assert.ok(server.requests.length > 1 && server.requests.length * usdOfCall <= 0.42);
});

test('eva plan shows the budget beside what it bounds, and --json has it', async (t) => {
  const { eva } = await library(t, { 'eva.yml': `${prices}budget: { max_calls: 11, max_cost_usd: 2.5 }\n` });
  const output = await eva('plan', 'diff');
  assert.match(output.stdout, /Budget {2}11 calls or \$2\.50: the run stops before the call that would pass it/);
  const { budget } = JSON.parse((await eva('plan', 'diff', '--json')).stdout);
  assert.deepEqual(budget, { max_calls: 11, max_cost_usd: 2.5 });
});

test('replies that were recorded cost nothing, so that no budget keeps a replay from its end', async (t) => {
  const { eva } = await library(t, { 'eva.yml': 'budget: { max_cost_usd: 0.01, max_calls: 2 }\n' });
  const output = await eva('eval', 'diff', '--replay');
  assert.equal(output.exitCode, 3);
  assert.match(output.stdout + output.stderr, /no recording of a reply/);
});

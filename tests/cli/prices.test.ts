import assert from 'node:assert/strict';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { newestRun } from '../promises/dataset/ticket-library.js';
import { startFakeMessagesApi } from '../support/fake-messages-api.js';
import { lastRow } from '../support/rows-in.js';
import { runEva } from '../support/run-eva.js';
import { sentinelKey } from '../support/secrets.js';
import { type Files, goodPrompt, tempLibrary } from '../support/temp-library.js';

const evalFile = (model: string, check = 'contains: good') =>
  `cases:\n  - { name: happy, inputs: { code: x }, model: "${model}", sample_size: 4, assert: [ { ${check} } ] }\n`;

function library(t: TestContext, model: string, files: Files = {}): string {
  return tempLibrary(t, { ...goodPrompt(), 'prompts/diff/eval.yml': evalFile(model), ...files });
}

test('the plan of a well-known model has a cost, and names the built-in prices once', async (t) => {
  const root = library(t, 'openai:gpt-6-luna');
  for (const flags of [[], ['--full']]) {
    const { stdout } = await runEva(['plan', 'diff', ...flags], { cwd: root });
    assert.match(stdout, /\$0\.\d+/);
    assert.deepEqual(stdout.match(/built-in prices of \d{4}-\d\d for gpt-6-luna/g)?.length, 1, stdout);
  }
  const { stdout } = await runEva(['plan', 'diff', '--json'], { cwd: root });
  const { cost } = JSON.parse(stdout);
  assert.ok(cost.at_most_usd > 0);
  assert.deepEqual(cost.without_price, []);
  assert.match(cost.built_in_prices.date, /^\d{4}-\d\d-\d\d$/);
  assert.deepEqual(cost.built_in_prices.models, ['gpt-6-luna']);
});

test('the plan of a model at another server has the prices to paste', async (t) => {
  const root = library(t, 'openai:gpt-6-luna');
  const env = { OPENAI_API_KEY: sentinelKey, OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' };
  const { stdout, exitCode } = await runEva(['plan', 'diff', '--json'], { cwd: root, env });
  assert.equal(exitCode, 0);
  const [found] = JSON.parse(stdout).problems.filter(({ code }: { code: string }) => code === 'EVA_NO_PRICE');
  assert.equal(found.severity, 'warning');
  assert.match(found.hint, /prices: \{ gpt-6-luna: \{ input: [\d.]+, output: [\d.]+ \} \}/);
});

test('with prices of eva.yml the plan names no built-in prices', async (t) => {
  const root = library(t, 'openai:gpt-6-luna', { 'eva.yml': 'prices: { gpt-6-luna: { input: 1, output: 2 } }\n' });
  const { stdout } = await runEva(['plan', 'diff'], { cwd: root });
  assert.match(stdout, /\$0\.\d+/);
  assert.doesNotMatch(stdout, /built-in/);
});

test('a budget in dollars and a check of the cost need no prices in eva.yml for a well-known model', async (t) => {
  const root = library(t, 'claude-opus-4-7', {
    'prompts/diff/eval.yml': evalFile('claude-opus-4-7', 'max_cost_usd: 1'),
    'eva.yml': 'budget: { max_cost_usd: 2.5 }\n',
  });
  const planned = await runEva(['plan', 'diff'], { cwd: root });
  assert.equal(planned.exitCode, 0, planned.stdout + planned.stderr);
  const doctor = await runEva(['doctor', 'diff'], { cwd: root });
  assert.doesNotMatch(doctor.stdout + doctor.stderr, /EVA_NO_PRICE/);
});

test('a model behind another address has no built-in price', async (t) => {
  const root = library(t, 'openai:gpt-6-luna');
  const env = { OPENAI_BASE_URL: 'http://localhost:1/v1', OPENAI_API_KEY: sentinelKey };
  const { stderr, exitCode } = await runEva(['eval', 'diff', '--max-cost', '1'], { cwd: root, env });
  assert.equal(exitCode, 2);
  assert.match(stderr, /needs a price for gpt-6-luna[\s\S]*EVA_NO_PRICE/);
});

test('a price of 0 in eva.yml does not switch off --max-cost: no request is sent, and the refusal says why', async (t) => {
  const root = library(t, 'claude-opus-4-7', { 'eva.yml': 'prices: { claude-opus-4-7: { input: 0, output: 0 } }\n' });
  const env = { ANTHROPIC_API_KEY: sentinelKey };
  const argv = ['eval', 'diff', '--json', '--max-cost'];
  const began = await runEva([...argv, '0.001'], { cwd: root, env });
  const resumed = await runEva([...argv, '0.002', '--resume'], { cwd: root, env });
  for (const { exitCode, stdout, stderr } of [began, resumed]) {
    assert.equal(exitCode, 3, stdout + stderr);
    const { cost_usd, cases } = JSON.parse(stdout);
    assert.equal(cost_usd, 0);
    assert.match(
      JSON.stringify(cases),
      /"[^"]*\$0\.00[12][^"]*claude-opus-4-7[^"]*the price that is set is lower[^"]*"/,
    );
  }
});

test('a resumed run keeps the built-in prices with which it began, and one from before them stays without', async (t) => {
  const server = await startFakeMessagesApi({ answer: () => 'good', faults: () => ({ delayMs: 5 }) });
  t.after(() => server.close());
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url };
  for (const hasPrices of [true, false]) {
    const root = library(t, 'claude-x');
    const begun = await runEva(['eval', 'diff', '--max-calls', '2', '--allow-short-budget'], { cwd: root, env });
    assert.equal(begun.exitCode, 3, begun.stdout + begun.stderr);
    const price = { input: 10, output: 100, built_in: '2026-03-01' };
    if (hasPrices) writeFileSync(join(newestRun(root), 'prices.json'), JSON.stringify({ 'claude-x': price }));
    const resumed = await runEva(['eval', 'diff', '--resume', '--max-calls', '9'], { cwd: root, env });
    assert.equal(resumed.exitCode, 0, resumed.stdout + resumed.stderr);
    const row = lastRow(root) as unknown as { cost_usd: number | null; built_in_prices?: string };
    assert.equal(row.cost_usd, hasPrices ? (4 * (12 * 10 + 7 * 100)) / 1e6 : null);
    assert.equal(row.built_in_prices, hasPrices ? '2026-03-01' : undefined);
    const shown = resumed.stdout.match(/\(built-in prices of 2026-03\)/g) ?? [];
    assert.equal(shown.length, hasPrices ? 1 : 0, resumed.stdout);
    const log = await runEva(['log'], { cwd: root });
    assert.equal(/costs with built-in prices of 2026-03/.test(log.stdout), hasPrices, log.stdout);
  }
});

test('a new run keeps its built-in prices in its folder; replies that are replayed get none', async (t) => {
  const root = tempLibrary(t, { ...goodPrompt(), 'prompts/diff/eval.yml': evalFile('claude-opus-4-7') });
  writeFileSync(join(root, 'prompts/diff/recordings.jsonl'), '');
  await runEva(['eval', 'diff', '--replay'], { cwd: root });
  const kept = JSON.parse(readFileSync(join(newestRun(root), 'prices.json'), 'utf8'));
  assert.equal(kept['claude-opus-4-7'].input, 5);
});

test('the hint about missing prices is one block for all models, which works when it is pasted, beside other prices too', async (t) => {
  const env = { OPENAI_BASE_URL: 'http://localhost:1/v1', OPENAI_API_KEY: sentinelKey };
  const files = `defaults: { model: "openai:gpt-6.2-sol", judge: { model: "openai:gpt-6-luna" } }
cases:
  - { name: happy, inputs: { code: x }, rubric: Is it small? }
`;
  for (const own of ['', 'prices: { other: { input: 3, output: 4 } }\n']) {
    const budget = 'budget: { max_cost_usd: 1 }\n';
    const root = library(t, 'claude-x', { 'prompts/diff/eval.yml': files, 'eva.yml': budget + own });
    const refused = await runEva(['plan', 'diff'], { cwd: root, env });
    assert.equal(refused.exitCode, 2);
    assert.match(refused.stderr, /OPENAI_BASE_URL/);
    assert.equal(refused.stderr.match(/prices:\s+\{/g)?.length, 1);
    const doctor = await runEva(['doctor', 'diff'], { cwd: root, env });
    assert.match(doctor.stdout, /OPENAI_BASE_URL[\s\S]*EVA_NO_PRICE/);
    const [block = ''] = /prices:\s+\{[\s\S]*\}\s+\}/.exec(refused.stderr) ?? [];
    assert.match(block, /gpt-6\.2-sol:\s+\{\s+input:\s+2,\s+output:\s+10\s+\}/);
    assert.equal(/other/.test(block), own !== '');
    writeFileSync(join(root, 'eva.yml'), `${budget}${block}\n`);
    const planned = await runEva(['plan', 'diff'], { cwd: root, env });
    assert.equal(planned.exitCode, 0, planned.stderr);
  }
});

test('the prices of two prompts are one block', async (t) => {
  const [one, two] = [library(t, 'openai:gpt-98'), library(t, 'openai:gpt-99')];
  cpSync(join(two, 'prompts/diff'), join(one, 'prompts/second'), { recursive: true });
  rmSync(join(one, 'prompts/second/meta.yml'), { force: true });
  const { stderr } = await runEva(['eval', '--yes', '--max-cost', '1'], {
    cwd: one,
    env: { OPENAI_API_KEY: sentinelKey },
  });
  assert.equal(stderr.match(/prices:\s+\{/g)?.length, 1, stderr);
  assert.match(stderr, /gpt-98:\s+\{\s+input:\s+USD[\s\S]*gpt-99:\s+\{\s+input:\s+USD/);
});

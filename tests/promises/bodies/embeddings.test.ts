import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { startFakeEmbeddings } from '../../support/fake-chat-api.js';
import { startFakeMessagesApi } from '../../support/fake-messages-api.js';
import { rowsIn } from '../../support/rows-in.js';
import { runEva } from '../../support/run-eva.js';
import { sentinelKey } from '../../support/secrets.js';
import { type Files, goodMeta, tempLibrary } from '../../support/temp-library.js';

const evalFile = `defaults:
  model: claude-opus-4-7
  embedding_model: openai:text-embedding-3-small
cases:
  - name: first
    inputs: { code: x }
    sample_size: 3
    assert: [ { similar: { to: late parcel, min: 0.9 } } ]
  - name: second
    inputs: { code: y }
    assert: [ { similar: { to: late parcel, min: 0.9 } } ]
`;

async function open(t: TestContext, files: Files = {}) {
  const embeddings = await startFakeEmbeddings((text) => (text.includes('parcel') ? [1, 0.1] : [0, 1]));
  const messages = await startFakeMessagesApi({ answer: () => 'Your parcel is late.' });
  t.after(() => Promise.all([embeddings.close(), messages.close()]));
  const root = tempLibrary(t, {
    'prompts/diff/meta.yml': goodMeta,
    'prompts/diff/prompt.txt': 'Say {{code}}\n',
    'prompts/diff/eval.yml': evalFile,
    ...files,
  });
  const env = {
    ANTHROPIC_API_KEY: sentinelKey,
    ANTHROPIC_BASE_URL: messages.url,
    OPENAI_API_KEY: sentinelKey,
    OPENAI_BASE_URL: `${embeddings.url}/v1`,
  };
  const eva = (...args: readonly string[]) => runEva(['eval', 'diff', ...args], { cwd: root, env });
  const plan = () => runEva(['plan', 'diff', '--json'], { cwd: root, env });
  const embedded = () => embeddings.requests.map(({ body }) => body.input).sort();
  return { root, eva, plan, embedded, asked: () => messages.requests.length };
}

const once = ['Your parcel is late.', 'late parcel'];

test('equal texts of a run are embedded once, also by concurrent trials of several cases', async (t) => {
  const { root, eva, embedded } = await open(t);
  const { exitCode, stdout, stderr } = await eva();
  assert.equal(exitCode, 0, stdout + stderr);
  assert.deepEqual(embedded(), once);
  assert.equal(rowsIn(root)[0]?.passed, 2);
});

test('embeddings are counted on their own, in the plan and in the first line of several runs', async (t) => {
  const several = evalFile.replace('model: claude-opus-4-7', 'models: [claude-opus-4-7, claude-haiku-4-5]');
  const { root, eva } = await open(t, { 'prompts/diff/eval.yml': several });
  const { stdout } = await runEva(['plan', 'diff'], { cwd: root });
  assert.match(stdout, /\bof judges +for embeddings\b/);
  assert.match(stdout, /\ball +20 +0 +12\b/);
  assert.match(stdout, /4 of the prompt, 6 for embeddings/);
  const { stderr } = await eva();
  assert.match(stderr.split('\n')[0] ?? '', /^2 runs, at most 8 calls of models, 12 for embeddings/);
});

for (const [first, second] of [
  ['--record', '--replay'],
  ['--cache', '--cache'],
] as const) {
  test(`embeddings of ${first} are found by ${second}, with the same verdict`, async (t) => {
    const { root, eva, embedded, asked } = await open(t);
    for (const option of [first, second]) {
      const { exitCode, stdout, stderr } = await eva(option);
      assert.equal(exitCode, 0, stdout + stderr);
    }
    assert.deepEqual(embedded(), once);
    assert.equal(asked(), 4);
    assert.deepEqual(
      rowsIn(root).map(({ passed }) => passed),
      [2, 2],
    );
  });
}

test('embeddings count as calls of the budget, and the run goes on with what it has', async (t) => {
  const { root, eva, embedded, asked } = await open(t);
  const stopped = await eva('--max-calls', '5', '--allow-short-budget');
  assert.notEqual(stopped.exitCode, 0, stopped.stdout + stopped.stderr);
  assert.equal(asked() + embedded().length, 5);
  rmSync(join(root, '.eval.jsonl'), { force: true });
  const resumed = await eva('--resume', '--max-calls', '100');
  assert.equal(resumed.exitCode, 0, resumed.stdout + resumed.stderr);
  assert.deepEqual([asked(), embedded()], [4, once]);
});

test('the text of each item is embedded once, and an item with another meaning fails', async (t) => {
  const { eva, embedded } = await open(t, {
    'prompts/diff/eval.yml': `defaults: { model: claude-opus-4-7, embedding_model: "openai:text-embedding-3-small" }
cases:
  - name: items
    dataset: data/items.jsonl
    criteria: { proportion_gte: { proportion: 0.5 } }
    stop_early: false
    assert: [ { similar: { to: { field: wanted }, min: 0.9 } } ]
`,
    'data/items.jsonl': Array.from(
      { length: 20 },
      (_, index) => `{"code": "c${index}", "wanted": "${index === 7 ? 'weather' : `parcel ${index % 2}`}"}\n`,
    ).join(''),
  });
  const { exitCode, stdout, stderr } = await eva();
  assert.equal(exitCode, 0, stdout + stderr);
  assert.match(stdout, /19 of 20 items right/);
  assert.deepEqual(embedded(), ['Your parcel is late.', 'parcel 0', 'parcel 1', 'weather']);
});

/** A price of a dollar for a token that is embedded, and none for the model under test. */
const prices = `prices:
  claude-opus-4-7: { input: 0, output: 0 }
  text-embedding-3-small: { input: 1000000, output: 0 }
`;

test('the cost of embeddings is in the plan and in the row', async (t) => {
  const { root, eva, plan } = await open(t, { 'eva.yml': prices });
  const planned = JSON.parse((await plan()).stdout) as { readonly cost: { readonly at_most_usd: number } };
  const ofReplies = 4 * 4096;
  const { at_most_usd } = planned.cost;
  assert.ok(at_most_usd > ofReplies + 'late parcel'.length && at_most_usd < ofReplies + 200, `${at_most_usd} USD`);
  const { exitCode, stdout, stderr } = await eva('--max-cost', '1000');
  assert.equal(exitCode, 0, stdout + stderr);
  assert.equal(rowsIn(root)[0]?.cost_usd, 6, 'two texts of three tokens');
});

test('a budget in dollars stops a run before an embedding that may exceed it, and the run can be resumed', async (t) => {
  const { root, eva, embedded, asked } = await open(t, { 'eva.yml': `${prices}budget: { max_cost_usd: 100 }\n` });
  const stopped = await eva();
  assert.equal(stopped.exitCode, 3, stopped.stdout + stopped.stderr);
  assert.deepEqual([asked() > 0, embedded(), rowsIn(root)], [true, [], []]);
  const resumed = await eva('--resume', '--max-cost', '200');
  assert.equal(resumed.exitCode, 0, resumed.stdout + resumed.stderr);
  assert.deepEqual([asked(), embedded(), rowsIn(root)[0]?.cost_usd], [4, once, 6]);
});

test('an embedding model without a price is named in the plan, and refused with a budget in dollars', async (t) => {
  const { eva, plan, asked } = await open(t, { 'eva.yml': prices.replace('text-embedding-3-small', 'other') });
  const { cost } = JSON.parse((await plan()).stdout) as {
    readonly cost: { readonly without_price: readonly string[] };
  };
  assert.deepEqual(cost.without_price, ['text-embedding-3-small']);
  const { exitCode, stderr } = await eva('--max-cost', '10');
  assert.equal(exitCode, 2, stderr);
  assert.match(stderr, /text-embedding-3-small[\s\S]*EVA_NO_PRICE/);
  assert.equal(asked(), 0);
});

import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { evaluatePrompt, evaluateVariants } from 'eva-harness';
import { startFakeChatApi } from '../../support/fake-chat-api.js';
import { runEva } from '../../support/run-eva.js';
import { sentinelKey } from '../../support/secrets.js';
import { goodPrompt, tempLibrary } from '../../support/temp-library.js';

const evalFile = `defaults:
  models: [openai:large, { name: small, model: openai:tiny, max_tokens: 10 }]
cases:
  - { name: happy, inputs: { code: alpha }, sample_size: 3, assert: [ { contains: alpha } ] }
  - { name: long, models: [openai:large], inputs: { code: beta }, rubric: Is it small? }
`;

const config = `prices:
  large: { input: 10, output: 10 }
  tiny: { input: 1, output: 1 }
  claude-haiku-4-5-20251001: { input: 1, output: 1 }
`;

async function priced(t: TestContext) {
  const server = await startFakeChatApi({
    answer: ({ model, messages }) => (model === 'tiny' ? 'no' : String(messages[0].content)),
  });
  t.after(() => server.close());
  const root = tempLibrary(t, { ...goodPrompt(), 'prompts/diff/eval.yml': evalFile, 'eva.yml': config });
  const env = { OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: sentinelKey };
  return { root, env, server, eva: (...args: readonly string[]) => runEva(args, { cwd: root, env, columns: 100 }) };
}

test('plan shows the calls and the cost of each variant and of all, and asks no model', async (t) => {
  const { eva, server } = await priced(t);
  const { stdout, exitCode } = await eva('plan', 'diff');
  assert.equal(exitCode, 0);
  const rows = stdout.split('\n').map((line) => line.trim().split(/ {2,}/));
  const ofFirst = rows.find(([name]) => name === 'openai:large');
  const ofSecond = rows.find(([name]) => name === 'small');
  const ofAll = rows.find(([name]) => name === 'all');
  assert.deepEqual([ofFirst?.[1], ofSecond?.[1], ofAll?.[1]], ['5', '3', '8']);
  assert.match(ofAll?.[3] ?? '', /^at most \$\d/);
  const { variants, calls } = JSON.parse((await eva('plan', 'diff', '--json')).stdout);
  assert.equal(calls.total, 8);
  assert.deepEqual(
    variants.map((one: { variant: string; calls: { total: number } }) => [one.variant, one.calls.total]),
    [
      ['openai:large', 5],
      ['small', 3],
    ],
  );
  assert.deepEqual(server.requests, []);
});

test('plan with one variant is the plan of that run alone', async (t) => {
  const { eva } = await priced(t);
  const { stdout } = await eva('plan', 'diff', '--model', 'small', '--json');
  const { variant, calls } = JSON.parse(stdout);
  assert.deepEqual([variant, calls.total], ['small', 3]);
});

test('log names the variant of each run, and a model that the files do not name', async (t) => {
  const { eva } = await priced(t);
  await eva('eval', 'diff', '--case', 'happy');
  await eva('eval', 'diff', '--case', 'happy', '--model', 'openai:other');
  const entries: { variant?: string; override?: true }[] = JSON.parse((await eva('log', '--json')).stdout);
  assert.deepEqual(
    entries.map(({ variant, override }) => [variant, override]),
    [
      ['openai:large', undefined],
      ['small', undefined],
      ['openai:other', true],
    ],
  );
  assert.match((await eva('log')).stdout, /small/);
});

test('a program gets one result for each variant, and no single one for several', async (t) => {
  const { root, env } = await priced(t);
  const at = { root, env, cases: ['happy'] };
  const { passed, results } = await evaluateVariants('diff', at);
  assert.equal(passed, false);
  assert.deepEqual(
    results.map((one) => [one.variant, one.passed]),
    [
      ['openai:large', true],
      ['small', false],
    ],
  );
  assert.equal((await evaluatePrompt('diff', { ...at, models: ['openai:large'] })).passed, true);
  await assert.rejects(evaluatePrompt('diff', at), /2 variants/);
});

import assert from 'node:assert/strict';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { EvaAssertionError, evaluateVariants } from 'eva-harness';
import { startFakeChatApi } from '../support/fake-chat-api.js';
import { sentinelKey } from '../support/secrets.js';
import { goodPrompt, tempLibrary } from '../support/temp-library.js';

const evalFile = `defaults:
  models: [openai:large, { name: small, model: openai:tiny }]
cases:
  - { name: happy, inputs: { code: alpha }, sample_size: 5, assert: [ { contains: alpha } ] }
`;

/** Makes a library whose prompt has two models. The small one answers with this text. */
async function library(t: TestContext, small: string) {
  const server = await startFakeChatApi({
    answer: ({ model, messages }) => (model === 'tiny' ? small : String(messages[0].content)),
  });
  t.after(() => server.close());
  const root = tempLibrary(t, { ...goodPrompt(), 'prompts/diff/eval.yml': evalFile });
  const env = {
    OPENAI_BASE_URL: `${server.url}/v1`,
    OPENAI_API_KEY: sentinelKey,
    XDG_DATA_HOME: join(root, 'data'),
  };
  return { at: { root, env }, server };
}

test('each variant resumes its own unfinished run', async (t) => {
  const { at } = await library(t, 'alpha');
  const cut = await evaluateVariants('diff', { ...at, budget: { max_calls: 1 } });
  assert.deepEqual(
    cut.results.map(({ variant, outcome }) => [variant, outcome]),
    [
      ['openai:large', 'unfinished'],
      ['small', 'unfinished'],
    ],
  );
  const whole = await evaluateVariants('diff', { ...at, budget: { max_calls: 50 } });
  assert.deepEqual(
    whole.results.map(({ run_id }) => run_id),
    cut.results.map(({ run_id }) => run_id),
  );
});

test('a variant that did not pass fails the assertion of all, with its printed result', async (t) => {
  const { at } = await library(t, 'no');
  const all = await evaluateVariants('diff', at);
  assert.deepEqual([all.outcome, all.results.map(({ passed }) => passed)], ['failed', [true, false]]);
  assert.throws(() => all.assertPassed(), { name: EvaAssertionError.name, message: String(all) });
  const [large] = (await evaluateVariants('diff', { ...at, models: ['openai:large'] })).results;
  large?.assertPassed();
});

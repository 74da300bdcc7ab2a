import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import {
  assertions,
  CheckExpectation,
  EvaError,
  type ModelClient,
  ScenarioTest,
  SigmaEval,
  type SigmaEvalOptions,
} from 'eva-harness';
import { startFakeHttp } from '../support/fake-http.js';
import { sentinelKey } from '../support/secrets.js';

const scenario = () =>
  ScenarioTest({
    title: 'Says that it is late',
    given: 'You ordered a lamp.',
    when: 'You ask where it is.',
    max_turns: 1,
    sample_size: 12,
    then: [
      CheckExpectation({
        assert: [{ similar: { to: 'The parcel is late.', min: 0.8 } }],
        criteria: assertions.checks.proportion_gte({ proportion: 0.5 }),
      }),
    ],
  });

const embeddingOf = (text: string) =>
  Buffer.from(Float32Array.from(text.includes('late') ? [1, 0.1] : [0, 1]).buffer).toString('base64');

/** A model client that plays users and makes embeddings. */
const client: ModelClient = {
  send: ({ embed, messages }) =>
    embed
      ? { embedding: embeddingOf(messages[0]?.content ?? '') }
      : { tool_input: { message: 'Where is it?', next: 'continue' } },
};

const codesOf = (promise: Promise<unknown>) =>
  promise.then(
    () => [],
    (error: unknown) =>
      error instanceof EvaError ? error.problems.map(({ code, at }) => [code, at?.property]) : [error],
  );

test('similar compares embeddings of the model client, which is asked for them by `request.embed`', async () => {
  const sigma = new SigmaEval({ judge_model: 'judge', embedding_model: 'vectors', provider: client, env: {} });
  const { passed, details } = await sigma.evaluate(scenario(), () => 'It comes late.');
  assert.equal(passed, true);
  const models = { user_simulator: 'judge', application: null, judges: [], embedding: 'vectors' };
  assert.deepEqual(details.models, models);
  assert.equal((await sigma.evaluate(scenario(), () => 'I like trains.')).passed, false);
});

test('similar takes the embeddings of a server by the name of the model', async (t: TestContext) => {
  const asked: unknown[] = [];
  const server = await startFakeHttp({
    path: '/v1/embeddings',
    faults: [],
    answer: (body) => {
      asked.push(body['model']);
      const embedding = embeddingOf(String(body['input']));
      return { data: [{ embedding }], model: 'vectors', usage: { prompt_tokens: 3 } };
    },
  });
  t.after(() => server.close());
  const env = { OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: sentinelKey };
  const options = { judge_model: 'openai:judge', embedding_model: 'openai:vectors', env };
  const silent = ScenarioTest({ ...scenario(), user_simulator: { model: 'command:user' }, writing_style: false });
  const users = {
    user: { type: 'command', command: ['echo', 'Where is it?\nNEXT=CONTINUE'] },
  } as const;
  const sigma = new SigmaEval({ ...options, providers: users });
  const result = await sigma.evaluate(silent, () => 'It comes late.');
  assert.equal(result.outcome, 'passed', String(result));
  assert.deepEqual([...new Set(asked)], ['vectors']);
});

test('similar without `embedding_model` is refused before a call, and so is a model without a provider or key', async () => {
  const codes = (options: Partial<SigmaEvalOptions>) =>
    codesOf(
      (async () => {
        const sigma = new SigmaEval({
          judge_model: 'anthropic:judge',
          env: { ANTHROPIC_API_KEY: sentinelKey },
          ...options,
        });
        await sigma.evaluate(scenario(), () => 'It comes late.');
      })(),
    );
  assert.deepEqual(await codes({}), [['EVA_MISSING_KEY', 'then[0].assert[0].similar']]);
  assert.deepEqual(await codes({ embedding_model: 'openai:vectors' }), [['EVA_NO_KEY', undefined]]);
  assert.deepEqual(await codes({ embedding_model: 'anthropic:vectors' }), [['EVA_PROVIDER_LACKS', 'embedding_model']]);
  assert.deepEqual(await codes({ embedding_model: 'nobody:vectors' }), [['EVA_BAD_MODEL', 'embedding_model']]);
});

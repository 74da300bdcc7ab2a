import assert from 'node:assert/strict';
import test from 'node:test';
import {
  assertions,
  CheckExpectation,
  EvaError,
  type ModelClient,
  type ModelRequest,
  ScenarioTest,
  SigmaEval,
  type SigmaEvalOptions,
  type ToolSpec,
} from 'eva-harness';

const tools: readonly ToolSpec[] = [{ name: 'search', input_schema: { type: 'object', required: ['order'] } }];
const call = { name: 'search', arguments: { order: 'A-17' } };

const findsTheOrder = ScenarioTest({
  title: 'Finds the order',
  given: 'You ordered a lamp.',
  when: 'You ask where it is.',
  inputs: { shop: 'Acme' },
  max_turns: 1,
  sample_size: 12,
  app: { model: 'claude-opus-4-7' },
  top_p: 0.5,
  stop: ['END'],
  sampling_seed: 7,
  reasoning: { effort: 'low' },
  response_format: 'json',
  tools,
  tool_choice: 'required',
  then: [
    CheckExpectation({
      assert: [{ valid_calls: true }, { called: { tool: 'search', arguments: { order: 'A-17' } } }],
      criteria: assertions.checks.proportion_gte({ proportion: 0.5 }),
    }),
  ],
});

/** Plays the users, and a model that calls the tool. Keeps the requests to the model. */
function client(): ModelClient & { readonly asked: readonly ModelRequest[] } {
  const asked: ModelRequest[] = [];
  return {
    asked,
    send(request) {
      if (request.tool) return { tool_input: { message: 'Where is it?', next: 'continue' } };
      asked.push(request);
      return { text: '', stop: 'tool_call', tool_calls: [call] };
    },
  };
}

/** Evaluates the scenario with this option. */
function evaluate(provider: ModelClient, prompt: SigmaEvalOptions['prompt']) {
  const sigma = new SigmaEval({ judge_model: 'judge', provider, prompt, env: {} });
  return sigma.evaluate(findsTheOrder);
}

test('messages of the prompt open each conversation, and settings and tools reach the client', async () => {
  const provider = client();
  const result = await evaluate(provider, [
    { role: 'system', content: 'You work for {{shop}}.' },
    { role: 'user', content: [{ text: 'Is A-16 there?' }, { text: 'Please look.' }] },
    { role: 'assistant', content: 'Yes.' },
  ]);
  result.assertPassed();
  const [request] = provider.asked;
  assert.equal(request?.system, 'You work for Acme.');
  assert.deepEqual(
    request?.messages.map(({ role, content }) => [role, content]),
    [
      ['user', 'Is A-16 there?\n\nPlease look.'],
      ['assistant', 'Yes.'],
      ['user', 'Where is it?'],
    ],
  );
  assert.deepEqual(
    [request?.options?.tools, request?.options?.tool_choice, request?.options?.top_p, request?.options?.stop],
    [tools, 'required', 0.5, ['END']],
  );
  assert.deepEqual(result.conversations[0]?.turns[0]?.tool_calls, [call]);
});

for (const [what, prompt, expected] of [
  ['neither a text nor messages', 7, ['EVA_WRONG_TYPE prompt']],
  ['an empty list', [], ['EVA_EMPTY prompt']],
  ['an unknown role', [{ role: 'tool', content: 'a' }], ['EVA_BAD_VALUE prompt[0].role']],
  ['a message without content', [{ role: 'system' }], ['EVA_MISSING_KEY prompt[0]']],
  ['an unknown key', [{ role: 'system', content: 'a', name: 'b' }], ['EVA_UNKNOWN_KEY prompt[0].name']],
  ['the text of a file', [{ role: 'system', content_from: 'a.md' }], ['EVA_BAD_VALUE prompt[0].content_from']],
  ['a file', [{ role: 'user', content: [{ file: 'a.png' }] }], ['EVA_BAD_VALUE prompt[0].content[0].file']],
  [
    'a system message behind another',
    [
      { role: 'assistant', content: 'a' },
      { role: 'system', content: 'b' },
    ],
    ['EVA_BAD_VALUE prompt[1].role'],
  ],
  ['an opening that ends with the user', [{ role: 'user', content: 'a {{shop}}' }], ['EVA_BAD_VALUE prompt[0].role']],
] as const) {
  test(`${what} as prompt is refused at its property`, async () => {
    await assert.rejects(
      async () => evaluate(client(), prompt as never),
      (error: unknown) => {
        assert.ok(error instanceof EvaError, String(error));
        assert.deepEqual(
          error.problems.map(({ code, at }) => `${code} ${at?.property}`),
          expected,
        );
        return true;
      },
    );
  });
}

test('a module is refused as the extract of a check, since a program has no folder', () => {
  const make = () =>
    CheckExpectation({
      assert: [{ contains: 'a', extract: { module: 'pieces.mjs#answer' } }],
      criteria: assertions.checks.proportion_gte({ proportion: 0.5 }),
    });
  assert.throws(make, (error: unknown) => {
    assert.ok(error instanceof EvaError, String(error));
    const [found] = error.problems;
    assert.deepEqual([found?.code, found?.at?.property], ['EVA_BAD_CHECK', 'assert[0].extract.module']);
    return true;
  });
});

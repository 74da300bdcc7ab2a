import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import type { ResponseOutputItem } from 'openai/resources/responses/responses';
import type { ModelRequest, Reply } from '#model/reply/exchange.js';
import { attemptTexts } from '#model/reply/failed-attempt.js';
import { redactor } from '#model/text/redact.js';
import { createResponses } from '#provider/http/responses.js';
import { ProviderFailure } from '#provider/provider.js';
import type { Fault } from '../../support/fake-http.js';
import { type FakeResponse, startFakeResponses } from '../../support/fake-responses-api.js';
import { search } from '../../support/full-request.js';

const key = 'sk-sentinel-0123456789abcdef';
const options = { signal: new AbortController().signal, timeout_s: 10 };
const request: ModelRequest = {
  provider: 'any',
  model: 'model-1',
  messages: [{ role: 'user', content: 'hi' }],
  max_tokens: 64,
};
const withTools: ModelRequest = { ...request, options: { tools: [search] } };
const tool = { name: 'verdict', description: 'Gives the verdict.', input_schema: { type: 'object' } };

async function replyTo(t: TestContext, given: FakeResponse | Fault, asked = request): Promise<Reply> {
  const isFault = given !== null && (typeof given === 'string' || 'status' in given || 'body' in given);
  const server = await startFakeResponses(
    isFault ? { faults: [given as Fault] } : { answer: () => given as FakeResponse },
  );
  t.after(() => server.close());
  const config = { name: 'any', apiKey: key, baseUrl: `${server.url}/v1`, redact: redactor([key]) };
  return createResponses(config).send(asked, options);
}

const cut = { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } } as const;
const filtered = { status: 'incomplete', incomplete_details: { reason: 'content_filter' } } as const;
const call = ['search', '{"q": "a"}'] as const;
const spoken = (text: string, phase?: 'commentary' | 'final_answer'): ResponseOutputItem => ({
  type: 'message',
  id: 'msg',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text, annotations: [] }],
  ...(phase && { phase }),
});

/** Answers, and the parts of the reply that eva reads from them. */
const replies: readonly (readonly [
  string,
  FakeResponse,
  { readonly [K in keyof Reply]?: Reply[K] | undefined },
  ModelRequest?,
])[] = [
  ['a text', { text: 'Yes' }, { text: 'Yes', stop: 'end', model: 'model-1' }],
  ['tokens, with reasoning and cached ones', { text: 'Yes' }, { usage: { input_tokens: 12, output_tokens: 7 } }],
  ['the model of the server', { text: '', fields: { model: 'gpt-5-2025' } }, { model: 'gpt-5-2025', text: '' }],
  ['two messages', { output: [spoken('a'), spoken('b')] }, { text: 'ab' }],
  ['comments before the answer', { output: [spoken('a', 'commentary'), spoken('b', 'final_answer')] }, { text: 'b' }],
  ['comments alone', { output: [spoken('a', 'commentary')] }, { text: 'a' }],
  ['a refusal', { text: 'Well', refusal: 'I will not.' }, { text: 'I will not.', stop: 'refusal' }],
  ['a refusal without words', { text: 'Well', refusal: ' ' }, { text: 'Well', stop: 'end' }],
  ['a reply that was cut', { text: 'Ye', fields: cut }, { text: 'Ye', stop: 'max_tokens' }],
  ['a reply that was filtered', { text: '', fields: filtered }, { text: '', stop: 'refusal' }],
  ['another cut', { text: 'Y', fields: { status: 'incomplete', incomplete_details: {} } }, { stop: 'other' }],
  [
    'a call',
    { calls: [call] },
    { stop: 'tool_call', tool_calls: [{ name: 'search', arguments: { q: 'a' } }] },
    withTools,
  ],
  ['a call that was cut', { calls: [['search', '{"q": ']], fields: cut }, { stop: 'max_tokens' }, withTools],
  [
    'calls with arguments that are no JSON, a key twice, none',
    {
      calls: [
        ['search', '{"q": '],
        ['search', '{"q": 1, "q": 2}'],
        ['search', ''],
      ],
    },
    {
      tool_calls: [
        { name: 'search', arguments: { unreadable: '{"q": ' } },
        { name: 'search', arguments: { unreadable: '{"q": 1, "q": 2}' } },
        { name: 'search', arguments: {} },
      ],
    },
    withTools,
  ],
  ['no call', { text: 'Yes' }, { tool_calls: [], stop: 'end' }, withTools],
  [
    'a call of the server itself, after which calls are unknown',
    { output: [{ type: 'local_shell_call_output', id: 'x', output: 'ls' }, spoken('done')] },
    { text: 'done', tool_calls: undefined, stop: 'end' },
    withTools,
  ],
  [
    'the forced call',
    { calls: [['verdict', '{"score": 4}']] },
    { tool_input: { score: 4 }, stop: 'tool_call' },
    { ...request, tool },
  ],
  [
    'two forced calls',
    {
      calls: [
        ['verdict', '{"score": 4}'],
        ['verdict', '{"score": 5}'],
      ],
    },
    { tool_input: undefined },
    { ...request, tool },
  ],
];

for (const [what, given, expected, asked] of replies) {
  test(`${what}: ${JSON.stringify(expected)}`, async (t) => {
    const reply = await replyTo(t, given, asked);
    const seen = Object.fromEntries(Object.keys(expected).map((name) => [name, reply[name as keyof Reply]]));
    assert.deepEqual(seen, expected);
    assert.ok(reply.latency_s !== null && reply.latency_s > 0);
  });
}

const body = (value: unknown): Fault => ({ body: typeof value === 'string' ? value : JSON.stringify(value) });
const message = (content: unknown) => body({ output: [{ type: 'message', content }] });

test('A server that leaves out what eva does not need is understood', async (t) => {
  const reply = await replyTo(
    t,
    body({ output: [{ type: 'message', content: [{ type: 'output_text', text: 'Yes' }] }] }),
  );
  const { latency_s: _time, ...rest } = reply;
  const usage = { input_tokens: null, output_tokens: null };
  assert.deepEqual(rest, { text: 'Yes', stop: 'end', usage, model: 'model-1' });
});

test('A text is joined from the parts that are texts', async (t) => {
  const parts = [
    { type: 'output_text', text: 'a' },
    { type: 'output_text', text: 'b' },
  ];
  assert.equal((await replyTo(t, message(parts))).text, 'ab');
});

const said = (fields: object = {}) => ({
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: 'Hi' }],
  ...fields,
});
const completed = (fields: object) => body({ status: 'completed', output: [said()], ...fields });

/** Answers that are called completed, and are not whole. */
const notWhole: readonly (readonly [string, Fault, Reply['stop']])[] = [
  ['a message that has not ended', completed({ output: [said({ status: 'incomplete' })] }), 'other'],
  ['a message in progress', completed({ output: [said({ status: 'in_progress' })] }), 'other'],
  [
    'a call that has not ended',
    completed({ output: [said(), { type: 'function_call', name: 'search', arguments: '{}', status: 'incomplete' }] }),
    'other',
  ],
  ['the reason of a cut', completed({ incomplete_details: { reason: 'max_output_tokens' } }), 'max_tokens'],
  ['the reason of a cut without a status', body({ output: [said()], incomplete_details: { reason: 'x' } }), 'other'],
  ['the reason of a cut as a text', completed({ incomplete_details: 'max_output_tokens' }), 'max_tokens'],
  ['the reason of a filter', completed({ incomplete_details: { reason: 'content_filter' } }), 'refusal'],
  ['an error of the policy', completed({ error: { code: 'content_filter', message: 'no' } }), 'refusal'],
  [
    'a part of an unknown type',
    completed({
      output: [
        said({
          content: [
            { type: 'output_text', text: 'Hi' },
            { type: 'function_call', name: 'search' },
          ],
        }),
      ],
    }),
    'other',
  ],
  ['a call that nobody declared', completed({ output: [said(), { type: 'function_call', name: 'x' }] }), 'tool_call'],
];

for (const [what, fault, stop] of notWhole) {
  test(`A completed response with ${what} ends with ${stop}`, async (t) => {
    assert.equal((await replyTo(t, fault)).stop, stop);
  });
}

test('The calls are unknown if a message has a part of an unknown type', async (t) => {
  const parts = [
    { type: 'output_text', text: 'Hi' },
    { type: 'function_call', name: 'search' },
  ];
  assert.equal((await replyTo(t, message(parts), withTools)).tool_calls, undefined);
});

test('A completed response with an error is the failure of that error', async (t) => {
  for (const error of [{ code: 'server_error', message: 'x' }, 'x', ['x']])
    await assert.rejects(replyTo(t, completed({ error })), { kind: 'server_error' });
  await assert.rejects(replyTo(t, completed({ error: { code: 'rate_limit_exceeded' } })), { kind: 'rate_limited' });
  for (const error of [null, {}, '', { code: null, message: '' }])
    assert.equal((await replyTo(t, completed({ error }))).stop, 'end');
});

const broken: readonly (readonly [string, Fault, keyof typeof attemptTexts, ModelRequest?])[] = [
  ['a list', body('[]'), 'not_a_response'],
  ['nothing', body(''), 'not_a_response'],
  ['output of a wrong type', body({ status: 'completed', output: { 0: {} } }), 'not_a_response'],
  ['a list of texts', body({ output: ['Yes'] }), 'not_an_item'],
  ['a message without parts', message('Yes'), 'not_an_item'],
  ['a message with a part that is a text', message(['Yes']), 'not_an_item'],
  ['a text that is a number', message([{ type: 'output_text', text: 7 }]), 'not_a_text'],
  ['a message of the user', body({ output: [{ ...said(), role: 'user' }] }), 'other_role'],
  ['a message of the system', body({ output: [{ ...said(), role: 'system' }] }), 'other_role'],
  ['a response in progress', body({ status: 'in_progress', output: [] }), 'not_finished'],
  ['a response in the queue', body({ status: 'queued', output: [] }), 'not_finished'],
  ['a response that was cancelled', body({ status: 'cancelled', output: [] }), 'not_finished'],
  [
    'a call without a name',
    body({ output: [{ type: 'function_call', arguments: '{}' }] }),
    'call_without_name',
    withTools,
  ],
  ['brackets without end', body('['.repeat(1_000_000)), 'not_a_response'],
  ['a million items', body(`{"output":[${'{},'.repeat(1_000_000)}{}]}`), 'not_a_response'],
];

for (const [what, fault, text, asked] of broken) {
  test(`${what} is a broken answer`, async (t) => {
    const expected = (attemptTexts[text] as () => string)();
    await assert.rejects(replyTo(t, fault, asked), {
      kind: 'broken_body',
      message: new RegExp(`^${expected}(?:: |$)`),
    });
  });
}

const failedWith = (code: unknown, more: object = {}) =>
  body({ status: 'failed', error: { code, message: `no: ${key}` }, output: [], ...more });

const failures: readonly (readonly [string, Fault, string])[] = [
  ['server_error', failedWith('server_error'), 'server_error'],
  ['rate_limit_exceeded', failedWith('rate_limit_exceeded'), 'rate_limited'],
  ['image_too_large', failedWith('image_too_large'), 'bad_request'],
  ['empty_file', failedWith('empty_file'), 'bad_request'],
  ['data_residency_mismatch', failedWith('data_residency_mismatch'), 'not_allowed'],
  ['an unknown code', failedWith('constructor'), 'server_error'],
  ['a number for a code', failedWith(7), 'server_error'],
  ['no error', body({ status: 'failed' }), 'server_error'],
  ['a list for an error', body({ status: 'failed', error: [] }), 'server_error'],
  ['HTTP 401', { status: 401, echo: true }, 'refused_key'],
  ['HTTP 400', { status: 400 }, 'bad_request'],
  ['HTTP 404', { status: 404 }, 'unknown_model'],
  ['HTTP 429 without credit', { status: 429, json: { error: { code: 'insufficient_quota' } } }, 'not_allowed'],
  [
    'an error of another form',
    { status: 429, json: { error: { code: 429, message: 'slow', metadata: {} } } },
    'rate_limited',
  ],
];

for (const [what, fault, kind] of failures) {
  test(`${what} is the failure ${kind}, without the key`, async (t) => {
    await assert.rejects(replyTo(t, fault), (error) => {
      assert.ok(error instanceof ProviderFailure);
      assert.equal(error.kind, kind);
      assert.doesNotMatch(error.message, /sentinel/);
      return true;
    });
  });
}

const noUsage = { input_tokens: null, output_tokens: null };
const policies = [
  'invalid_prompt',
  'misalignment_policy_violation',
  'image_content_policy_violation',
  'content_filter',
];

const refused: readonly (readonly [string, Fault, Reply['usage']])[] = [
  ...policies.map((code) => [`a response that failed for ${code}`, failedWith(code), noUsage] as const),
  [
    'a failed response with tokens',
    failedWith('bio_policy', { usage: { input_tokens: 9, output_tokens: 0 } }),
    { input_tokens: 9, output_tokens: 0 },
  ],
  [
    'HTTP 400',
    { status: 400, json: { error: { code: 'invalid_prompt', message: `no: ${key}` } } },
    { input_tokens: 0, output_tokens: 0 },
  ],
];

for (const [what, fault, usage] of refused) {
  test(`A prompt that the policy refuses with ${what} is a refusal`, async (t) => {
    const { latency_s: _time, ...rest } = await replyTo(t, fault);
    assert.deepEqual(rest, { text: 'no: [redacted]', stop: 'refusal', usage, model: 'model-1' });
  });
}

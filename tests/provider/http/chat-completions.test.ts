import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import type { ModelRequest } from '#model/reply/exchange.js';
import { attemptTexts } from '#model/reply/failed-attempt.js';
import { redactor } from '#model/text/redact.js';
import { createOpenai } from '#provider/http/chat-completions.js';
import { ProviderFailure } from '#provider/provider.js';
import { type FakeChatOptions, type FakeChatReply, startFakeChatApi } from '../../support/fake-chat-api.js';
import type { Fault } from '../../support/fake-http.js';

const key = 'sk-sentinel-0123456789abcdef';
const request: ModelRequest = {
  provider: 'openai',
  model: 'llama-test',
  messages: [{ role: 'user', content: 'hi' }],
  max_tokens: 64,
};
const options = { signal: new AbortController().signal, timeout_s: 10 };
const tool = { name: 'verdict', description: 'Gives the verdict.', input_schema: { type: 'object' } };

async function start(t: TestContext, fake: FakeChatOptions, apiKey: string | undefined = key) {
  const server = await startFakeChatApi(fake);
  t.after(() => server.close());
  const config = { name: 'openai', apiKey, baseUrl: `${server.url}/v1/`, redact: redactor([key]) };
  return { server, provider: createOpenai(config) };
}

test('the request has exactly the requested fields', async (t) => {
  const { server, provider } = await start(t, {});
  await provider.send({ ...request, system: 'be brief' }, options);
  assert.deepEqual(server.requests[0]?.body, {
    model: 'llama-test',
    messages: [
      { role: 'system', content: 'be brief' },
      { role: 'user', content: 'hi' },
    ],
    max_tokens: 64,
  });
  assert.equal(server.requests[0]?.headers.authorization, `Bearer ${key}`);
});

test('without a key no authorization is sent', async (t) => {
  const server = await startFakeChatApi();
  t.after(() => server.close());
  const config = { name: 'openai', apiKey: undefined, baseUrl: `${server.url}/v1`, redact: String };
  await createOpenai(config).send(request, options);
  assert.equal('authorization' in (server.requests[0]?.headers ?? {}), false);
});

test('a forced tool is sent as a function', async (t) => {
  const { server, provider } = await start(t, { answer: () => ({ tool_input: { score: 4 } }) });
  const reply = await provider.send({ ...request, temperature: 0.5, tool }, options);
  const { temperature, tools, tool_choice } = server.requests[0]?.body ?? {};
  assert.equal(temperature, 0.5);
  assert.deepEqual(tools, [
    {
      type: 'function',
      function: { name: 'verdict', description: 'Gives the verdict.', parameters: { type: 'object' } },
    },
  ]);
  assert.deepEqual(tool_choice, { type: 'function', function: { name: 'verdict' } });
  assert.deepEqual(reply.tool_input, { score: 4 });
  assert.equal(reply.stop, 'tool_call');
});

const replies: readonly (readonly [string, FakeChatReply, Record<string, unknown>])[] = [
  [
    'a call with finish_reason stop is a tool call',
    { tool_input: { a: 1 }, finish_reason: 'stop' },
    { stop: 'tool_call', tool_input: { a: 1 } },
  ],
  [
    'unreadable arguments are no call',
    { tool_input: '{"a": ', finish_reason: 'tool_calls' },
    { stop: 'tool_call', tool_input: undefined },
  ],
  [
    'arguments that are a list are no call',
    { tool_input: '[1]', finish_reason: 'stop' },
    { stop: 'end', tool_input: undefined },
  ],
  ['finish_reason length means max_tokens', { text: 'a', finish_reason: 'length' }, { stop: 'max_tokens', text: 'a' }],
  ['content_filter is a refusal', { text: null, finish_reason: 'content_filter' }, { stop: 'refusal', text: '' }],
  [
    'a refusal is a refusal, whatever the finish_reason',
    { refusal: 'I cannot', finish_reason: 'stop' },
    { stop: 'refusal', text: 'I cannot' },
  ],
  ['no usage is unknown usage', { text: 'a', usage: null }, { usage: { input_tokens: null, output_tokens: null } }],
];

for (const [name, answer, expected] of replies) {
  test(name, async (t) => {
    const { provider } = await start(t, { answer: () => answer });
    const reply: Record<string, unknown> = { ...(await provider.send({ ...request, tool }, options)) };
    assert.deepEqual(Object.fromEntries(Object.keys(expected).map((field) => [field, reply[field]])), expected);
  });
}

const chat = (message: object, choice: object = {}, more: object = {}): Fault => ({
  body: JSON.stringify({ choices: [{ message, finish_reason: 'stop', ...choice }], ...more }),
});
const text = { content: 'Hi' };
const policy = { code: 'content_filter', message: 'filtered' };

/** Answers with `finish_reason: stop` that are no whole text. */
const odd: readonly (readonly [string, Fault, object])[] = [
  ['an error of the policy beside the choices', chat(text, {}, { error: policy }), { stop: 'refusal' }],
  ['an error of the policy in a choice', chat(text, { error: policy }), { stop: 'refusal' }],
  [
    'a category that was filtered',
    chat(text, { content_filter_results: { hate: { filtered: true, severity: 'high' } } }),
    { stop: 'refusal', text: 'Hi' },
  ],
  [
    'no category that was filtered',
    chat(text, { content_filter_results: { hate: { filtered: false, severity: 'low' } } }, { error: {} }),
    { stop: 'end', text: 'Hi' },
  ],
  [
    'a text in parts',
    chat({ content: [{ type: 'text', text: 'a' }, { type: 'thinking' }, { type: 'text', text: 'b' }] }),
    { stop: 'end', text: 'ab' },
  ],
  ['a part that refuses', chat({ content: [{ type: 'refusal', refusal: 'No.' }] }), { stop: 'refusal', text: 'No.' }],
  [
    'a part of an unknown type',
    chat({
      content: [
        { type: 'text', text: 'a' },
        { type: 'tool_use', name: 'search' },
      ],
    }),
    { stop: 'other', tool_calls: undefined },
  ],
];

for (const [what, fault, expected] of odd) {
  test(`${what}: ${JSON.stringify(expected)}`, async (t) => {
    const { provider } = await start(t, { faults: [fault] });
    const tools = [{ name: 'search', description: 'd', input_schema: {} }];
    const reply: Record<string, unknown> = { ...(await provider.send({ ...request, options: { tools } }, options)) };
    assert.deepEqual(Object.fromEntries(Object.keys(expected).map((field) => [field, reply[field]])), expected);
  });
}

const notACompletion = `broken_body: ${attemptTexts.not_a_completion()}`;
const cut = `broken_body: ${attemptTexts.answer_cut()}`;

const faults: readonly (readonly [string, Fault, string])[] = [
  [
    'a refused key that is echoed',
    { status: 401, message: 'bad key', echo: true },
    'refused_key: 401 bad key authorization was Bearer [redacted]',
  ],
  ['a server error', { status: 500 }, 'server_error: 500 fault 500'],
  ['a web page', 'html', `not_json: ${attemptTexts.web_page()}`],
  ['an object without choices', 'empty_object', `${notACompletion}: {}`],
  [
    'an error beside the choices',
    chat(text, {}, { error: { code: 'x', message: `no ${key}` } }),
    'server_error: no [redacted]',
  ],
  ['an error with a status in a choice', chat(text, { error: { code: 429, message: 'no' } }), 'rate_limited: no'],
  ['a message of the user', chat({ ...text, role: 'user' }), `broken_body: ${attemptTexts.other_role()}`],
  ['a content that is a number', chat({ content: 7 }), `broken_body: ${attemptTexts.not_a_content()}`],
  ['a part that is a text', chat({ content: ['a'] }), `broken_body: ${attemptTexts.not_an_item()}`],
  [
    'a text that is a number',
    chat({ content: [{ type: 'text', text: 7 }] }),
    `broken_body: ${attemptTexts.not_a_text()}`,
  ],
  ['an empty list of choices', { body: '{"choices":[]}' }, `${notACompletion}: {"choices":[]}`],
  ['JSON that stops in the middle', 'malformed', notACompletion],
  ['a reset in the middle of the body', 'reset', cut],
  ['a truncated body', 'truncate', cut],
];

for (const [name, fault, expected] of faults) {
  test(`${name} is ${expected.split(':')[0]}`, async (t) => {
    const { server, provider } = await start(t, { faults: [fault] });
    await assert.rejects(provider.send(request, options), (error) => {
      assert.ok(error instanceof ProviderFailure);
      const said = `${error.kind}: ${error.message}`;
      assert.equal(fault === 'malformed' ? said.slice(0, expected.length) : said, expected);
      return true;
    });
    assert.equal(server.requests.length, 1);
  });
}

test('an endless answer is cut off at 32 MB', async (t) => {
  const { provider } = await start(t, { faults: [{ body: ' '.repeat(33 * 1024 * 1024) }] });
  const expected = { kind: 'broken_body', message: attemptTexts.answer_too_large() };
  await assert.rejects(provider.send(request, options), expected);
});

test('an invalid base URL leads to no API', async () => {
  for (const baseUrl of ['localhost:11434', 'file:///etc', 'not a url']) {
    const provider = createOpenai({ name: 'x', apiKey: undefined, baseUrl, redact: String });
    await assert.rejects(provider.send(request, options), { kind: 'no_api' });
  }
});

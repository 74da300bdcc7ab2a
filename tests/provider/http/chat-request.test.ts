import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { ModelRequest, RequestOptions } from '#model/reply/exchange.js';
import { attemptTexts } from '#model/reply/failed-attempt.js';
import { createOpenai } from '#provider/http/chat-completions.js';
import { type FakeChatOptions, startFakeChatApi, startFakeEmbeddings } from '../../support/fake-chat-api.js';
import { messagesRequest, readFile, refund, search } from '../../support/full-request.js';

const { signal } = new AbortController();
const options = { signal, timeout_s: 10, readFile };

async function start(t: TestContext, fake: FakeChatOptions = {}) {
  const server = await startFakeChatApi(fake);
  t.after(() => server.close());
  const provider = createOpenai({ name: 'openai', apiKey: 'sk-key', baseUrl: `${server.url}/v1`, redact: String });
  const sendWith = async (set: RequestOptions) => {
    await provider.send({ ...messagesRequest, options: set }, options);
    const { model: _model, max_tokens: _max, messages: _messages, ...rest } = server.requests.at(-1)?.body ?? {};
    return rest;
  };
  return { server, provider, sendWith };
}

test('Messages, images and files are sent in the form of chat completions', async (t) => {
  const { server, provider } = await start(t);
  await provider.send(messagesRequest, options);
  assert.deepEqual(server.requests[0]?.body.messages, [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Hello' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Read both' },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,UE5H' } },
        { type: 'file', file: { filename: 'file.pdf', file_data: 'data:application/pdf;base64,UERG' } },
      ],
    },
    { role: 'assistant', content: '{' },
  ]);
});

test('Each option has its key of chat completions', async (t) => {
  const { sendWith } = await start(t);
  assert.deepEqual(
    await sendWith({ top_p: 0.5, stop: ['END'], sampling_seed: 7, reasoning: { effort: 'low' }, extra: { user: 'u' } }),
    { top_p: 0.5, stop: ['END'], seed: 7, reasoning_effort: 'low', user: 'u' },
  );
  assert.deepEqual(await sendWith({ response_format: 'json' }), { response_format: { type: 'json_object' } });
  const schema = { type: 'object' };
  assert.deepEqual(await sendWith({ response_format: { json_schema: schema } }), {
    response_format: { type: 'json_schema', json_schema: { name: 'response', schema } },
  });
  assert.deepEqual(await sendWith({ response_format: { json_schema: schema, name: 'label', strict: true } }), {
    response_format: { type: 'json_schema', json_schema: { name: 'label', schema, strict: true } },
  });
});

test('Tools and each choice of a tool are sent in the form of chat completions', async (t) => {
  const { sendWith } = await start(t);
  const tools = [search, refund];
  const { description, input_schema: parameters } = search;
  assert.deepEqual((await sendWith({ tools }))['tools'], [
    { type: 'function', function: { name: 'search', description, parameters } },
    { type: 'function', function: { name: 'refund', parameters: refund.input_schema } },
  ]);
  const choices = ['auto', 'none', 'required', { tool: 'search' }] as const;
  const sent = [];
  for (const tool_choice of choices) sent.push((await sendWith({ tools, tool_choice }))['tool_choice']);
  assert.deepEqual(sent, ['auto', 'none', 'required', { type: 'function', function: { name: 'search' } }]);
});

test('All calls of declared tools are read in order, with arguments that are no JSON', async (t) => {
  const calls = [
    ['search', '{"q": "a"}'],
    ['refund', ''],
    ['search', '{"q": '],
  ] as const;
  const { provider } = await start(t, { answer: () => ({ calls, finish_reason: 'stop' }) });
  const reply = await provider.send({ ...messagesRequest, options: { tools: [search] } }, options);
  assert.deepEqual(reply.tool_calls, [
    { name: 'search', arguments: { q: 'a' } },
    { name: 'refund', arguments: {} },
    { name: 'search', arguments: { unreadable: '{"q": ' } },
  ]);
  assert.deepEqual([reply.text, reply.stop], ['', 'tool_call']);
  assert.equal(Object.hasOwn(await provider.send(messagesRequest, options), 'tool_calls'), false);
});

test('A reply without calls has none', async (t) => {
  const { provider } = await start(t, { answer: () => 'Yes.' });
  const reply = await provider.send({ ...messagesRequest, options: { tools: [search] } }, options);
  assert.deepEqual([reply.text, reply.tool_calls, reply.stop], ['Yes.', [], 'end']);
});

const embed: ModelRequest = {
  provider: 'openai',
  model: 'embed-1',
  messages: [{ role: 'user', content: 'Grüße' }],
  max_tokens: 0,
  embed: true,
};

async function embedding(t: TestContext, answer: unknown) {
  const inputs: string[] = [];
  const server = await startFakeEmbeddings((input) => {
    inputs.push(input);
    return answer;
  });
  t.after(() => server.close());
  const provider = createOpenai({ name: 'openai', apiKey: 'sk-key', baseUrl: `${server.url}/v1`, redact: String });
  const reply = await provider.send(embed, options);
  return { reply, inputs, body: server.requests[0]?.body };
}

const numbers = Buffer.from(new Float32Array([0.5, -2]).buffer).toString('base64');

test('An embedding is asked for and kept as base64 of float32', async (t) => {
  const { reply, inputs, body } = await embedding(t, numbers);
  assert.deepEqual(body, { model: 'embed-1', input: 'Grüße', encoding_format: 'base64' });
  assert.deepEqual(inputs, ['Grüße']);
  assert.deepEqual([reply.embedding, reply.text, reply.stop, reply.model], [numbers, '', 'end', 'embed-1']);
  assert.deepEqual(reply.usage, { input_tokens: 3, output_tokens: 0 });
  assert.equal((await embedding(t, [0.5, -2])).reply.embedding, numbers);
});

const broken: readonly (readonly [string, unknown])[] = [
  ['no embedding', undefined],
  ['an empty one', ''],
  ['an empty list', []],
  ['half a number', Buffer.from([0, 0, 0]).toString('base64')],
  ['no base64', '%%%%'],
  ['a number that is infinite', Buffer.from(new Float32Array([Number.POSITIVE_INFINITY]).buffer).toString('base64')],
  ['a text in a list', [1, '2']],
];

for (const [name, answer] of broken) {
  test(`${name} is a broken answer to a request for an embedding`, async (t) => {
    const message = new RegExp(`^${attemptTexts.not_an_embedding()}: \\{`);
    await assert.rejects(embedding(t, answer), { kind: 'broken_body', message });
  });
}

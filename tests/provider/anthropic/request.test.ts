import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { RequestOptions } from '#model/reply/exchange.js';
import { attemptTexts } from '#model/reply/failed-attempt.js';
import { chunksOf, createBatchesApi } from '#provider/anthropic/message-batches.js';
import { createAnthropic } from '#provider/anthropic/messages.js';
import { startFakeBatchesApi } from '../../support/fake-batches-api.js';
import { type FakeMessagesOptions, startFakeMessagesApi } from '../../support/fake-messages-api.js';
import { messagesRequest, readFile, refund, search } from '../../support/full-request.js';

const { signal } = new AbortController();
const options = { signal, timeout_s: 10, readFile };

async function start(t: TestContext, fake: FakeMessagesOptions = {}) {
  const server = await startFakeMessagesApi(fake);
  t.after(() => server.close());
  const provider = createAnthropic({ name: 'anthropic', apiKey: 'sk-key', baseUrl: server.url, redact: String });
  const sendWith = async (set: RequestOptions) => {
    await provider.send({ ...messagesRequest, options: set }, options);
    const {
      model: _model,
      max_tokens: _max,
      system: _system,
      messages: _messages,
      ...rest
    } = server.requests.at(-1)?.body ?? {};
    return rest;
  };
  return { server, provider, sendWith };
}

const content = [
  { type: 'text', text: 'Read both' },
  { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'UE5H' } },
  { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'UERG' } },
];

test('Messages, images and documents are sent in the form of the Messages API', async (t) => {
  const { server, provider } = await start(t);
  await provider.send(messagesRequest, options);
  assert.deepEqual(server.requests[0]?.body, {
    model: 'model-1',
    max_tokens: 4096,
    system: 'Be brief.',
    messages: [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello' },
      { role: 'user', content },
      { role: 'assistant', content: '{' },
    ],
  });
});

test('Each option has its key of the Messages API', async (t) => {
  const { sendWith } = await start(t);
  assert.deepEqual(await sendWith({ top_p: 0.5, top_k: 5, stop: ['END'] }), {
    top_p: 0.5,
    top_k: 5,
    stop_sequences: ['END'],
  });
  assert.deepEqual(await sendWith({ reasoning: { budget_tokens: 2000 } }), {
    thinking: { type: 'enabled', budget_tokens: 2000 },
  });
  const schema = { type: 'object' };
  assert.deepEqual(await sendWith({ reasoning: { effort: 'low' }, response_format: { json_schema: schema } }), {
    output_config: { effort: 'low', format: { type: 'json_schema', schema } },
  });
  assert.deepEqual(await sendWith({ extra: { service_tier: 'standard_only' } }), { service_tier: 'standard_only' });
});

test('Tools and each choice of a tool are sent in the form of the Messages API', async (t) => {
  const { sendWith } = await start(t);
  const tools = [search, refund];
  assert.deepEqual(await sendWith({ tools }), { tools });
  const choices = ['auto', 'none', 'required', { tool: 'search' }] as const;
  const sent = [];
  for (const tool_choice of choices) sent.push((await sendWith({ tools, tool_choice }))['tool_choice']);
  assert.deepEqual(sent, [{ type: 'auto' }, { type: 'none' }, { type: 'any' }, { type: 'tool', name: 'search' }]);
});

test('A request with sampling settings has the version of the API that takes them', async (t) => {
  const { server, provider, sendWith } = await start(t);
  await sendWith({ top_k: 5 });
  await sendWith({ stop: ['END'] });
  await provider.send({ ...messagesRequest, temperature: 0 }, options);
  assert.deepEqual(
    server.requests.map(({ headers }) => headers['anthropic-version'] === '2023-06-01'),
    [true, false, true],
  );
});

test('All calls of declared tools are read, in order', async (t) => {
  const calls = [
    ['search', { q: 'a' }],
    ['refund', {}],
    ['search', { q: 'b' }],
  ] as const;
  const { provider } = await start(t, { answer: () => ({ calls }) });
  const reply = await provider.send({ ...messagesRequest, options: { tools: [search] } }, options);
  assert.deepEqual(
    reply.tool_calls,
    calls.map(([name, args]) => ({ name, arguments: args })),
  );
  assert.deepEqual([reply.text, reply.stop], ['', 'tool_call']);
  const undeclared = await provider.send(messagesRequest, options);
  assert.equal(Object.hasOwn(undeclared, 'tool_calls'), false);
});

test('A reply without calls has none, and thinking is no text', async (t) => {
  const thinking = { type: 'thinking', thinking: 'Hm.', signature: 'x' };
  const { provider } = await start(t, { answer: () => ({ content: [thinking, { type: 'text', text: 'Yes.' }] }) });
  const reply = await provider.send({ ...messagesRequest, options: { tools: [search] } }, options);
  assert.deepEqual([reply.text, reply.tool_calls, reply.stop], ['Yes.', [], 'end']);
});

test('A call without a name is a broken reply', async (t) => {
  const { provider } = await start(t, { answer: () => ({ content: [{ type: 'tool_use', id: '1', input: {} }] }) });
  await assert.rejects(provider.send({ ...messagesRequest, options: { tools: [search] } }, options), {
    kind: 'broken_body',
    message: attemptTexts.call_without_name(),
  });
});

test('A batch has the same bodies, with files and the version for sampling settings', async (t) => {
  const server = await startFakeBatchesApi();
  t.after(() => server.close());
  const api = createBatchesApi({ name: 'anthropic', apiKey: 'sk-key', baseUrl: server.url, redact: String });
  const request = { ...messagesRequest, options: { top_p: 0.5 } };
  for await (const chunk of chunksOf([{ key: 'a', request, readFile }])) {
    await api.create(chunk, signal);
    assert.equal(server.batches[0]?.bytes, chunk.bytes);
  }
  assert.deepEqual(server.batches[0]?.requests[0]?.params.messages[2].content, content);
});

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { ModelRequest, RequestOptions } from '#model/reply/exchange.js';
import { createResponses } from '#provider/http/responses.js';
import { startFakeResponses } from '../../support/fake-responses-api.js';
import { messagesRequest, readFile, refund, search } from '../../support/full-request.js';

const options = { signal: new AbortController().signal, timeout_s: 10, readFile };

async function start(t: TestContext, apiKey: string | undefined = 'sk-key') {
  const server = await startFakeResponses();
  t.after(() => server.close());
  const provider = createResponses({ name: 'any', apiKey, baseUrl: `${server.url}/v1/`, redact: String });
  const bodyOf = async (request: ModelRequest) => {
    await provider.send(request, options);
    return server.requests.at(-1)?.body ?? {};
  };
  const sentWith = async (set: RequestOptions) => {
    const {
      model: _m,
      store: _s,
      max_output_tokens: _t,
      instructions: _i,
      input: _in,
      ...rest
    } = await bodyOf({
      ...messagesRequest,
      options: set,
    });
    return rest;
  };
  return { server, bodyOf, sentWith };
}

test('Messages, images and files are sent as items, and nothing is stored', async (t) => {
  const { server, bodyOf } = await start(t);
  assert.deepEqual(await bodyOf(messagesRequest), {
    store: false,
    model: 'model-1',
    max_output_tokens: 4096,
    instructions: 'Be brief.',
    input: [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello' },
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'Read both' },
          { type: 'input_image', detail: 'auto', image_url: 'data:image/png;base64,UE5H' },
          { type: 'input_file', filename: 'file.pdf', file_data: 'data:application/pdf;base64,UERG' },
        ],
      },
      { role: 'assistant', content: '{' },
    ],
  });
  assert.equal(server.requests[0]?.headers.authorization, 'Bearer sk-key');
});

test('The parts of an assistant are one text', async (t) => {
  const { bodyOf } = await start(t);
  const parts = [{ text: 'one' }, { text: 'two' }];
  const messages = [
    { role: 'user' as const, content: 'Hi' },
    { role: 'assistant' as const, content: 'one\n\ntwo', parts },
  ];
  const { input } = await bodyOf({ ...messagesRequest, messages });
  assert.deepEqual(input[1], { role: 'assistant', content: 'one\n\ntwo' });
});

test('Each option has its key of the Responses protocol', async (t) => {
  const { bodyOf, sentWith } = await start(t);
  const set = { top_p: 0.5, reasoning: { effort: 'low' }, extra: { user: 'u' } };
  assert.deepEqual(await sentWith(set), { top_p: 0.5, reasoning: { effort: 'low' }, user: 'u' });
  assert.deepEqual(await sentWith({ response_format: 'json' }), { text: { format: { type: 'json_object' } } });
  const schema = { type: 'object' };
  assert.deepEqual(await sentWith({ response_format: { json_schema: schema } }), {
    text: { format: { type: 'json_schema', name: 'response', schema } },
  });
  assert.deepEqual(await sentWith({ response_format: { json_schema: schema, name: 'label', strict: false } }), {
    text: { format: { type: 'json_schema', name: 'label', schema, strict: false } },
  });
  assert.equal((await bodyOf({ ...messagesRequest, temperature: 0.5 })).temperature, 0.5);
  assert.equal((await bodyOf({ ...messagesRequest, options: { extra: { store: true } } })).store, true);
});

test('Tools are not strict, and each choice of a tool is sent', async (t) => {
  const { sentWith } = await start(t);
  const tools = [search, refund];
  const { description, input_schema: parameters } = search;
  assert.deepEqual((await sentWith({ tools }))['tools'], [
    { type: 'function', name: 'search', description, parameters, strict: false },
    { type: 'function', name: 'refund', parameters: refund.input_schema, strict: false },
  ]);
  const sent = [];
  for (const tool_choice of ['auto', 'none', 'required', { tool: 'search' }] as const)
    sent.push((await sentWith({ tools, tool_choice }))['tool_choice']);
  assert.deepEqual(sent, ['auto', 'none', 'required', { type: 'function', name: 'search' }]);
});

test('A judge forces its tool', async (t) => {
  const { bodyOf } = await start(t);
  const tool = { name: 'verdict', description: 'Gives the verdict.', input_schema: { type: 'object' } };
  const { tools, tool_choice } = await bodyOf({ ...messagesRequest, tool });
  assert.deepEqual(tools, [
    {
      type: 'function',
      name: 'verdict',
      description: 'Gives the verdict.',
      parameters: { type: 'object' },
      strict: false,
    },
  ]);
  assert.deepEqual(tool_choice, { type: 'function', name: 'verdict' });
});

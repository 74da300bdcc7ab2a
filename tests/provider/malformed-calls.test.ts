import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { ModelRequest, Reply } from '#model/reply/exchange.js';
import { attemptTexts } from '#model/reply/failed-attempt.js';
import { createAnthropic } from '#provider/anthropic/messages.js';
import { createOpenai } from '#provider/http/chat-completions.js';
import { startFakeChatApi } from '../support/fake-chat-api.js';
import { startFakeMessagesApi } from '../support/fake-messages-api.js';
import { messagesRequest, readFile, search } from '../support/full-request.js';

const options = { signal: new AbortController().signal, timeout_s: 10, readFile };
const withTools: ModelRequest = { ...messagesRequest, options: { tools: [search] } };

/** Sends a request to a server that answers with this message of chat completions. */
async function completionOf(t: TestContext, message: object, finish_reason: string, request = withTools) {
  const body = JSON.stringify({ choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason }] });
  const server = await startFakeChatApi({ faults: [{ body }] });
  t.after(() => server.close());
  const config = { name: 'openai', apiKey: 'sk-key', baseUrl: `${server.url}/v1`, redact: String };
  return createOpenai(config).send(request, options);
}

/** Sends a request to a server that answers with this content of the Messages API. */
async function messageOf(t: TestContext, content: readonly unknown[], stop_reason: string, request = withTools) {
  const server = await startFakeMessagesApi({ answer: () => ({ content, stop_reason }) });
  t.after(() => server.close());
  const config = { name: 'anthropic', apiKey: 'sk-key', baseUrl: server.url, redact: String };
  return createAnthropic(config).send(request, options);
}

function isBroken(promise: Promise<Reply>, message: string): Promise<void> {
  return assert.rejects(promise, { kind: 'broken_body', message });
}

const text = { type: 'text', text: 'Done.' };
const call = { function: { name: 'search', arguments: '{}' } };

const completions: readonly (readonly [object, string, keyof typeof attemptTexts & `${string}call${string}`])[] = [
  [{ content: 'Done.', tool_calls: { 0: call } }, 'tool_calls', 'calls_no_list'],
  [{ content: 'Done.', tool_calls: '[{"name":"search"}]' }, 'stop', 'calls_no_list'],
  [{ content: 'Done.', tool_calls: false }, 'stop', 'calls_no_list'],
  [{ content: 'Done.', tool_calls: null }, 'tool_calls', 'no_call'],
  [{ content: 'Done.', tool_calls: [] }, 'tool_calls', 'no_call'],
  [{ content: 'Done.' }, 'tool_calls', 'no_call'],
  [{ content: 'Done.', function_call: call.function }, 'function_call', 'function_call'],
  [{ content: 'Done.', function_call: call.function }, 'stop', 'function_call'],
];

for (const [message, finish, flaw] of completions) {
  test(`The completion ${JSON.stringify(message)} that ends with ${finish} is broken`, async (t) => {
    await isBroken(completionOf(t, message, finish), attemptTexts[flaw]());
  });
}

test('A completion without calls has none, whatever form that has', async (t) => {
  const blank = [null, '', {}, { name: '' }, { name: null, arguments: '' }];
  const forms = [{}, { tool_calls: null }, ...blank.map((function_call) => ({ tool_calls: [], function_call }))];
  for (const none of forms) {
    const reply = await completionOf(t, { content: 'Done.', ...none }, 'stop');
    assert.deepEqual([reply.tool_calls, reply.stop], [[], 'end']);
  }
});

test('Where no tools are declared, no form of calls breaks a completion', async (t) => {
  const reply = await completionOf(t, { content: 'Done.', tool_calls: {}, function_call: {} }, 'stop', messagesRequest);
  assert.equal(reply.text, 'Done.');
});

test('Arguments that are absent or blank are {}; null is unreadable', async (t) => {
  const functions = [{}, { arguments: ' ' }, { arguments: null }];
  const tool_calls = functions.map((own) => ({ function: { name: 'search', ...own } }));
  const reply = await completionOf(t, { content: null, tool_calls }, 'tool_calls');
  assert.deepEqual(
    reply.tool_calls?.map((one) => one.arguments),
    [{}, {}, { unreadable: 'null' }],
  );
});

test('An empty refusal is none, and the content is the text', async (t) => {
  for (const refusal of ['', ' \n']) {
    const reply = await completionOf(t, { content: 'Sure, here it is.', refusal }, 'stop');
    assert.deepEqual([reply.text, reply.stop], ['Sure, here it is.', 'end']);
  }
});

test('A message that ends with a tool call, and has none, is broken', async (t) => {
  await isBroken(messageOf(t, [text], 'tool_use'), attemptTexts.no_call());
});

test('A content block that is no object is broken', async (t) => {
  for (const block of [null, 5, 'x', []]) {
    await isBroken(messageOf(t, [block, text], 'end_turn'), attemptTexts.not_a_block());
  }
});

test('A text block without a text is broken', async (t) => {
  for (const own of [{ a: 1 }, ['a', 'b'], null, undefined]) {
    const content = [{ type: 'text', text: own }];
    await isBroken(messageOf(t, content, 'end_turn', messagesRequest), attemptTexts.not_a_text());
  }
});

test('A block of an unknown type leaves the calls unknown', async (t) => {
  const unknown = { type: 'tool_use_v2', name: 'search', input: {} };
  const reply = await messageOf(t, [text, unknown], 'end_turn');
  assert.deepEqual([reply.text, Object.hasOwn(reply, 'tool_calls')], ['Done.', false]);
  const use = { type: 'tool_use', id: 'toolu_1', name: 'search', input: {} };
  const called = await messageOf(t, [text, unknown, use], 'tool_use');
  assert.deepEqual([called.stop, Object.hasOwn(called, 'tool_calls')], ['tool_call', false]);
  const thinking = [{ type: 'thinking', thinking: 'Hm.' }, { type: 'redacted_thinking', data: 'x' }, text];
  assert.deepEqual((await messageOf(t, thinking, 'end_turn')).tool_calls, []);
});

test('A call without input is unreadable', async (t) => {
  const uses = [{}, { input: null }, { input: { q: 'a' } }];
  const content = uses.map((own, id) => ({ type: 'tool_use', id: `toolu_${id}`, name: 'search', ...own }));
  const reply = await messageOf(t, content, 'tool_use');
  assert.deepEqual(
    reply.tool_calls?.map((one) => one.arguments),
    [{ unreadable: '' }, { unreadable: 'null' }, { q: 'a' }],
  );
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { toProvider } from '#engine/scenarios/model-client.js';
import type { ModelRequest } from '#model/reply/exchange.js';
import { NoReply, RanOutOfTime } from '#provider/failure.js';

const request: ModelRequest = {
  provider: 'own',
  model: 'm',
  messages: [{ role: 'user', content: 'hi' }],
  max_tokens: 10,
};
const options = { signal: new AbortController().signal, timeout_s: 5 };

/** The answers of an untyped client. */
function send(answer: unknown) {
  const client = { send: () => answer };
  return toProvider(client as Parameters<typeof toProvider>[0], () => 7).send(request, options);
}

test('a text is a complete reply, and the fields that a client omits stay unknown', async () => {
  assert.deepEqual(await send('yes'), {
    text: 'yes',
    stop: 'end',
    usage: { input_tokens: null, output_tokens: null },
    latency_s: 0,
    model: 'm',
  });
  assert.equal((await send({ text: 'yes', latency_s: undefined, stop: undefined })).stop, 'end');
  assert.equal((await send({ tool_input: { a: 1 } })).stop, 'tool_call');
});

const flawed: readonly (readonly [string, unknown, string])[] = [
  ['a latency below 0', { text: 'x', latency_s: -5 }, 'latency_s'],
  ['a latency as text', { text: 'x', latency_s: 'slow' }, 'latency_s'],
  ['a text as a number', { text: 5 }, 'text'],
  ['tokens below 0', { text: 'x', usage: { input_tokens: 1, output_tokens: -3 } }, 'usage.output_tokens'],
  ['no usage', { text: 'x', usage: null }, 'usage.input_tokens'],
  ['an unknown stop reason', { tool_input: {}, stop: 'banana' }, 'stop'],
  ['a stop reason that only journals have', { text: '', stop: 'timed_out' }, 'stop'],
  ['a tool call as a list', { tool_input: [1] }, 'tool_input'],
];

for (const [what, answer, field] of flawed) {
  test(`a client's reply with ${what} is invalid, and its conversation is missing`, async () => {
    await assert.rejects(send(answer), (error) => {
      assert.ok(error instanceof NoReply);
      assert.equal(error.message, `own gave no reply: "${field}" of its reply is wrong`);
      return true;
    });
  });
}

test('a client timeout fails the conversation if timeouts count there, and leaves it missing if not', async () => {
  const silent = toProvider({ send: () => new Promise(() => {}) }, () => 7);
  const message = 'own gave no reply: no answer within 0.05 s';
  const sending = { ...options, timeout_s: 0.05 };
  await assert.rejects(silent.send(request, { ...sending, on_timeout: 'fail' }), new RanOutOfTime(message));
  await assert.rejects(silent.send(request, sending), new NoReply(message));
});

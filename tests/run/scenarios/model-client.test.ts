import assert from 'node:assert/strict';
import test from 'node:test';
import type { ModelRequest } from '#model/reply/exchange.js';
import { NoReply, RanOutOfTime } from '#provider/provider.js';
import { toProvider } from '#run/scenarios/scenario-models.js';
import { assertNoSecret, sentinelKey } from '../../support/secrets.js';

const request: ModelRequest = {
  provider: 'own',
  model: 'm',
  messages: [{ role: 'user', content: 'hi' }],
  max_tokens: 10,
};

const world = { elapsed: () => 7, env: { ANTHROPIC_API_KEY: sentinelKey, OTHER_TOKEN: 'another secret' } };

const options = { signal: new AbortController().signal, timeout_s: 5 };

/** The answers of an untyped client. */
function send(answer: unknown) {
  const client = { send: () => answer };
  return toProvider(client as Parameters<typeof toProvider>[0], world, []).send(request, options);
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
  const silent = toProvider({ send: () => new Promise(() => {}) }, world, []);
  const message = 'own gave no reply: no answer within 0.05 s';
  const sending = { ...options, timeout_s: 0.05 };
  await assert.rejects(silent.send(request, { ...sending, on_timeout: 'fail' }), new RanOutOfTime(message));
  await assert.rejects(silent.send(request, sending), new NoReply(message));
});

/** Returns the message of the error of a client that throws this. */
async function messageFor(thrown: unknown): Promise<string> {
  const client = {
    send: () => {
      throw thrown;
    },
  };
  const error = await toProvider(client, world, [])
    .send(request, options)
    .catch((one: unknown) => one);
  assert.ok(error instanceof NoReply, String(error));
  return error.message;
}

test('replies and errors of a client hide keys, in every field', async () => {
  const reply = await send({
    text: `the key is ${sentinelKey}`,
    model: sentinelKey,
    reason: sentinelKey,
    details: { [sentinelKey]: [sentinelKey] },
    tool_input: { key: { key: sentinelKey } },
  });
  assertNoSecret(JSON.stringify(reply), 'the reply');
  assert.equal(reply.text, 'the key is [redacted]');
  assert.equal(await messageFor(new Error(`bad key ${sentinelKey}`)), 'own gave no reply: bad key [redacted]');
  assert.equal(await messageFor('no another secret'), 'own gave no reply: no [redacted]');
});

test('anything that a client throws is a missing reply with a short reason', async () => {
  const failing = () => {
    throw new Error('no text');
  };
  const odd = [
    Object.create(null),
    { toString: failing },
    Object.defineProperty(new Error(), 'message', { get: failing }),
    Object.assign(new Error(), { message: Object.create(null) }),
    Symbol('odd'),
  ];
  for (const thrown of odd) assert.match(await messageFor(thrown), /^own gave no reply: ./);
  assert.equal([...(await messageFor(new Error('x'.repeat(5_000_000))))].length, 500);
});

test('a reply that is no JSON is a missing reply', async () => {
  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = cyclic;
  for (const tool_input of [cyclic, { count: 1n }]) await assert.rejects(send({ tool_input }), NoReply);
});

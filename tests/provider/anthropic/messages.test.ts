import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type TestContext } from 'node:test';
import type { ModelRequest } from '#model/reply/exchange.js';
import { attemptTexts } from '#model/reply/failed-attempt.js';
import { redactor } from '#model/text/redact.js';
import { createAnthropic } from '#provider/anthropic/messages.js';
import { ProviderFailure } from '#provider/provider.js';
import type { Fault } from '../../support/fake-http.js';
import { type FakeMessagesOptions, startFakeMessagesApi } from '../../support/fake-messages-api.js';

const key = 'sk-ant-sentinel-0123456789abcdef';
const request: ModelRequest = {
  provider: 'anthropic',
  model: 'claude-test',
  messages: [{ role: 'user', content: 'hi' }],
  max_tokens: 64,
};
const options = { signal: new AbortController().signal, timeout_s: 10 };
const tool = { name: 'verdict', description: 'Gives the verdict.', input_schema: { type: 'object' } };

async function start(t: TestContext, fake: FakeMessagesOptions) {
  const server = await startFakeMessagesApi(fake);
  t.after(() => server.close());
  const provider = createAnthropic({ name: 'anthropic', apiKey: key, baseUrl: server.url, redact: redactor([key]) });
  return { server, provider };
}

async function failureOf(promise: Promise<unknown>): Promise<ProviderFailure> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ProviderFailure, String(error));
  return error;
}

test('the status of a refusal with a deeply nested body is shown once', async (t) => {
  const server = createServer((_, answer) => answer.writeHead(400).end('['.repeat(4000)));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  t.after(() => server.close());
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = createAnthropic({ name: 'anthropic', apiKey: key, baseUrl, redact: redactor([key]) });
  const { kind, message } = await failureOf(provider.send(request, options));
  assert.equal(kind, 'bad_request');
  assert.match(message, /^400 the server's answer /);
});

test('a call of another tool than the forced one is ignored', async (t) => {
  const content = [{ type: 'tool_use', id: 'a', name: 'other', input: { score: 5 } }];
  const { provider } = await start(t, { answer: () => ({ content, stop_reason: 'tool_use' }) });
  assert.equal('tool_input' in (await provider.send({ ...request, tool }, options)), false);
});

test('empty content is an empty reply, not a failure', async (t) => {
  const { provider } = await start(t, { answer: () => ({ content: [] }) });
  assert.equal((await provider.send(request, options)).text, '');
});

const stops = [
  ['end_turn', 'end'],
  ['stop_sequence', 'end'],
  ['max_tokens', 'max_tokens'],
  ['model_context_window_exceeded', 'max_tokens'],
  ['refusal', 'refusal'],
  ['pause_turn', 'other'],
  ['constructor', 'end'],
] as const;

for (const [stop_reason, stop] of stops) {
  test(`stop_reason ${stop_reason} is ${stop}`, async (t) => {
    const { provider } = await start(t, { answer: () => ({ text: 'x', stop_reason }) });
    assert.equal((await provider.send(request, options)).stop, stop);
  });
}

test('details of a refusal are a refusal, whatever the stop_reason', async (t) => {
  const body = {
    role: 'assistant',
    content: [{ type: 'text', text: 'x' }],
    stop_reason: 'end_turn',
    stop_details: { type: 'refusal' },
  };
  const { provider } = await start(t, { faults: [{ body: JSON.stringify(body) }] });
  assert.equal((await provider.send(request, options)).stop, 'refusal');
});

const faults: readonly (readonly [string, Fault, string])[] = [
  ['a message of the user', { body: '{"role":"user","content":[]}' }, 'broken_body'],
  ['a rate limit', { status: 429, headers: { 'retry-after': '2' } }, 'rate_limited'],
  ['an overloaded server', { status: 529 }, 'overloaded'],
  ['a server error', { status: 500 }, 'server_error'],
  ['a server error that mentions a timeout', { status: 504, message: 'request timed out' }, 'server_error'],
  ['a bad request', { status: 400 }, 'bad_request'],
  ['an unknown model', { status: 404 }, 'unknown_model'],
  ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }, 'no_api'],
  ['a reset in the middle of the body', 'reset', 'broken_body'],
  ['a truncated body', 'truncate', 'broken_body'],
  ['a reset before the head', 'refuse', 'connection'],
  ['a web page', 'html', 'not_json'],
  ['an object without content', 'empty_object', 'broken_body'],
  ['JSON that stops in the middle', 'malformed', 'broken_body'],
  ['a body of null', { body: 'null' }, 'broken_body'],
  ['an empty body', { body: '' }, 'broken_body'],
  ['an answer without content', { status: 204 }, 'broken_body'],
  ['a status that no server may send', { status: 999 }, 'server_error'],
];

for (const [name, fault, kind] of faults) {
  test(`${name} is ${kind}, after exactly one request`, async (t) => {
    const { server, provider } = await start(t, { faults: [fault] });
    const failure = await failureOf(provider.send(request, options));
    assert.equal(failure.kind, kind, failure.message);
    assert.match(failure.message, /^[^\n]{1,300}$/);
    assert.equal(server.requests.length, 1);
  });
}

test('a failure has its retry-after in milliseconds', async (t) => {
  const { provider } = await start(t, { faults: [{ status: 429, headers: { 'retry-after': '3600' } }] });
  assert.equal((await failureOf(provider.send(request, options))).retryAfterMs, 3_600_000);
});

test('a refusal that echoes the key does not show it', async (t) => {
  const { provider } = await start(t, { faults: [{ status: 401, message: 'invalid key', echo: true }] });
  const failure = await failureOf(provider.send(request, options));
  assert.equal(failure.kind, 'refused_key');
  assert.equal(failure.message, '401 invalid key authorization was Bearer [redacted]');
  assert.equal(failure.cause, undefined);
});

test('an unreadable answer with the key in it does not show it', async (t) => {
  const { provider } = await start(t, { faults: [{ body: key }] });
  const failure = await failureOf(provider.send(request, options));
  assert.equal(failure.kind, 'broken_body');
  assert.equal(failure.message, `${attemptTexts.not_a_message()}: [redacted]`);
});

test('the environment cannot add headers, tokens or log lines', async (t) => {
  const names = {
    ANTHROPIC_AUTH_TOKEN: 'other-token',
    ANTHROPIC_CUSTOM_HEADERS: 'x-extra: 1\nauthorization: Bearer other',
    ANTHROPIC_LOG: 'debug',
    ANTHROPIC_BASE_URL: 'http://127.0.0.1:1',
  };
  Object.assign(process.env, names);
  t.after(() => {
    for (const name of Object.keys(names)) delete process.env[name];
  });
  const logged = (['debug', 'info', 'log', 'warn', 'error'] as const).map((level) => t.mock.method(console, level));
  const { server, provider } = await start(t, {});
  await provider.send(request, options);
  const headers = server.requests[0]?.headers ?? {};
  assert.equal(headers.authorization, `Bearer ${key}`);
  assert.equal('x-extra' in headers, false);
  assert.deepEqual(
    logged.map((method) => method.mock.callCount()),
    [0, 0, 0, 0, 0],
  );
});

test('a model that the SDK calls deprecated is called without a warning', async (t) => {
  const warn = t.mock.method(console, 'warn', () => {});
  const { provider } = await start(t, {});
  await provider.send({ ...request, model: 'claude-sonnet-4-5', max_tokens: 64_000 }, options);
  assert.equal(warn.mock.callCount(), 0);
});

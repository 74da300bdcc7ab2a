import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import test, { type TestContext } from 'node:test';
import { EvaError } from '#model/problem.js';
import { attemptTexts } from '#model/reply/failed-attempt.js';
import { noReplyTexts } from '#model/reply/no-reply.js';
import { ProviderLanes } from '#provider/open-provider.js';
import { NoReply } from '#provider/provider.js';
import { patientPolicy } from '#provider/wrappers/retries.js';
import { createHastyClock } from '../support/fake-clock.js';
import type { Fault, Faults, SeenRequest } from '../support/fake-http.js';
import { type FakeMessagesOptions, startFakeMessagesApi } from '../support/fake-messages-api.js';

const key = 'sk-ant-sentinel-0123456789abcdef';
const request = {
  provider: 'anthropic',
  model: 'claude-test',
  max_tokens: 64,
};

/** Opens a run's provider with the real SDK and the fake API. Its waits are recorded and skipped. */
async function start(t: TestContext, fake: FakeMessagesOptions, config: { concurrency?: number } = {}) {
  const server = await startFakeMessagesApi(fake);
  t.after(() => server.close());
  const { now, sleep, sleeps } = createHastyClock();
  const open = new ProviderLanes({
    env: { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: server.url },
    configs: { anthropic: { type: 'anthropic', ...config } },
    cwd: tmpdir(),
    retry: { ...patientPolicy, sleep, random: () => 0 },
    concurrency: 4,
    now,
  }).of({});
  await open('anthropic').load?.(); // as a run does: it is not part of a time limit
  const send = (timeout_s = 5, content = 'hi') => {
    const messages = [{ role: 'user' as const, content }];
    return open('anthropic').send({ ...request, messages }, { signal: new AbortController().signal, timeout_s });
  };
  return { server, waits: sleeps, send };
}

const recovering: readonly (readonly [string, Faults & readonly Fault[], readonly number[]])[] = [
  ['no fault', [], []],
  ['429 with retry-after', [{ status: 429, headers: { 'retry-after': '7' } }], [7_000]],
  ['429 with retry-after-ms', [{ status: 429, headers: { 'retry-after-ms': '700' } }], [700]],
  ['529', [{ status: 529 }, { status: 529 }], [500, 1_000]],
  ['500 twice', [{ status: 500 }, { status: 500 }], [250, 500]],
  ['a reset in the middle of the body', ['reset'], [250]],
  ['a truncated body', ['truncate'], [250]],
  ['a reset before the head', ['refuse'], [250]],
  ['malformed JSON', ['malformed'], [250]],
  ['a web page', ['html'], [250]],
];

for (const [name, faults, expected] of recovering) {
  test(`${name}: the reply arrives after the minimum of requests`, async (t) => {
    const { server, waits, send } = await start(t, { faults });
    assert.equal((await send()).text, 'hello');
    assert.equal(server.requests.length, faults.length + 1);
    assert.deepEqual(waits, expected);
  });
}

for (const fault of ['hang', 'hang_after_headers', 'drip'] as const) {
  test(`${fault}: the time limit holds for the whole body, and the latency says so`, async (t) => {
    const { server, send } = await start(t, { faults: [fault] });
    const reply = await send(0.2);
    assert.equal(reply.text, 'hello');
    assert.equal(reply.latency_s, 0.2);
    assert.equal(server.requests.length, 2);
  });

  test(`${fault} in every attempt: eva stops after two attempts`, async (t) => {
    const { server, send } = await start(t, { faults: () => fault });
    const startedAt = performance.now();
    const failure = attemptTexts.timeout({ seconds: 0.2 });
    await assert.rejects(
      send(0.2),
      new NoReply(noReplyTexts.attempts({ provider: 'anthropic', attempts: 2, failure })),
    );
    assert.equal(server.requests.length, 2);
    assert.ok(performance.now() - startedAt < 60_000);
  });
}

test('a server that always fails gets six requests', async (t) => {
  const { server, send } = await start(t, { faults: () => ({ status: 500, message: 'out of order' }) });
  const message = noReplyTexts.attempts({ provider: 'anthropic', attempts: 6, failure: '500 out of order' });
  await assert.rejects(send(), new NoReply(message));
  assert.equal(server.requests.length, 6);
});

test('a server that asks for a wait of an hour gets one request', async (t) => {
  const { server, send } = await start(t, { faults: [{ status: 429, headers: { 'retry-after': '3600' } }] });
  const waits = { asked_s: 3600, longest_s: 60 };
  const message = noReplyTexts.long_wait({ provider: 'anthropic', failure: '429 fault 429', ...waits });
  await assert.rejects(send(), new NoReply(message));
  assert.equal(server.requests.length, 1);
});

const fatal = [
  [401, 'EVA_KEY_REFUSED'],
  [403, 'EVA_NOT_ALLOWED'],
  [400, 'EVA_BAD_REQUEST'],
  [404, 'EVA_UNKNOWN_MODEL'],
] as const;

for (const [status, code] of fatal) {
  test(`${status} ends the run after one request, without the key that the server echoes`, async (t) => {
    const { server, send } = await start(t, { faults: [{ status, message: 'no', echo: true }] });
    await assert.rejects(send(), (error) => {
      assert.ok(error instanceof EvaError);
      assert.equal(error.problems[0]?.code, code);
      assert.equal(error.exitCode, 3);
      assert.match(error.message, /: \d{3} no authorization was Bearer \[redacted\]$/);
      return true;
    });
    assert.equal(server.requests.length, 1);
  });
}

for (const stop_reason of ['max_tokens', 'refusal'] as const) {
  test(`a reply with stop_reason ${stop_reason} is not requested again`, async (t) => {
    const { server, send } = await start(t, { answer: () => ({ text: 'half', stop_reason }) });
    assert.equal((await send()).stop, stop_reason);
    assert.equal(server.requests.length, 1);
  });
}

test('no more requests run than the provider allows', async (t) => {
  const { server, send } = await start(t, { faults: () => ({ delayMs: 20 }) }, { concurrency: 3 });
  await Promise.all(Array.from({ length: 12 }, () => send()));
  assert.equal(server.mostAtOnce(), 3);
});

test('a hundred calls, five at a time, share five connections, even if some get errors', async (t) => {
  const faults = (number: number): Fault => (number % 10 === 3 ? { status: 500 } : { delayMs: 5 });
  const { server, send } = await start(t, { faults }, { concurrency: 5 });
  await Promise.all(Array.from({ length: 100 }, () => send()));
  assert.equal(server.mostAtOnce(), 5);
  assert.equal(server.connections(), 5);
});

/** Returns the fault of an attempt. Of 100 first attempts: 30 times 429, 10 times 529, 5 times 500, 5 resets, 5 truncated bodies; and one hang. */
function stormFault(call: number, attempt: number): Fault {
  if (call === 7 && attempt === 0) return 'hang';
  const drawn = (call * 37 + attempt * 53) % 100;
  if (drawn < 30) return { status: 429, headers: { 'retry-after': '1' } };
  if (drawn < 40) return { status: 529 };
  if (drawn < 45) return { status: 500 };
  if (drawn < 50) return 'reset';
  return drawn < 55 ? 'truncate' : null;
}

test('with many faults every call gets its reply, after the minimum of requests', async (t) => {
  const calls = Array.from({ length: 300 }, (_, call) => call);
  const attempts = new Array<number>(300).fill(0);
  const faults = (_number: number, { body }: SeenRequest) => {
    const call = Number(body.messages[0].content);
    const attempt = attempts[call] ?? 0;
    attempts[call] = attempt + 1;
    return stormFault(call, attempt);
  };
  const { send } = await start(t, { faults, answer: (body) => body.messages[0].content }, { concurrency: 20 });
  const replies = await Promise.all(calls.map((call) => send(2, String(call))));
  assert.deepEqual(
    replies.map(({ text }) => Number(text)),
    calls,
  );
  const needed = calls.map((call) => 1 + calls.findIndex((attempt) => stormFault(call, attempt) === null));
  assert.deepEqual(attempts, needed);
});

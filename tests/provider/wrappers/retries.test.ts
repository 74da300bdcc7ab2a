import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import test from 'node:test';
import { EvaError } from '#model/problem.js';
import type { OnTimeout } from '#model/reply/exchange.js';
import { noReplyTexts } from '#model/reply/no-reply.js';
import { type FailureKind, NoReply, ProviderFailure, RanOutOfTime } from '#provider/provider.js';
import { patientPolicy, type RetryPolicy, withRetry } from '#provider/wrappers/retries.js';
import { createFakeClock, settled } from '../../support/fake-clock.js';
import { createScripted, type Script } from '../../support/scripted-provider.js';

const request = { provider: 'anthropic', model: 'claude-x', messages: [], max_tokens: 1 };

const origin = { variable: 'ANTHROPIC_API_KEY', sendsKey: true, address: 'ANTHROPIC_BASE_URL' };

/** Makes a provider with the default policy. Its waits are recorded and skipped. */
function retrying(script: Script, changes: Partial<RetryPolicy> = {}) {
  const waits: number[] = [];
  const sleep = async (ms: number) => void waits.push(ms);
  const scripted = createScripted(script);
  const policy = { ...patientPolicy, random: () => 0, sleep, ...changes };
  const provider = withRetry(scripted, policy, origin);
  const signal = new AbortController().signal;
  const send = (on_timeout: OnTimeout = 'ask_again') => provider.send(request, { signal, timeout_s: 9, on_timeout });
  return { waits, scripted, send };
}

const fail = (kind: FailureKind, retryAfterMs?: number) =>
  new ProviderFailure(kind, `says ${kind}`, { ...(retryAfterMs !== undefined && { retryAfterMs }) });
const last = (kind: FailureKind) => ({ provider: 'anthropic', failure: `says ${kind}` });
const noReplyIn = (attempts: number, kind: FailureKind) =>
  new NoReply(noReplyTexts.attempts({ ...last(kind), attempts }));
const times = (count: number, failure: ProviderFailure) => Array.from({ length: count }, () => failure);

for (const kind of ['server_error', 'connection', 'broken_body', 'process'] as const) {
  test(`${kind}: the sixth attempt may still answer`, async () => {
    const { send, waits, scripted } = retrying([...times(5, fail(kind)), { text: 'at last', latency_s: 0.3 }]);
    const reply = await send();
    assert.equal(reply.text, 'at last');
    assert.equal(reply.latency_s, 0.3);
    assert.equal(scripted.requests.length, 6);
    assert.deepEqual(waits, [250, 500, 1_000, 1_500, 1_500]);
  });

  test(`${kind}: after six attempts there is no reply`, async () => {
    const { send, scripted } = retrying(times(9, fail(kind)));
    const expected = noReplyIn(6, kind);
    const address = kind === 'connection' ? '; check ANTHROPIC_BASE_URL' : '';
    await assert.rejects(send(), { ...expected, message: `${expected.message}${address}` });
    assert.equal(scripted.requests.length, 6);
  });
}

test('the address is not in doubt after an API has answered', async () => {
  const { send } = retrying([fail('server_error'), ...times(5, fail('connection'))]);
  await assert.rejects(send(), noReplyIn(6, 'connection'));
});

test('after two timeouts there is no reply', async () => {
  const { send, scripted } = retrying(times(9, fail('timeout')));
  await assert.rejects(send(), noReplyIn(2, 'timeout'));
  assert.equal(scripted.requests.length, 2);
});

test('after a timeout the latency of a reply is the time limit, and the reply counts the timeout', async () => {
  const { send } = retrying([fail('timeout'), { text: 'x', latency_s: 0.3 }]);
  const { latency_s, timeouts } = await send();
  assert.deepEqual([latency_s, timeouts], [9, 1]);
});

test('if a timeout fails the trial, the first timeout ends the call', async () => {
  const earlier = [fail('rate_limited'), fail('overloaded'), fail('connection'), fail('server_error')];
  const { send, scripted } = retrying([...earlier, fail('timeout'), 'too late']);
  await assert.rejects(send('fail'), new RanOutOfTime(noReplyTexts.timeout(last('timeout'))));
  assert.equal(scripted.requests.length, 5);
});

test('if a timeout fails the trial, other failures are still retried', async () => {
  const { send } = retrying([fail('rate_limited'), ...times(5, fail('server_error')), { text: 'x', latency_s: 0.3 }]);
  const { latency_s, timeouts } = await send('fail');
  assert.deepEqual([latency_s, timeouts], [0.3, undefined]);
});

test('waits for a busy server do not count as attempts', async () => {
  const busy = [...times(10, fail('rate_limited')), ...times(10, fail('overloaded'))];
  const { send, scripted } = retrying([...busy, ...times(5, fail('server_error')), 'at last']);
  assert.equal((await send()).text, 'at last');
  assert.equal(scripted.requests.length, 26);
});

test('without retry-after the waits for a busy server grow', async () => {
  const { send, waits } = retrying([...times(9, fail('overloaded')), 'x']);
  await send();
  assert.deepEqual(waits, [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
});

test('the waits of one call for a busy server end after ten minutes in total', async () => {
  const { send, scripted } = retrying(() => fail('rate_limited', 60_000));
  await assert.rejects(send(), new NoReply(noReplyTexts.busy({ ...last('rate_limited'), seconds: 600 })));
  assert.equal(scripted.requests.length, 11);
});

test('after three equal retry-afters of 20 ms the waits double', async () => {
  const { send, waits } = retrying([...times(7, fail('rate_limited', 20)), fail('overloaded'), 'x']);
  await send();
  assert.deepEqual(waits, [40, 80, 160, 320, 500]);
});

test('a server that always asks for 1 ms gets 36 requests in ten minutes', async () => {
  const { send, scripted } = retrying(() => fail('rate_limited', 1));
  await assert.rejects(send(), { name: 'NoReply', why: 'given_up' });
  assert.equal(scripted.requests.length, 3 + 14 + 18 + 1); // 3 exact waits, 14 doubled ones up to 16 s, 18 of 30 s, and the last attempt
});

test('a retry-after of 0 waits as long as none', async () => {
  const { send, waits } = retrying([...times(3, fail('rate_limited', 0)), 'x']);
  await send();
  assert.deepEqual(waits, [500, 1_000, 2_000]);
});

test('a retry adds only its own backoff to retry-after, for which all attempts wait', async () => {
  const { send, waits } = retrying([fail('rate_limited', 7_000), fail('server_error', 3_000), 'x']);
  await send();
  assert.deepEqual(waits, [250]);
});

for (const kind of ['rate_limited', 'overloaded', 'server_error'] as const) {
  test(`${kind}: a retry-after above the maximum ends the call at once`, async () => {
    const { send, waits } = retrying([fail(kind, 3_600_000), 'x']);
    const message = noReplyTexts.long_wait({ ...last(kind), asked_s: 3600, longest_s: 60 });
    await assert.rejects(send(), new NoReply(message));
    assert.deepEqual(waits, []);
  });
}

test('jitter shortens a wait by at most a quarter', async () => {
  const { send, waits } = retrying([fail('server_error'), fail('rate_limited'), 'x'], { random: () => 0.8 });
  await send();
  assert.deepEqual(waits, [200, 400]);
});

const fatal = [
  ['refused_key', 'EVA_KEY_REFUSED'],
  ['not_allowed', 'EVA_NOT_ALLOWED'],
  ['bad_request', 'EVA_BAD_REQUEST'],
  ['unknown_model', 'EVA_UNKNOWN_MODEL'],
  ['no_program', 'EVA_NO_PROGRAM'],
] as const;

for (const [kind, code] of fatal) {
  test(`${kind} ends the run at once with ${code}`, async () => {
    const { send, scripted } = retrying([fail(kind), 'x']);
    const reason = `says ${kind}`;
    await assert.rejects(send(), (error) => {
      assert.ok(error instanceof EvaError);
      assert.equal(error.exitCode, 3);
      assert.deepEqual(
        error.problems.map((one) => [one.code, one.message.endsWith(`: ${reason}`)]),
        [[code, true]],
      );
      return true;
    });
    assert.equal(scripted.requests.length, 1);
  });
}

for (const [model, meant] of [
  ['gpt-6.2-soll', 'gpt-6.2-sol'],
  ['claude-opus-47', 'claude-opus-4-7'],
  ['gpt-6.2-sol', undefined],
  ['my-own', undefined],
] as const) {
  test(`an unknown model ${model} may mean ${meant ?? 'none of the price table'}`, async () => {
    const provider = withRetry(createScripted([fail('unknown_model')]), patientPolicy, origin);
    const signal = new AbortController().signal;
    await assert.rejects(provider.send({ ...request, model }, { signal, timeout_s: 9 }), (error) => {
      assert.ok(error instanceof EvaError);
      const [found] = error.problems;
      assert.equal(/did you mean "(.*)"\?/.exec(found?.hint ?? '')?.[1], meant);
      return true;
    });
  });
}

for (const by of ['signal', 'stop'] as const) {
  test(`an abort of the ${by} ends a wait with its reason and leaves no timer or listener`, async () => {
    const clock = createFakeClock();
    const controllers = { signal: new AbortController(), stop: new AbortController() };
    const signals = { signal: controllers.signal.signal, stop: controllers.stop.signal };
    const scripted = createScripted([fail('overloaded'), 'x']);
    const provider = withRetry(scripted, { ...patientPolicy, sleep: clock.sleep }, origin);
    const sending = provider.send(request, { ...signals, timeout_s: 9 });
    await settled();
    assert.equal(clock.asleep(), 1);
    const reason = new Error('interrupted');
    controllers[by].abort(reason);
    await assert.rejects(sending, reason);
    assert.deepEqual([clock.asleep(), scripted.requests.length], [0, 1]);
    assert.deepEqual(
      [signals.signal, signals.stop].flatMap((signal) => getEventListeners(signal, 'abort')),
      [],
    );
  });
}

test('after a stop the running attempt may answer, and no further one begins', async () => {
  const stop = new AbortController();
  const reason = new Error('interrupted');
  const stopping = (step: ProviderFailure | string) =>
    createScripted(() => {
      stop.abort(reason);
      return step;
    });
  const options = { signal: new AbortController().signal, stop: stop.signal, timeout_s: 9 };
  assert.equal((await withRetry(stopping('x'), patientPolicy, origin).send(request, options)).text, 'x');
  for (const failure of [fail('server_error'), fail('rate_limited', 1)]) {
    const failing = stopping(failure);
    await assert.rejects(withRetry(failing, patientPolicy, origin).send(request, options), reason);
    assert.equal(failing.requests.length, 1);
  }
});

test('an attempt that the caller aborted is not retried', async () => {
  const controller = new AbortController();
  const reason = new Error('interrupted');
  const scripted = createScripted(() => {
    controller.abort(reason);
    return fail('refused_key');
  });
  const provider = withRetry(scripted, patientPolicy, origin);
  await assert.rejects(provider.send(request, { signal: controller.signal, timeout_s: 9 }), reason);
  assert.equal(scripted.requests.length, 1);
});

test('a bug in a provider is thrown unchanged', async () => {
  const bug = new TypeError('x is not a function');
  await assert.rejects(retrying([bug]).send(), bug);
});

test('a server that refuses a forced tool is answered with the setting that turns it off', async () => {
  const refused = new ProviderFailure('bad_request', '400 tool_choice is not supported');
  const toolsOff = 'add tools: false';
  const provider = withRetry(createScripted([refused]), patientPolicy, { ...origin, toolsOff });
  const tool = { name: 'verdict', description: 'x', input_schema: {} };
  const signal = new AbortController().signal;
  const sent = provider.send({ ...request, tool }, { signal, timeout_s: 9, on_timeout: 'ask_again' });
  await assert.rejects(
    sent,
    (error) => error instanceof EvaError && error.problems[0]?.hint?.includes(toolsOff) === true,
  );
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { EvaError, problem } from '#model/problem.js';
import type { ModelRequest } from '#model/reply/exchange.js';
import { noReplyTexts } from '#model/reply/no-reply.js';
import { NoReply, ProviderFailure, RanOutOfTime } from '#provider/provider.js';
import { Breaker } from '#provider/wrappers/breaker.js';
import { ProviderLimits, withLimits } from '#provider/wrappers/limits.js';
import { patientPolicy, withRetry } from '#provider/wrappers/retries.js';
import { createFakeClock, settled } from '../../support/fake-clock.js';
import { createManual, requestTo } from '../../support/fake-provider.js';
import { createScripted, type Script } from '../../support/scripted-provider.js';

const origin = { variable: '', sendsKey: true, address: 'the connection' };
const { signal } = new AbortController();
const lost = (why = 'no luck') =>
  new NoReply('six attempts failed', { cause: new ProviderFailure('server_error', why) });
const givenUp = (why = 'no luck', calls = 5) =>
  new NoReply(noReplyTexts.provider_given_up({ provider: 'p', calls, failure: why }), { why: 'provider_given_up' });

/** Makes a provider with the breaker, and returns the stop signal that the breaker passes on. Each call takes `ms` milliseconds. */
function watched(script: Script, ms = 7_500) {
  let time = 0;
  const scripted = createScripted(script, { name: 'p' });
  let stop: AbortSignal | undefined;
  const provider = new Breaker('p', () => time).wrap({
    ...scripted,
    send: (request, options) => {
      stop = options.stop;
      time += ms;
      return scripted.send(request, options);
    },
  });
  const send = (request = requestTo('m')) => provider.send(request, { signal, timeout_s: 9 });
  return { provider, send, ignore: (request?: ModelRequest) => send(request).catch(() => {}), stop: () => stop };
}

test('after five failed calls in a row over half a minute eva stops calling the provider, with the reason', async () => {
  const { send, stop } = watched(() => lost('500 out of order'));
  for (let call = 0; call < 5; call++) {
    assert.equal(stop()?.aborted ?? false, false);
    await assert.rejects(send(), lost('500 out of order'));
  }
  assert.deepEqual(stop()?.reason, givenUp('500 out of order'));
});

const page = () => new NoReply('no reply', { cause: new ProviderFailure('not_json', 'a page') });

test('a server that sends pages from the first call on is given up after three, one that has replied is not', async () => {
  const never = watched(page, 10);
  for (let call = 0; call < 3; call++) {
    assert.equal(never.stop()?.aborted ?? false, false);
    await never.ignore();
  }
  assert.deepEqual(never.stop()?.reason, givenUp('a page', 3));
  let calls = 0;
  const later = watched(() => (calls++ === 0 ? {} : page()), 10);
  for (let call = 0; call < 5; call++) await later.ignore();
  assert.equal(later.stop()?.aborted, false);
});

test('a page instead of the first reply is asked for twice, one after a reply six times', async () => {
  const counted = (repliesFirst: boolean) => {
    let calls = 0;
    const scripted = createScripted(() =>
      calls++ === 0 && repliesFirst ? {} : new ProviderFailure('not_json', 'a page'),
    );
    const provider = withRetry(scripted, { ...patientPolicy, backoffMs: [0] }, origin);
    const send = () => provider.send(requestTo('m'), { signal, timeout_s: 9 }).catch(() => {});
    return { send, calls: () => calls };
  };
  const never = counted(false);
  await never.send();
  assert.equal(never.calls(), 2);
  const later = counted(true);
  await later.send();
  await later.send();
  assert.equal(later.calls(), 1 + 6);
});

test('300 calls that fail in a short outage do not stop the provider before half a minute', async () => {
  const { ignore, stop } = watched(() => lost(), 100);
  for (let call = 0; call < 300; call++) await ignore();
  assert.equal(stop()?.aborted, false, '29.9 s from the first to the last');
  await ignore();
  assert.deepEqual(stop()?.reason, givenUp('no luck', 301));
});

test('timeouts that are not retried count too: eva stops calling a provider that hangs', async () => {
  const { ignore, stop } = watched(() => new RanOutOfTime('no answer within 60 s'));
  for (let call = 0; call < 5; call++) await ignore();
  assert.deepEqual(stop()?.reason, givenUp('no answer within 60 s'));
});

test('a reply resets the count of failed calls', async () => {
  const { ignore, stop } = watched([lost(), lost(), lost(), lost(), 'x', lost(), lost(), lost(), lost()]);
  for (let call = 0; call < 9; call++) await ignore();
  assert.equal(stop()?.aborted, false);
});

test('a model or a tool that fails beside calls that are answered is counted by itself, and named', async () => {
  const judged = { ...requestTo('m'), tool: { name: 'verdict', description: '', input_schema: {} } };
  for (const [failing, name] of [
    [requestTo('judge'), 'p (judge)'],
    [judged, 'p (m with the tool verdict)'],
  ] as const) {
    const { ignore, stop } = watched((request) => (request === failing ? lost('503') : 'x'));
    for (let call = 0; call < 5; call++) {
      await ignore();
      assert.equal(stop()?.aborted, false);
      await ignore(failing);
    }
    const message = noReplyTexts.provider_given_up({ provider: name, calls: 5, failure: '503' });
    assert.deepEqual(stop()?.reason, new NoReply(message, { why: 'provider_given_up' }));
  }
});

test('interrupts, final missing replies and fatal errors do not count as failed calls', async () => {
  const fatal = new EvaError([problem('EVA_KEY_REFUSED:characters', 'the key is odd')]);
  const { ignore, stop } = watched([
    new Error('interrupted'),
    new NoReply('no recording', { why: 'no_recording' }),
    fatal,
    ...[lost(), lost(), lost(), lost()],
  ]);
  for (let call = 0; call < 7; call++) await ignore();
  assert.equal(stop()?.aborted, false);
});

test("the caller's stop keeps its reason", async () => {
  const stop = new AbortController();
  const { provider, stop: seen } = watched(['x']);
  await provider.send(requestTo('m'), { signal, stop: stop.signal, timeout_s: 9 });
  stop.abort('enough');
  assert.equal(seen()?.reason, 'enough');
});

test('waiting calls end when eva stops calling the provider, and running ones may answer', async () => {
  const clock = createFakeClock();
  const manual = createManual();
  const limits = new ProviderLimits({
    ...clock,
    concurrency: 7,
    rpm: undefined,
    tpm: undefined,
    longestRetryAfterMs: 60_000,
  });
  const policy = { ...patientPolicy, sleep: clock.sleep, timeouts: 1 };
  const provider = new Breaker('p', clock.now).wrap(
    withRetry(withLimits({ ...manual.provider, name: 'p' }, limits), policy, origin),
  );
  const stop = new AbortController();
  const replies = [...'abcdefghijklmnop'].map((name) =>
    provider.send({ ...requestTo('m', name), provider: 'p' }, { signal, stop: stop.signal, timeout_s: 9 }),
  );
  const ended = Promise.allSettled(replies);
  await settled();
  manual.fail('a', new ProviderFailure('server_error', 'hiccup'));
  await settled();
  for (const name of 'bcde') manual.fail(name, new ProviderFailure('timeout', 'silence'));
  await settled();
  clock.oversleep(30_000);
  manual.fail('f', new ProviderFailure('timeout', 'silence'));
  await settled();
  for (const name of 'ghijklm') manual.finish(name);
  const results = (await ended).map((one) => (one.status === 'fulfilled' ? one.value.text : one.reason.message));
  const silence = noReplyTexts.attempts({ provider: 'p', attempts: 1, failure: 'silence' });
  const over = givenUp('silence').message;
  assert.deepEqual(results, [over, silence, silence, silence, silence, silence, ...'ghijklm', over, over, over]);
  await assert.rejects(provider.send(requestTo('m', 'q'), { signal, timeout_s: 9 }), givenUp('silence'));
  assert.deepEqual(manual.begun, [...'abcdefghijklm']);
  assert.equal(clock.asleep(), 0);
});

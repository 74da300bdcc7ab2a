import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import test, { type TestContext } from 'node:test';
import { ProviderLanes } from '#provider/open-provider.js';
import { ProviderFailure } from '#provider/provider.js';
import { patientPolicy } from '#provider/wrappers/retries.js';
import { type Silence, SilenceWatch } from '#provider/wrappers/silence-watch.js';
import { silenceText } from '#report/run/progress.js';
import { createFakeClock, settled } from '../../support/fake-clock.js';
import { startFakeMessagesApi } from '../../support/fake-messages-api.js';
import { createManual, requestTo } from '../../support/fake-provider.js';

const options = { signal: new AbortController().signal, timeout_s: 9999 };
const seconds = (told: readonly Silence[]) => told.map(({ ms }) => ms / 1000);

/** Makes a watched provider whose attempts end by hand, with a clock that tests advance. */
function watched() {
  const clock = createFakeClock(5_000);
  const manual = createManual();
  const told: Silence[] = [];
  const watch = new SilenceWatch({ ...clock, firstMs: 30_000, report: (silence) => told.push(silence) });
  const provider = watch.calls(watch.attempts(manual.provider));
  const ask = (names: string, model = 'm') => {
    for (const name of names) provider.send(requestTo(model, name), options).catch(() => {});
  };
  const answer = async (name: string) => {
    manual.finish(name);
    await settled();
  };
  return { clock, manual, watch, told, ask, answer };
}

test('a silent provider is reported after 30 s, 1, 2 and 4 minutes, then every 5 minutes', async () => {
  const { clock, told, ask } = watched();
  ask('ab');
  await clock.advance(29_999);
  assert.deepEqual(told, []);
  await clock.advance(20 * 60_000);
  assert.deepEqual(seconds(told), [30, 60, 120, 240, 540, 840, 1140]);
  assert.deepEqual(told[0], { provider: 'manual', ms: 30_000, failure: null, waiting: 2, nextInMs: null });
});

test('a reply ends a silence, which is reported, and the next silence starts from zero', async () => {
  const { clock, told, ask, answer } = watched();
  ask('ab');
  await clock.advance(10_000);
  await answer('a');
  await clock.advance(29_000);
  assert.deepEqual(told, []);
  await clock.advance(31_000);
  assert.deepEqual(seconds(told), [30, 60]);
  await answer('b');
  assert.deepEqual(seconds(told), [30, 60, 0]);
  await clock.advance(3_600_000);
  assert.equal(told.length, 3);
  assert.equal(clock.asleep(), 0);
});

test('a model that takes 40 s for each reply is reported once, before its speed is known', async () => {
  const { clock, told, ask, answer } = watched();
  for (const name of 'abcd') {
    ask(name);
    await clock.advance(40_000);
    await answer(name);
  }
  assert.deepEqual(seconds(told), [30, 0]);
  ask('e');
  await clock.advance(90_000);
  assert.deepEqual(seconds(told), [30, 0, 80]);
});

test('after a failure, silence is reported after 30 s even for a slow model', async () => {
  const { clock, manual, told, ask, answer } = watched();
  ask('a');
  await clock.advance(29_000);
  await answer('a');
  ask('bc');
  manual.fail('b', new ProviderFailure('server_error', 'broken', { status: 500 }));
  await clock.advance(31_000);
  assert.deepEqual([seconds(told), told[0]?.failure?.status, told[0]?.waiting], [[30], 500, 1]);
});

test('calls that have only failed are reported after a sixth of the time, also one after another', async () => {
  const { clock, manual, told, ask } = watched();
  for (const name of 'abcdefgh') {
    ask(name);
    await clock.advance(4_000);
    manual.fail(name, new ProviderFailure('server_error', 'broken', { status: 503 }));
    await settled();
  }
  assert.deepEqual(
    told.map(({ ms, failure }) => [ms, failure?.status]),
    [
      [5_000, 503],
      [30_000, 503],
    ],
  );
});

test('a model that fails beside one that answers is reported, and named', async () => {
  const { clock, manual, told, ask, answer } = watched();
  ask('j', 'judge');
  await clock.advance(1_000);
  for (const name of 'abcdef') {
    ask(name);
    await clock.advance(1_000);
    await answer(name);
  }
  manual.fail('j', new ProviderFailure('server_error', 'broken', { status: 503 }));
  await settled();
  ask('k', 'judge');
  await clock.advance(1_000);
  assert.deepEqual(
    told.map(({ provider, ms, waiting }) => [provider, ms, waiting]),
    [['manual (judge)', 7_000, 1]],
  );
});

test('a report has the allowed concurrency only while it is reduced', async () => {
  const { clock, watch, told, ask } = watched();
  ask('ab');
  watch.limited({ most: 8, now: 1 });
  await clock.advance(30_000);
  watch.limited({ most: 8, now: 8 });
  await clock.advance(30_000);
  assert.deepEqual(
    told.map(({ places }) => places),
    [{ most: 8, now: 1 }, undefined],
  );
});

/** Opens a run's provider with the real SDK, a loopback server and a clock that tests advance. */
async function opened(t: TestContext, retryAfter: string, rpm?: number) {
  const faults = () => (retryAfter === '' ? null : { status: 429, headers: { 'retry-after': retryAfter } });
  const server = await startFakeMessagesApi({ faults });
  t.after(() => server.close());
  const clock = createFakeClock();
  const told: Silence[] = [];
  const provider = new ProviderLanes({
    env: { ANTHROPIC_API_KEY: 'sk-ant-sentinel-0123456789abcdef', ANTHROPIC_BASE_URL: server.url },
    configs: { anthropic: { type: 'anthropic', ...(rpm !== undefined && { rpm }) } },
    cwd: tmpdir(),
    retry: { ...patientPolicy, sleep: clock.sleep, random: () => 0 },
    concurrency: 1,
    now: clock.now,
    onSilence: (silence) => told.push(silence),
  }).of({})('anthropic');
  await provider.load?.(); // as a run does: it is not part of a time limit
  const stop = new AbortController();
  const send = (content: string) => {
    const request = { provider: 'anthropic', model: 'claude-test', max_tokens: 64 };
    const messages = [{ role: 'user' as const, content }];
    const reply = provider.send({ ...request, messages }, { ...options, stop: stop.signal, timeout_s: 5 });
    reply.catch(() => {});
    return reply;
  };
  const until = async (holds: () => boolean) => {
    for (let tries = 0; !holds(); tries++) {
      assert.ok(tries < 2_000, 'it takes too long');
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  };
  return { server, clock, told, send, stop, until };
}

test('a report has the status, the waiting calls and the time of the next attempt', async (t) => {
  const { server, clock, told, send, stop, until } = await opened(t, '45');
  void send('one');
  void send('two');
  await until(() => server.requests.length === 1 && clock.asleep() === 2);
  await clock.advance(30_000);
  assert.deepEqual(
    told.map(({ failure, ...rest }) => ({ ...rest, status: failure?.status })),
    [
      { provider: 'anthropic', ms: 5_000, waiting: 2, nextInMs: 40_000, status: 429 },
      { provider: 'anthropic', ms: 30_000, waiting: 2, nextInMs: 15_000, status: 429 },
    ],
  );
  const silence = told[1];
  assert.ok(silence);
  assert.equal(
    silenceText(silence, new Date(2026, 10, 22, 17, 45, 0)),
    'anthropic is busy (429 fault 429) for 30s · next try at 17:45:15 · 2 calls wait',
  );
  stop.abort(new Error('enough'));
  await clock.advance(2_000);
  assert.deepEqual([told.at(-1)?.ms, clock.asleep()], [0, 0]); // no call waits any more
});

test('calls that wait for a rate limit of eva.yml are not reported as silence', async (t) => {
  const { server, clock, told, send, stop, until } = await opened(t, '', 1);
  await Promise.all([send('one')]);
  void send('two');
  await until(() => clock.asleep() > 0);
  await clock.advance(59_000);
  assert.deepEqual([server.requests.length, told], [1, []]);
  stop.abort(new Error('enough'));
});

import assert from 'node:assert/strict';
import { getEventListeners, setMaxListeners } from 'node:events';
import test from 'node:test';
import { mostTokensOfImage, tokensAdded } from '#model/limits.js';
import type { ModelRequest } from '#model/reply/exchange.js';
import { ProviderFailure } from '#provider/provider.js';
import { Pace, ProviderLimits, withLimits } from '#provider/wrappers/limits.js';
import { createFakeClock, settled } from '../../support/fake-clock.js';
import { createManual, requestTo } from '../../support/fake-provider.js';

function open(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}

const options = { signal: open().signal, timeout_s: 9 };

interface Setting {
  readonly concurrency?: number;
  readonly rpm?: number;
  readonly tpm?: number;
}

/** Makes a limited provider whose attempts end by hand, with a clock that tests advance. */
function limited({ concurrency = 9, rpm, tpm }: Setting) {
  const clock = createFakeClock(1_000);
  const manual = createManual();
  const limits = new ProviderLimits({ concurrency, rpm, tpm, longestRetryAfterMs: 60_000, ...clock });
  const provider = withLimits(manual.provider, limits);
  const ask = (names: string, changes: Partial<typeof options & { stop: AbortSignal }> = {}) =>
    [...names].map((name) => {
      const reply = provider.send(requestTo(name), { ...options, ...changes });
      reply.catch(() => {});
      return reply;
    });
  const end = async (names: string) => {
    for (const name of names) manual.finish(name);
    await settled();
  };
  const endBusy = async (name: string, retryAfterMs?: number) => {
    const details = retryAfterMs === undefined ? {} : { retryAfterMs };
    manual.fail(name, new ProviderFailure('rate_limited', 'later', details));
    await settled();
  };
  const begun = () => manual.begun.join('');
  return { clock, manual, ask, end, endBusy, begun };
}

test('no more attempts run than allowed, and waiting ones go first come first served', async () => {
  const { ask, end, begun } = limited({ concurrency: 2 });
  const replies = ask('abcd');
  await settled();
  assert.equal(begun(), 'ab');
  await end('b');
  assert.equal(begun(), 'abc');
  await end('ac');
  assert.equal(begun(), 'abcd');
  await end('d');
  assert.deepEqual(
    (await Promise.all(replies)).map(({ text }) => text),
    ['a', 'b', 'c', 'd'],
  );
});

test('a failed attempt frees its place', async () => {
  const { ask, end, begun, manual } = limited({ concurrency: 1 });
  const [first, second] = ask('ab');
  await settled();
  manual.fail('a', new Error('a failed'));
  await assert.rejects(first ?? assert.fail(), /a failed/);
  await settled();
  assert.equal(begun(), 'ab');
  await end('b');
  assert.equal((await second)?.text, 'b');
});

for (const by of ['signal', 'stop'] as const) {
  test(`a waiting attempt leaves the queue when the ${by} is aborted, with no listener left`, async () => {
    const { ask, end, begun } = limited({ concurrency: 1 });
    const controllers = { signal: open(), stop: open() };
    const signals = { signal: controllers.signal.signal, stop: controllers.stop.signal };
    void ask('a');
    const waiting = ask('bc', signals);
    const last = ask('d');
    await settled();
    controllers[by].abort(new Error('interrupted'));
    for (const one of waiting) await assert.rejects(one, /interrupted/);
    await end('a');
    assert.equal(begun(), 'ad');
    await end('d');
    assert.equal((await last[0])?.text, 'd');
    assert.deepEqual(
      [signals.signal, signals.stop].flatMap((signal) => getEventListeners(signal, 'abort')),
      [],
    );
  });

  test(`after an abort of the ${by} no attempt begins`, async () => {
    const { ask, begun } = limited({});
    const [one] = ask('a', { [by]: AbortSignal.abort(new Error('over')) });
    await assert.rejects(one ?? assert.fail(), /over/);
    assert.equal(begun(), '');
  });
}

test('a stop lets the running attempt end', async () => {
  const { ask, end } = limited({});
  const stop = open();
  const [one] = ask('a', { stop: stop.signal });
  await settled();
  stop.abort(new Error('interrupted'));
  await end('a');
  assert.equal((await one)?.text, 'a');
});

test('attempts that waited leave no listener behind', async () => {
  const { ask, end } = limited({ concurrency: 1 });
  const { signal } = open();
  const stop = open().signal;
  const replies = ask('abc', { signal, stop });
  for (const name of 'abc') {
    await settled();
    await end(name);
  }
  await Promise.all(replies);
  assert.deepEqual([...getEventListeners(signal, 'abort'), ...getEventListeners(stop, 'abort')], []);
});

test('60 requests a minute begin a second apart, even if they arrive together', async () => {
  const { ask, begun, clock } = limited({ rpm: 60 });
  void ask('abc');
  await clock.advance(999);
  assert.equal(begun(), 'a');
  await clock.advance(1);
  assert.equal(begun(), 'ab');
  await clock.advance(1_000);
  assert.equal(begun(), 'abc');
  await clock.advance(250);
  void ask('d');
  await clock.advance(749);
  assert.equal(begun(), 'abc');
  await clock.advance(1);
  assert.equal(begun(), 'abcd');
  await clock.advance(60_000);
  void ask('e');
  await settled();
  assert.equal(begun(), 'abcde');
});

test('the tokens of the first reply set the pace of the waiting attempts', async () => {
  const { ask, begun, clock, manual } = limited({ tpm: 60 });
  void ask('abc');
  await clock.advance(500);
  assert.equal(begun(), 'a', 'a request of at most one token is charged one second');
  manual.finish('a', 3);
  await clock.advance(2_499);
  assert.equal(begun(), 'a', 'three tokens take three seconds');
  await clock.advance(1);
  assert.equal(begun(), 'ab');
  await clock.advance(2_999);
  assert.equal(begun(), 'ab', 'the next one is taken to cost three as well');
  await clock.advance(1);
  assert.equal(begun(), 'abc');
});

test('no attempt overtakes the waiting ones, even if their timer is late', async () => {
  const { ask, begun, clock } = limited({ rpm: 60 });
  void ask('ab');
  await settled();
  clock.oversleep(1_500);
  void ask('c');
  await settled();
  assert.equal(begun(), 'ab');
  await clock.advance(1_000);
  assert.equal(begun(), 'abc');
});

test('a retry-after for one attempt pauses all waiting attempts', async () => {
  const { ask, endBusy, begun, clock } = limited({ concurrency: 8 });
  void ask('abcdefgh');
  await settled();
  await endBusy('a', 700);
  void ask('ij');
  await clock.advance(699);
  assert.equal(begun(), 'abcdefgh');
  for (const name of 'bcdefgh') await endBusy(name);
  await clock.advance(1);
  assert.equal(begun(), 'abcdefghij');
});

test('a retry-after above the maximum pauses no other attempt', async () => {
  const { ask, endBusy, begun } = limited({ concurrency: 2 });
  void ask('ab');
  await settled();
  await endBusy('a', 60_001);
  await endBusy('b');
  void ask('c');
  await settled();
  assert.equal(begun(), 'abc');
});

test('a busy provider gets half as many attempts, and one more after as many answers', async () => {
  const { ask, end, endBusy, begun } = limited({ concurrency: 4 });
  void ask('abcdefghijk');
  await settled();
  assert.equal(begun(), 'abcd');
  await endBusy('a');
  await endBusy('b');
  assert.equal(begun(), 'abcd', 'two of four are left, and both are taken');
  await end('c');
  assert.equal(begun(), 'abcde');
  await end('d');
  assert.equal(begun(), 'abcdefg', 'two answers came, so there are three places');
  await end('efg');
  assert.equal(begun(), 'abcdefghijk', 'three more, so there are four');
});

test('all waiting attempts share one timer, and no timer is left without them', async () => {
  const { ask, clock } = limited({ rpm: 60 });
  const controller = open();
  void ask('a');
  void ask('bcdefgh', { signal: controller.signal });
  await settled();
  assert.equal(clock.asleep(), 1);
  controller.abort(new Error('interrupted'));
  await settled();
  assert.equal(clock.asleep(), 0);
});

test('a thousand attempts that wait for few places begin in the order of their arrival', async () => {
  const { clock, manual, ask, endBusy } = limited({ concurrency: 3 });
  const names = Array.from({ length: 1_000 }, (_, at) => String.fromCodePoint(0x4e00 + at));
  void ask(names.join(''));
  await settled();
  for (let at = 0; at < names.length; at++) {
    const name = manual.begun[at] ?? assert.fail(`nobody follows number ${at}`);
    if (at % 7 === 0) await endBusy(name, 20);
    else manual.finish(name);
    await clock.advance(100);
  }
  assert.deepEqual(manual.begun, names);
});

test('an absurd token count delays the next attempt by at most a minute', async () => {
  const { ask, begun, clock, manual } = limited({ tpm: 1000 });
  void ask('ab');
  await settled();
  manual.finish('a', 9e15);
  await clock.advance(59_999);
  assert.equal(begun(), 'a');
  await clock.advance(1);
  assert.equal(begun(), 'ab');
});

test('the first requests are charged for tools, settings and files', () => {
  const request = { provider: 'p', model: 'm', messages: [{ role: 'user', content: 'Look' }], max_tokens: 10 } as const;
  const charged = (more: Partial<ModelRequest>) =>
    new Pace({ rpm: undefined, tpm: 100 }).begin({ ...request, ...more }, 0);
  const file = { media_type: 'image/png', sha256: 'a', bytes: 17 } as const;
  const plain = charged({});
  assert.equal(plain, 11);
  assert.equal(
    charged({ messages: [{ role: 'user', content: 'Look', parts: [{ text: 'Look' }, { file }] }] }),
    plain + mostTokensOfImage,
  );
  const options = { tools: [{ name: 'search', description: 'x'.repeat(400), input_schema: {} }] };
  const ofTools = charged({ options }) - plain;
  assert.ok(ofTools > tokensAdded + 100 && ofTools < tokensAdded + 150, `${ofTools}`);
  assert.ok(charged({ options: { stop: ['x'.repeat(400)] } }) > plain + 100);
});

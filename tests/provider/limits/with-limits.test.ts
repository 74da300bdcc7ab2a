import assert from 'node:assert/strict';
import test from 'node:test';
import type { Reply } from '#model/exchange.js';
import { type Limits, withLimits } from '#provider/limits/with-limits.js';
import type { Provider } from '#provider/provider.js';
import { createScripted } from '#provider/scripted.js';

const ask = (model: string) => ({ provider: 'p', model, messages: [], max_tokens: 1 });
const options = { signal: new AbortController().signal, timeout_s: 9 };
const still: Limits = { concurrency: 2, rpm: undefined, now: () => 0, sleep: async () => {} };

/** A provider whose answers are given by hand: `begun` holds the models asked for, `finish` answers one. */
function manual() {
  const begun: string[] = [];
  const waiting = new Map<string, { resolve: (reply: Reply) => void; reject: (error: Error) => void }>();
  const provider: Provider = {
    name: 'manual',
    send: ({ model }) => {
      begun.push(model);
      return new Promise((resolve, reject) => waiting.set(model, { resolve, reject }));
    },
  };
  const reply = (model: string): Reply => ({
    text: model,
    stop: 'end',
    usage: { input_tokens: 1, output_tokens: 1 },
    latency_s: 0,
    model,
  });
  return {
    provider,
    begun,
    finish: (model: string) => waiting.get(model)?.resolve(reply(model)),
    fail: (model: string) => waiting.get(model)?.reject(new Error(`${model} failed`)),
  };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('no more attempts are in hand than allowed, and those who wait go first come first served', async () => {
  const { provider, begun, finish } = manual();
  const limited = withLimits(provider, still);
  const replies = ['a', 'b', 'c', 'd'].map((model) => limited.send(ask(model), options));
  await settle();
  assert.deepEqual(begun, ['a', 'b']);
  finish('b');
  await settle();
  assert.deepEqual(begun, ['a', 'b', 'c']);
  finish('a');
  finish('c');
  await settle();
  assert.deepEqual(begun, ['a', 'b', 'c', 'd']);
  finish('d');
  assert.deepEqual(
    (await Promise.all(replies)).map(({ text }) => text),
    ['a', 'b', 'c', 'd'],
  );
});

test('an attempt that fails gives its place back', async () => {
  const { provider, begun, fail, finish } = manual();
  const limited = withLimits(provider, { ...still, concurrency: 1 });
  const first = limited.send(ask('a'), options);
  const second = limited.send(ask('b'), options);
  await settle();
  fail('a');
  await assert.rejects(first, /a failed/);
  await settle();
  assert.deepEqual(begun, ['a', 'b']);
  finish('b');
  assert.equal((await second).text, 'b');
});

test('whoever aborts while waiting leaves the queue', async () => {
  const { provider, begun, finish } = manual();
  const limited = withLimits(provider, { ...still, concurrency: 1 });
  const controller = new AbortController();
  const first = limited.send(ask('a'), options);
  const second = limited.send(ask('b'), { ...options, signal: controller.signal });
  const third = limited.send(ask('c'), options);
  await settle();
  controller.abort(new Error('interrupted'));
  await assert.rejects(second, /interrupted/);
  finish('a');
  await first;
  await settle();
  assert.deepEqual(begun, ['a', 'c']);
  finish('c');
  await third;
});

test('60 requests a minute begin a second apart', async () => {
  let clock = 1_000;
  const waits: number[] = [];
  const sleep = async (ms: number) => {
    waits.push(ms);
    clock += ms;
  };
  const provider = withLimits(
    createScripted(() => 'x'),
    { concurrency: 1, rpm: 60, now: () => clock, sleep },
  );
  for (const model of ['a', 'b', 'c']) await provider.send(ask(model), options);
  assert.deepEqual(waits, [1_000, 1_000]);
  clock += 250;
  await provider.send(ask('d'), options);
  assert.deepEqual(waits, [1_000, 1_000, 750]);
  clock += 60_000;
  await provider.send(ask('e'), options);
  assert.equal(waits.length, 3);
});

test('attempts that come together are spaced as well', async () => {
  const waits: number[] = [];
  const sleep = async (ms: number) => void waits.push(ms);
  const provider = withLimits(
    createScripted(() => 'x'),
    { concurrency: 9, rpm: 120, now: () => 0, sleep },
  );
  await Promise.all(['a', 'b', 'c'].map((model) => provider.send(ask(model), options)));
  assert.deepEqual(waits, [500, 1_000]);
});

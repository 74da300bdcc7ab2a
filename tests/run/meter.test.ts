import assert from 'node:assert/strict';
import test from 'node:test';
import type { Call, ReplySource, StoredReply } from '#model/reply/exchange.js';
import { meter } from '#run/collect/meter.js';

interface Given {
  readonly key: string;
  readonly source?: ReplySource;
  readonly ts?: string;
  readonly tokens?: number | null;
  readonly latency?: null;
  /** The cost in dollars that the reply reports. */
  readonly cost?: number;
}

const call = { request: { model: 'm' } } as Call;

async function totalsOf(given: readonly Given[], prices = { m: { input: 1, output: 2 } }) {
  const queue = [...given];
  const ask = async (): Promise<StoredReply> => {
    const {
      key,
      source = 'model',
      ts = '2026-01-01T00:00:00Z',
      tokens = 1_000_000,
      latency = 1,
      cost,
    } = queue.shift() ?? assert.fail();
    const usage = { input_tokens: tokens, output_tokens: tokens, ...(cost !== undefined && { cost_usd: cost }) };
    const draw = { trial: 0, turn: 0, vote: 0, attempt: 0 };
    const reply = { text: 'x', stop: 'end', usage, latency_s: latency, model: 'm' } as const;
    return { key, case: 'a', role: 'subject', draw, source, ts, reply };
  };
  const metered = meter(ask, prices);
  for (const _ of given) await metered.ask(call);
  return metered.totals();
}

test('a reply that is requested twice is counted once', async () => {
  const totals = await totalsOf([{ key: 'a' }, { key: 'a' }, { key: 'b' }]);
  assert.deepEqual(totals.replies, { model: 2, recorded: 0, synthetic: 0 });
  assert.equal(totals.cost_usd, 6);
});

test('stored replies cost nothing, and their tokens count', async () => {
  const totals = await totalsOf([
    { key: 'a', source: 'recorded' },
    { key: 'b', source: 'synthetic' },
  ]);
  assert.equal(totals.cost_usd, 0);
  assert.equal(totals.usage.input_tokens, 2_000_000);
});

test('replies from batches cost half, and are counted separately', async () => {
  const { cost_usd, usage } = await totalsOf([{ key: 'a' }, { key: 'b', latency: null }]);
  assert.equal(cost_usd, 4.5);
  assert.equal(usage.batch_replies, 1);
  assert.equal('batch_replies' in (await totalsOf([{ key: 'a' }])).usage, false);
});

test('a cost that a program reports replaces the one by prices, and is known without tokens', async () => {
  const totals = await totalsOf([
    { key: 'a', tokens: null, cost: 0.1 },
    { key: 'b', cost: 0.2 },
    { key: 'c', tokens: 1_000_000 },
    { key: 'd', source: 'recorded', cost: 9 },
  ]);
  assert.equal(totals.cost_usd, 3.3);
});

test('a cost is rounded to the precision of token prices', async () => {
  const prices = { m: { input: 0.1, output: 0.2 } };
  assert.equal((await totalsOf([{ key: 'a', tokens: 1_000_000 }], prices)).cost_usd, 0.3);
});

test('an unknown cost is null and stays null', async () => {
  assert.equal((await totalsOf([{ key: 'a', tokens: null }, { key: 'b' }])).cost_usd, null);
  assert.equal((await totalsOf([{ key: 'a' }], {} as never)).cost_usd, null);
});

test('the oldest reply is found by time, not by text', async () => {
  const given = [
    { key: 'a', ts: '2026-01-01T00:00:00.500Z' },
    { key: 'b', ts: '2026-01-01T00:00:00Z' },
    { key: 'c', ts: '2026-01-02T00:00:00Z' },
  ];
  assert.equal((await totalsOf(given)).oldest_reply, '2026-01-01T00:00:00Z');
  assert.equal((await totalsOf([])).oldest_reply, null);
});

const prices = { m: { input: 1, output: 2 } };
const usage = { input_tokens: 1_000_000, output_tokens: 1_000_000 };

function storedAs(key: string): StoredReply {
  const draw = { trial: 0, turn: 0, vote: 0, attempt: 0 };
  const reply = { text: 'x', stop: 'end', usage, latency_s: 1, model: 'm' } as const;
  return { key, case: 'a', role: 'rubric', draw, source: 'model', ts: '2026-01-01T00:00:00.000Z', reply };
}

test('replies from before the run count once', async () => {
  const metered = meter(async () => storedAs('a'), prices, [{ stored: storedAs('a'), model: 'm' }]);
  assert.deepEqual([metered.totals().cost_usd, metered.totals().replies.model], [3, 1]);
  await metered.ask(call);
  assert.deepEqual([metered.totals().cost_usd, metered.totals().replies.model], [3, 1]);
});

test('a response of an application counts as a reply, without cost', async () => {
  const metered = meter(async () => storedAs('a'), prices);
  await metered.ask({ ...call, answer: async () => storedAs('a').reply } as Call);
  const { replies, usage: tokens, cost_usd } = metered.totals();
  assert.deepEqual([replies.model, tokens.replies, tokens.input_tokens, cost_usd], [1, 0, 0, 0]);
});

test('a sum of costs does not depend on the order of the replies', () => {
  const odd = { m: { input: 0.1, output: 0.7 }, n: { input: 0.3, output: 1.1 } };
  const given = [3, 7, 11, 13, 17, 19].map((tokens, at) => ({
    stored: {
      ...storedAs(`${at}`),
      reply: { ...storedAs('').reply, usage: { input_tokens: tokens, output_tokens: tokens } },
    },
    model: at % 2 === 0 ? 'm' : 'n',
  }));
  const costOf = (replies: typeof given) => meter(async () => storedAs(''), odd, replies).totals().cost_usd;
  // 31 tokens of m at 0.8 and 39 of n at 1.4, per million.
  assert.equal(costOf(given), 0.0000794);
  assert.equal(costOf([...given].reverse()), 0.0000794);
});

test('a reply without latency is from a batch and costs half', () => {
  const { reply, ...stored } = storedAs('a');
  const batched = { stored: { ...stored, key: 'b', reply: { ...reply, latency_s: null } }, model: 'm' };
  const metered = meter(async () => storedAs('a'), prices, [{ stored: storedAs('a'), model: 'm' }, batched]);
  assert.equal(metered.totals().cost_usd, 3 + 1.5);
});

test('replies of servers, programs and applications, and those after a failed attempt, are counted by name', async () => {
  const reply = { text: '', stop: 'end', usage: {}, latency_s: 1, model: 'm', retries: 2 };
  const given = [
    { key: 'a', model: 'm', server: 'http://a', reply },
    { key: 'b', model: 'm', program: 'bot.mjs', reply },
    { key: 'c', program: 'app.mjs', reply: { ...reply, retries: undefined } },
    { key: 'd', program: 'app.mjs', reply: { ...reply, retries: undefined } },
  ].map((one) => ({ source: 'model', ts: '2026-01-01T00:00:00Z', ...one }) as unknown as StoredReply);
  const metered = meter(async () => given.shift() ?? assert.fail(), {});
  while (given.length > 0) await metered.ask(call);
  const { servers, programs, applications, retried } = metered.sources();
  assert.deepEqual(servers, [{ name: 'http://a', replies: 1 }]);
  assert.deepEqual(programs, [{ name: 'bot.mjs', replies: 1 }]);
  assert.deepEqual(applications, [{ name: 'app.mjs', replies: 2 }]);
  assert.equal(retried, 2);
});

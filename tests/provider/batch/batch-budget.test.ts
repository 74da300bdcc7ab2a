import assert from 'node:assert/strict';
import test from 'node:test';
import { noReplyTexts } from '#model/reply/no-reply.js';
import { NoReply } from '#provider/provider.js';
import type { FakeBatchesApi } from '../../support/fake-batches-api.js';
import { names, openWorld, type Process } from './batch-world.js';

// A request may cost 64 x $100 per million in a batch at half the price, $0.0032; its reply has 7 tokens and costs $0.00035.
const sizes = ({ batches }: FakeBatchesApi) => batches.map(({ requests }) => requests.length);

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds(); tries++) {
    assert.ok(tries < 1_000, 'it takes too long');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

test('a budget splits calls into batches of as many as fit', async (t) => {
  const { server, start } = await openWorld(t, { budget: { max_cost_usd: 0.032 } });
  await start().askAll(names(25));
  // After 10 replies $0.0285 are left, room for 8; after 18 $0.0257, room for the last 7.
  assert.deepEqual(sizes(server), [10, 8, 7]);
});

test('calls that do not fit beside a running batch wait for its end and go together', async (t) => {
  const { server, start } = await openWorld(t, { budget: { max_cost_usd: 0.032 }, polls: 20 });
  const run = start();
  const first = run.askAll(names(9));
  await until(() => server.batches.length === 1);
  await Promise.all([first, run.ask('one'), run.ask('two'), run.ask('three')]);
  assert.deepEqual(sizes(server), [9, 3]);
});

test('calls that fit beside a running batch do not wait', async (t) => {
  const { server, start } = await openWorld(t, { budget: { max_cost_usd: 0.032 }, polls: Number.POSITIVE_INFINITY });
  const run = start();
  run.askAll(names(7)).catch(() => {});
  await until(() => server.batches.length === 1);
  run.askAll(names(3, 'more')).catch(() => {});
  await until(() => server.batches.length === 2);
  assert.deepEqual(sizes(server), [7, 3]);
});

test('calls that fit do not wait if an earlier batch answered all others', async (t) => {
  const { server, start } = await openWorld(t, { polls: Number.POSITIVE_INFINITY });
  const killed = start();
  killed.askAll(names(2)).catch(() => {});
  await until(() => server.calls.retrieve > 2);
  killed.kill();
  for (const batch of server.batches) batch.polls = 1;
  const resumed = start();
  await resumed.ask('call 0');
  resumed.ask('at the provider').catch(() => {});
  await until(() => server.batches.length === 2);
  await resumed.ask('call 1');
  await new Promise((resolve) => setTimeout(resolve, 50)); // the sender has nothing to send and becomes idle
  resumed.ask('later').catch(() => {});
  await until(() => server.batches.length === 3);
  assert.deepEqual(sizes(server), [2, 1, 1]);
});

/** Returns the number of answered calls and the messages of the refused ones. */
async function outcomes(run: Process, calls: readonly string[]) {
  const settled = await Promise.allSettled(calls.map(run.ask));
  const refused = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  for (const reason of refused) assert.ok(reason instanceof NoReply && reason.why === 'budget', String(reason));
  return { answered: settled.length - refused.length, why: [...new Set(refused.map(({ message }) => message))] };
}

test('calls beyond the budget are refused once no call is unfinished', async (t) => {
  const { server, start } = await openWorld(t, { budget: { max_calls: 4 } });
  const why = [noReplyTexts.max_calls({ limit: 4 })];
  assert.deepEqual(await outcomes(start(), names(6)), { answered: 4, why });
  assert.deepEqual(sizes(server), [4]);
});

test('a resumed run counts the requests of running batches and does not exceed its budget', async (t) => {
  const { server, start } = await openWorld(t, { budget: { max_calls: 4 }, polls: Number.POSITIVE_INFINITY });
  const killed = start();
  killed.askAll(names(6)).catch(() => {});
  await until(() => server.calls.retrieve > 2);
  killed.kill();
  for (const batch of server.batches) batch.polls = 1;
  // The submitted ones come last.
  assert.deepEqual((await outcomes(start(), [...names(6)].reverse())).answered, 4);
  assert.deepEqual(sizes(server), [4]);
});

test('the cost of a running batch stays reserved while its results are fetched', async (t) => {
  const { server, start } = await openWorld(t, { budget: { max_calls: 4 }, polls: Number.POSITIVE_INFINITY });
  const killed = start();
  killed.askAll(names(4)).catch(() => {});
  await until(() => server.calls.retrieve > 2);
  killed.kill();
  const resumed = start();
  const looks = server.calls.retrieve;
  const fetched = resumed.askAll(names(4));
  await until(() => server.calls.retrieve > looks + 1); // one poll may be the last of the killed process
  const direct = assert.rejects(resumed.admitDirect('by the way'), { message: noReplyTexts.max_calls({ limit: 4 }) });
  for (const batch of server.batches) batch.polls = 1;
  assert.equal((await fetched).length, 4);
  await direct;
});

test('a request that the provider could not answer is sent again, and cost nothing', async (t) => {
  const outcome = (_: string, earlier: number) => (earlier === 0 ? 'expired' : 'succeeded');
  const { server, start } = await openWorld(t, { budget: { max_calls: 4 }, outcome });
  assert.equal((await outcomes(start(), names(4))).answered, 4);
  assert.deepEqual(sizes(server), [4, 4]);
});

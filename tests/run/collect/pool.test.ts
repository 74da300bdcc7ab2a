import assert from 'node:assert/strict';
import test from 'node:test';
import { inParallel } from '#run/collect/pool.js';

function oneByOne(...jobs: readonly number[]): () => number | undefined {
  const left = [...jobs];
  return () => left.shift();
}

/** Signals that are never aborted. */
const noEnd = { stop: new AbortController().signal, onFailure: assert.fail };

test('a pool runs all jobs in order and within its limit', async () => {
  const started: number[] = [];
  let inHand = 0;
  let most = 0;
  await inParallel([{ take: oneByOne(1, 2, 3, 4, 5, 6, 7), limit: 3 }], noEnd, async (job) => {
    started.push(job);
    most = Math.max(most, ++inHand);
    await new Promise(setImmediate);
    inHand -= 1;
  });
  assert.deepEqual(started, [1, 2, 3, 4, 5, 6, 7]);
  assert.equal(most, 3);
});

test('the first error stops new jobs, is reported at once, and is thrown after the running ones have settled', async () => {
  const started: number[] = [];
  const settled: number[] = [];
  let told = 0;
  const work = async (job: number) => {
    started.push(job);
    await new Promise(setImmediate);
    if (job === 2) throw new Error('no');
    await new Promise(setImmediate);
    settled.push(job);
  };
  await assert.rejects(
    inParallel([{ take: oneByOne(1, 2, 3, 4, 5), limit: 2 }], { ...noEnd, onFailure: () => told++ }, work),
    /no/,
  );
  assert.deepEqual(started, [1, 2]);
  assert.deepEqual(settled, [1]);
  assert.equal(told, 1);
});

test('a pool asks for further jobs after each job', async () => {
  const started: number[] = [];
  const wanted = [1];
  await inParallel([{ take: () => wanted.shift(), limit: 3 }], noEnd, async (job) => {
    started.push(job);
    await new Promise(setImmediate);
    if (job < 4) wanted.push(job * 2, job * 2 + 1);
  });
  assert.deepEqual(started, [1, 2, 3, 4, 5, 6, 7]);
});

test('a pool without a job ends', async () => {
  await inParallel([{ take: oneByOne(), limit: 3 }], noEnd, async () => assert.fail());
});

test('a stop lets the running jobs end, starts no further one, and is not a failure', async () => {
  const started: number[] = [];
  const settled: number[] = [];
  const controller = new AbortController();
  const reason = new Error('stopped');
  const work = async (job: number) => {
    started.push(job);
    await new Promise(setImmediate);
    if (job === 1) controller.abort(reason);
    if (job === 2) controller.signal.throwIfAborted();
    await new Promise(setImmediate);
    settled.push(job);
  };
  const ends = { stop: controller.signal, onFailure: assert.fail };
  await assert.rejects(inParallel([{ take: oneByOne(1, 2, 3, 4, 5), limit: 3 }], ends, work), reason);
  assert.deepEqual(started, [1, 2, 3]);
  assert.deepEqual(settled.sort(), [1, 3]);
});

test('an error after a stop is thrown instead of it', async () => {
  const controller = new AbortController();
  const work = async () => {
    controller.abort(new Error('stopped'));
    throw new Error('the disk is full');
  };
  let told = 0;
  const ends = { stop: controller.signal, onFailure: () => told++ };
  await assert.rejects(inParallel([{ take: oneByOne(1, 2), limit: 1 }], ends, work), /the disk is full/);
  assert.equal(told, 1);
});

test('lanes run concurrently, each with its own limit', async () => {
  const most = new Map<string, number>();
  const inHand = new Map<string, number>();
  const count = (name: string, by: number) => inHand.set(name, (inHand.get(name) ?? 0) + by).get(name) ?? 0;
  const jobs = (name: string) => Array.from({ length: 9 }, () => name);
  const [wide, narrow] = [jobs('wide'), jobs('narrow')];
  const lanes = [
    { take: () => wide.shift(), limit: 7 },
    { take: () => narrow.shift(), limit: 2 },
  ];
  await inParallel(lanes, noEnd, async (name) => {
    most.set(name, Math.max(most.get(name) ?? 0, count(name, 1)));
    await new Promise(setImmediate);
    count(name, -1);
  });
  assert.deepEqual(Object.fromEntries(most), { wide: 7, narrow: 2 });
  assert.deepEqual([wide.length, narrow.length], [0, 0]);
});

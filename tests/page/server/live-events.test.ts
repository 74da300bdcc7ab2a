import assert from 'node:assert/strict';
import test from 'node:test';
import { liveEvents, messageMs } from '#page/server/pages.js';

/** Makes a run that changes at each look, and ends with the last. */
function changing(looks: number) {
  let [seen, closed] = [0, 0];
  return {
    seen: () => seen,
    closed: () => closed,
    read: () => ({ isMore: false, isChanged: ++seen !== 2 }),
    event: () => ({ cases: [], replies: seen, why_missing: null, latest: [], is_ended: seen === looks }),
    isEnded: () => seen >= looks,
    close: () => {
      closed += 1;
    },
  };
}

test('a message is sent only for a change, and a pause lies between any two: at most 4 a second', async () => {
  const run = changing(5);
  const pauses: number[] = [];
  const sleep = async (ms: number) => {
    pauses.push(ms);
  };
  const told: number[] = [];
  for await (const { replies } of liveEvents(run, { sleep }, new AbortController().signal)) told.push(replies);
  assert.deepEqual(told, [1, 3, 4, 5]);
  assert.deepEqual(pauses, [messageMs, messageMs, messageMs, messageMs]);
  assert.ok(1000 / messageMs <= 4);
  assert.equal(run.closed(), 1);
});

test('it ends, and closes the files, once the reader has left', async () => {
  const run = changing(1000);
  const reader = new AbortController();
  const sleep = async () => reader.abort();
  for await (const _ of liveEvents(run, { sleep }, reader.signal)) assert.ok(run.seen() < 3);
  assert.equal(run.closed(), 1);
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { limitConcurrency } from '#model/data/collections.js';

test('work runs in order and within the limit, even if some of it fails', async () => {
  const turn = limitConcurrency(2);
  const started: number[] = [];
  let [inHand, most] = [0, 0];
  const work = (piece: number) => async () => {
    started.push(piece);
    most = Math.max(most, ++inHand);
    await new Promise(setImmediate);
    inHand -= 1;
    if (piece % 2 === 0) throw new Error('no');
    return piece;
  };
  const done = await Promise.allSettled([1, 2, 3, 4, 5].map((piece) => turn(work(piece))));
  assert.deepEqual([started, most], [[1, 2, 3, 4, 5], 2]);
  assert.deepEqual(
    done.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled'],
  );
});

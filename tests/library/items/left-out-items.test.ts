import assert from 'node:assert/strict';
import test from 'node:test';
import type { IndexOptions } from '#library/items/item.js';
import { leftOutItems } from '#library/items/sample.js';
import { indexOf, itemId, written } from './indexed.js';

const rows = 'id,text,split,group\nd1,a,test,x\nd2,b,dev,x\nd3,c,test,x\nd4,d,,x\n';

/** Returns the conditions and the line of each item that is left out, by its id. */
function leftOut(options: Partial<IndexOptions>, ...ids: readonly string[]) {
  const found = leftOutItems(indexOf(written(rows), options), ids);
  return Object.fromEntries([...found].map(([id, { conditions, at }]) => [id, [conditions, at.line]]));
}

test('an item is left out by each condition that it does not meet', () => {
  const options = { id: 'id', where: { split: ['test', 'dev'] }, unless: { split: ['dev', ''] } };
  assert.deepEqual(leftOut(options, 'd2', 'd4', 'd9'), {
    d2: [['split is not dev or empty'], 3],
    d4: [['split = test or dev', 'split is not dev or empty'], 5],
  });
});

test('an item without an id of its own is found by the digest of its inputs', () => {
  const id = itemId({ text: 'b' });
  assert.deepEqual(leftOut({ where: { split: ['test'] } }, id), { [id]: [['split = test'], 3] });
});

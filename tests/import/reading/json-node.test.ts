import assert from 'node:assert/strict';
import test from 'node:test';
import type { ConfigNode } from '#import/config-node.js';
import { nodeInJson } from '#import/reading/documents.js';
import { placedText } from '#library/source/place.js';

const spot = (node: ConfigNode | undefined, on: 'key' | 'value' = 'value') => {
  const { line, column, length } = node?.place(on) ?? {};
  return [line, column, length];
};

test('each value of a JSON text has its place, and so has its key', () => {
  const value = { a: [1, 'x"]}', { b: null }], 'c d': {}, e: [[], true] };
  const root = nodeInJson(placedText(`\n${JSON.stringify(value, null, 1)}`, 'x.json'), value);
  assert.deepEqual(spot(root), [2, 1, 1]);
  assert.deepEqual(spot(root.child('a')), [3, 7, 1]);
  assert.deepEqual(spot(root.child('a')?.child(0)), [4, 3, 1]);
  assert.deepEqual(spot(root.child('a')?.child(1)), [5, 3, 7]);
  assert.deepEqual(spot(root.child('a')?.child(2)?.child('b')), [7, 9, 4]);
  assert.deepEqual(spot(root.child('a')?.child(2)?.child('b'), 'key'), [7, 4, 3]);
  assert.deepEqual(spot(root.child('e')?.child(1)), [13, 3, 4]);
  assert.equal(root.child('f'), undefined);
  assert.equal(root.child('a')?.child(3), undefined);
});

test('values of one line differ in their columns', () => {
  const value = [{ type: 'is-sql' }, { type: 'is-sql' }];
  const root = nodeInJson(placedText(JSON.stringify(value), 'x.json'), value);
  assert.deepEqual(
    [0, 1].map((at) => spot(root.child(at)?.child('type'))),
    [
      [1, 10, 8],
      [1, 28, 8],
    ],
  );
});

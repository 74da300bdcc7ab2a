import assert from 'node:assert/strict';
import test from 'node:test';
import { uniqueBy } from '#model/data/collections.js';

test('the first of the items with equal keys stays, in its place', () => {
  assert.deepEqual(
    uniqueBy(['b1', 'a1', 'b2', '__proto__', 'a2', '__proto__'], (item) => item.charAt(0)),
    ['b1', 'a1', '__proto__'],
  );
  assert.deepEqual(uniqueBy([], String), []);
});

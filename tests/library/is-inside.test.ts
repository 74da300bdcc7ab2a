import assert from 'node:assert/strict';
import test from 'node:test';
import { isInside } from '#library/source/inside-root.js';

const table: readonly [outer: string, inner: string, inside: boolean][] = [
  ['/a/b', '/a/b', true],
  ['/a/b', '/a/b/c', true],
  ['/a/b', '/a/b/..c', true],
  ['/', '/a', true],
  ['/a/b', '/a', false],
  ['/a/b', '/a/bc', false],
  ['/a/b', '/c', false],
];

for (const [outer, inner, inside] of table) {
  test(`${inner} lies ${inside ? 'in' : 'not in'} ${outer}`, () => assert.equal(isInside(outer, inner), inside));
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DigestMap, sha256 } from '#model/data/digest.js';

test('a map of digests returns what a Map returns', () => {
  const [map, expected] = [new DigestMap(), new Map<string, number>()];
  const keys = Array.from({ length: 5000 }, (_, number) =>
    number % 100 === 0 ? `key ${number}` : sha256(`${number}`),
  );
  for (const [number, key] of [...keys, ...keys.slice(0, 1000)].entries()) {
    map.set(key, number * 1e9);
    expected.set(key, number * 1e9);
  }
  assert.equal(map.size, expected.size);
  for (const key of [...keys, 'no key', sha256('no key'), '']) {
    assert.equal(map.get(key), expected.get(key));
    assert.equal(map.has(key), expected.has(key));
  }
});

test('a map of digests keeps a number of 0, and digests that differ in their last digit', () => {
  const map = new DigestMap();
  const digests = Array.from('0123456789abcdef', (digit) => `${'0'.repeat(63)}${digit}`);
  for (const [number, digest] of digests.entries()) map.set(digest, number);
  assert.deepEqual(
    digests.map((digest) => map.get(digest)),
    digests.map((_, number) => number),
  );
});

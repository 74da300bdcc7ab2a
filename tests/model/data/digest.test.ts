import assert from 'node:assert/strict';
import test from 'node:test';
import { compactKey, sha256 } from '#model/data/digest.js';

test('a digest becomes 16 characters, and any other key stays unchanged', () => {
  assert.equal(compactKey(`${'0'.repeat(60)}41ff`), `${'\0'.repeat(14)}Aÿ`);
  assert.deepEqual(['a', 'G'.repeat(64), ''].map(compactKey), ['a', 'G'.repeat(64), '']);
});

test('100,000 digests have different compact keys', () => {
  assert.equal(new Set(Array.from({ length: 100_000 }, (_, at) => compactKey(sha256(`${at}`)))).size, 100_000);
});

import assert from 'node:assert/strict';
import { mkdirSync, truncateSync } from 'node:fs';
import test from 'node:test';
import type { FileSource } from '#library/items/item-source.js';
import { indexed, inShort, written } from './indexed.js';

function problemsOf(source: FileSource): readonly string[] {
  return inShort(indexed(source, { where: { text: ['b'] } }).problems);
}

test('a file above its limit is refused before it is read', () => {
  const limits = { csv: 2 * 1024 ** 3, jsonl: 2 * 1024 ** 3, json: 64 * 1024 ** 2 };
  for (const [format, limit] of Object.entries(limits)) {
    const source = written('', format as FileSource['format']);
    truncateSync(source.path, limit + 1);
    assert.deepEqual(problemsOf(source), ['EVA_DATA_LARGE:file -:-+-'], format);
  }
});

test('more than a million items are refused at the first that is too many', () => {
  assert.deepEqual(problemsOf(written(`text\n${'a\n'.repeat(1_000_001)}`)), ['EVA_DATA_LARGE:items 1000002:1+1']);
});

test('only a regular file that is there is read', () => {
  const source = written('');
  assert.deepEqual(problemsOf({ ...source, path: `${source.path}.gone` }), ['EVA_NO_FILE:opened -:-+-']);
  mkdirSync(`${source.path}.folder`);
  assert.deepEqual(problemsOf({ ...source, path: `${source.path}.folder` }), ['EVA_NOT_A_FILE:opened -:-+-']);
});

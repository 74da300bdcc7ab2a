import assert from 'node:assert/strict';
import test from 'node:test';
import { openConfigFolder } from '#import/folder.js';
import { tempLibrary } from '../support/temp-library.js';

const at = { file: 'promptfooconfig.yaml', line: 3 };

test('files together above 200 MB are refused', (t) => {
  const text = 'x'.repeat(20 * 1024 * 1024);
  const names = Array.from({ length: 11 }, (_, index) => `${index}.csv`);
  const folder = openConfigFolder(tempLibrary(t, Object.fromEntries(names.map((name) => [name, text]))));
  const read = names.map((name) => folder.text(name, at).value !== null);
  assert.deepEqual(read, [...Array(10).fill(true), false]);
  assert.equal(folder.text('0.csv', at).value?.length, text.length);
});

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { readDocument, readingOnce } from '#library/source/document.js';
import { tempLibrary } from '../support/temp-library.js';

const file = 'eva.yml';

test('a document is read once during the work, and again after it', (t) => {
  const root = tempLibrary(t, { [file]: 'concurrency: 1\n' });
  const read = () => readDocument(root, 'eva-config', [file]).value?.value;
  const write = (concurrency: number) => writeFileSync(join(root, file), `concurrency: ${concurrency}\n`);
  const during = readingOnce(() => {
    const first = read();
    write(2);
    return [first, readingOnce(read), read()];
  });
  assert.deepEqual(during, [{ concurrency: 1 }, { concurrency: 1 }, { concurrency: 1 }]);
  assert.deepEqual(read(), { concurrency: 2 });
});

test('a document is read again after work that failed', (t) => {
  const root = tempLibrary(t, { [file]: 'concurrency: 1\n' });
  const read = () => readDocument(root, 'eva-config', [file]).value?.value;
  const fails = () =>
    readingOnce(() => {
      read();
      throw new Error('no');
    });
  assert.throws(fails, /no/);
  writeFileSync(join(root, file), 'concurrency: 2\n');
  assert.deepEqual(read(), { concurrency: 2 });
});

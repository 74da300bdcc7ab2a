import assert from 'node:assert/strict';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { LineTail } from '#store/run/run-tail.js';
import { tempLibrary } from '../../support/temp-library.js';

const texts = ({ lines }: { readonly lines: readonly Buffer[] }) => lines.map(String);

test('lines are read once they are whole, and again after the file was emptied', (t) => {
  const path = join(tempLibrary(t, {}), 'trials.jsonl');
  const tail = new LineTail(path);
  t.after(() => tail.close());
  assert.deepEqual(texts(tail.read()), []);
  writeFileSync(path, 'one\ntw');
  assert.deepEqual(texts(tail.read()), ['one']);
  assert.deepEqual(texts(tail.read()), []);
  appendFileSync(path, 'o\nthree\n');
  assert.deepEqual(texts(tail.read()), ['two', 'three']);
  writeFileSync(path, 'new\n');
  const { isRestarted, ...again } = tail.read();
  assert.equal(isRestarted, true);
  assert.deepEqual(texts({ lines: again.lines }), ['new']);
});

test('a line that is longer than one part of the file is read whole', (t) => {
  const path = join(tempLibrary(t, {}), 'trials.jsonl');
  const long = 'x'.repeat(9 * 1024 * 1024);
  writeFileSync(path, `first\n${long}\nlast\n`);
  const tail = new LineTail(path);
  t.after(() => tail.close());
  const lengths: number[] = [];
  for (let isMore = true; isMore; ) {
    const part = tail.read();
    lengths.push(...part.lines.map(({ length }) => length));
    isMore = part.isMore;
  }
  assert.deepEqual(lengths, [5, long.length, 4]);
});

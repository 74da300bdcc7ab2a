import assert from 'node:assert/strict';
import { closeSync, constants, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { LineWriter } from '#store/files/line-writer.js';
import { problemOf } from '../../support/error-of.js';
import { tempLibrary } from '../../support/temp-library.js';

test('a write returns the offset of its line, also after a truncated last line', (t) => {
  const path = join(tempLibrary(t, { 'a.jsonl': '{"a":1}' }), 'a.jsonl');
  const file = new LineWriter(path, 0);
  assert.deepEqual(file.write({ b: 2 }), { start: 8, bytes: 8 });
  assert.deepEqual(file.write({ é: 3 }), { start: 16, bytes: 9 });
  file.close();
  assert.equal(readFileSync(path, 'utf8'), '{"a":1}\n{"b":2}\n{"é":3}\n');
});

test('a sync in the background reports a failure at the next write and throws nothing, since nobody could catch it', (t) => {
  const file = new LineWriter(join(tempLibrary(t, {}), 'a.jsonl'), constants.O_CREAT);
  file.write({ a: 1 });
  closeSync(file.fd);
  file.sync();
  assert.throws(
    () => file.write({ a: 2 }),
    ({ cause }: { readonly cause: NodeJS.ErrnoException }) => cause.syscall === 'fstat' && cause.code === 'EBADF',
  );
});

test('a sync notices a deleted file, and the next write reports it', (t) => {
  const path = join(tempLibrary(t, {}), 'a.jsonl');
  const file = new LineWriter(path, constants.O_CREAT);
  file.write({ a: 1 });
  file.sync();
  file.write({ a: 2 });
  rmSync(path);
  file.sync();
  const deleted = {
    code: 'EVA_DISK',
    variant: 'deleted',
    message: `cannot write ${path}: another program deleted the file during the run`,
  };
  for (const next of [() => file.write({ a: 3 }), () => file.syncNow()]) assert.deepEqual(problemOf(next), deleted);
  file.close();
});

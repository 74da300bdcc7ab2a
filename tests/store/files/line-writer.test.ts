import assert from 'node:assert/strict';
import { closeSync, constants, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { LineWriter } from '#store/files/line-writer.js';
import { problemOf, settled } from '../../support/error-of.js';
import { tempLibrary } from '../../support/temp-library.js';

test('a write returns the offset of its line, also after a truncated last line', (t) => {
  const path = join(tempLibrary(t, { 'a.jsonl': '{"a":1}' }), 'a.jsonl');
  const file = new LineWriter(path, 0);
  assert.deepEqual(file.write({ b: 2 }), { start: 8, bytes: 8 });
  assert.deepEqual(file.write({ é: 3 }), { start: 16, bytes: 9 });
  file.close();
  assert.equal(readFileSync(path, 'utf8'), '{"a":1}\n{"b":2}\n{"é":3}\n');
});

test('a failed sync is reported again by the next write, since the disk may have lost a line', async (t) => {
  const file = new LineWriter(join(tempLibrary(t, {}), 'a.jsonl'), constants.O_CREAT);
  file.write({ a: 1 });
  closeSync(file.fd);
  for (const next of [await settled(file.synced()), () => file.write({ a: 2 })])
    assert.throws(
      next,
      ({ cause }: { readonly cause: NodeJS.ErrnoException }) => cause.syscall === 'fstat' && cause.code === 'EBADF',
    );
});

test('a sync notices a deleted file, and the next write reports it', async (t) => {
  const path = join(tempLibrary(t, {}), 'a.jsonl');
  const file = new LineWriter(path, constants.O_CREAT);
  file.write({ a: 1 });
  await file.synced();
  file.write({ a: 2 });
  rmSync(path);
  const deleted = {
    code: 'EVA_DISK',
    variant: 'deleted',
    message: `cannot write ${path}: another program deleted the file during the run`,
  };
  for (const next of [await settled(file.synced()), () => file.write({ a: 3 }), await settled(file.synced())])
    assert.deepEqual(problemOf(next), deleted);
  file.close();
});

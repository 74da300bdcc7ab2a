import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { writeAtomically } from '#store/files/atomic-write.js';
import { appendRow, readRows } from '#store/files/jsonl.js';
import { errorOf } from '../../support/error-of.js';
import { smallDisk } from '../../support/small-disk.js';

test('a full disk is reported, old files stay intact and the log stays readable', (t) => {
  const disk = smallDisk(t, '64k')?.path;
  if (!disk) return t.skip('needs the right to mount');
  const [log, file] = [join(disk, 'log.jsonl'), join(disk, 'file.txt')];
  writeFileSync(file, 'old');
  appendRow(log, { n: 1 });
  const full = errorOf(() => writeAtomically(file, 'x'.repeat(70_000)));
  assert.equal(full.code, 'EVA_DISK');
  assert.ok(full.message.includes(file));
  assert.equal(readFileSync(file, 'utf8'), 'old');
  assert.deepEqual(readdirSync(disk).sort(), ['file.txt', 'log.jsonl']);
  assert.equal(errorOf(() => appendRow(log, { n: 2, filling: 'x'.repeat(65_000) })).code, 'EVA_DISK');
  assert.deepEqual(readRows(log, (value) => ({ value })).rows[0], { line: 1, value: { n: 1 } });
});

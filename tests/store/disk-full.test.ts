import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { writeAtomically } from '#store/atomic-write.js';
import { appendRow, readRows } from '#store/jsonl.js';
import { errorOf } from '../support/error-of.js';

/** A file system of 64 kB, or undefined where this user may not mount one. */
function smallDisk(t: TestContext): string | undefined {
  const dir = mkdtempSync(join(tmpdir(), 'eva-small-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', dir], { stdio: 'ignore' });
  } catch {
    rmdirSync(dir);
    return undefined;
  }
  t.after(() => {
    execFileSync('umount', [dir]);
    rmdirSync(dir);
  });
  return dir;
}

test('a full disk is said in words; old files stay whole and the log stays readable', (t) => {
  const disk = smallDisk(t);
  if (!disk) return t.skip('needs the right to mount');
  const [log, file] = [join(disk, 'log.jsonl'), join(disk, 'file.txt')];
  writeFileSync(file, 'old');
  appendRow(log, { n: 1 });
  const full = errorOf(() => writeAtomically(file, 'x'.repeat(70_000)));
  assert.equal(full.message, `cannot write ${file}: the disk is full`);
  assert.equal(full.hint, 'free some space and run the command again');
  assert.equal(readFileSync(file, 'utf8'), 'old');
  assert.deepEqual(readdirSync(disk).sort(), ['file.txt', 'log.jsonl']);
  assert.equal(errorOf(() => appendRow(log, { n: 2, filling: 'x'.repeat(65_000) })).code, 'EVA_DISK');
  assert.deepEqual(readRows(log, (value) => ({ value })).rows[0], { line: 1, value: { n: 1 } });
});

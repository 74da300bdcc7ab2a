import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { writeAtomically } from '#store/files/atomic-write.js';
import { errorOf } from '../../support/error-of.js';
import { tempLibrary } from '../../support/temp-library.js';

test('a file is replaced by a new one, never by a part of it, and its mode is kept', (t) => {
  const root = tempLibrary(t, { 'a.txt': 'old' });
  const path = join(root, 'a.txt');
  chmodSync(path, 0o640);
  const before = statSync(path).ino;
  writeAtomically(path, 'new');
  assert.equal(readFileSync(path, 'utf8'), 'new');
  assert.notEqual(statSync(path).ino, before);
  assert.equal(statSync(path).mode & 0o7777, 0o640);
  assert.deepEqual(readdirSync(root), ['a.txt']);
});

test('a new file gets the requested mode, whatever the umask', (t) => {
  const root = tempLibrary(t, {});
  writeAtomically(join(root, 'secret'), '', 0o600);
  writeAtomically(join(root, 'plain'), '');
  assert.equal(statSync(join(root, 'secret')).mode & 0o7777, 0o600);
  assert.equal(statSync(join(root, 'plain')).mode & 0o7777, 0o644);
});

test('a read-only file is not replaced', (t) => {
  const root = tempLibrary(t, { 'a.txt': 'old' });
  chmodSync(join(root, 'a.txt'), 0o444);
  const said = errorOf(() => writeAtomically(join(root, 'a.txt'), 'new'));
  assert.deepEqual([said.code, said.exitCode], ['EVA_DISK', 3]);
  assert.ok(said.message.includes(`${root}/a.txt`));
  assert.equal(readFileSync(join(root, 'a.txt'), 'utf8'), 'old');
});

test('a link is neither followed nor replaced', (t) => {
  const root = tempLibrary(t, { 'target.txt': 'old', 'a.txt': { link: 'target.txt' } });
  assert.equal(errorOf(() => writeAtomically(join(root, 'a.txt'), 'new')).code, 'EVA_ODD_FILE');
  assert.equal(readFileSync(join(root, 'target.txt'), 'utf8'), 'old');
});

test('a write that fails leaves nothing behind', (t) => {
  const root = tempLibrary(t, {});
  mkdirSync(join(root, 'a.txt'));
  assert.equal(errorOf(() => writeAtomically(join(root, 'a.txt'), 'new')).code, 'EVA_ODD_FILE');
  assert.equal(errorOf(() => writeAtomically(join(root, 'none', 'a.txt'), 'new')).code, 'EVA_DISK');
  assert.deepEqual(readdirSync(root), ['a.txt']);
});

test('beforeRename runs while the old file is in place, and if it fails the old file stays', (t) => {
  const root = tempLibrary(t, { 'a.txt': 'old' });
  const path = join(root, 'a.txt');
  const seen: string[] = [];
  writeAtomically(path, 'new', undefined, () => seen.push(readFileSync(path, 'utf8')));
  assert.deepEqual([seen, readFileSync(path, 'utf8')], [['old'], 'new']);
  const fail = () => assert.fail('no trace');
  assert.throws(() => writeAtomically(path, 'newer', undefined, fail), /^AssertionError.*: no trace/);
  assert.deepEqual([readFileSync(path, 'utf8'), readdirSync(root)], ['new', ['a.txt']]);
});

test('a file can be written in small pieces', (t) => {
  const path = join(tempLibrary(t, {}), 'a.txt');
  writeAtomically(
    path,
    Array.from({ length: 100_000 }, (_, n) => `${n}é\n`),
  );
  const lines = readFileSync(path, 'utf8').split('\n');
  assert.equal(lines.length, 100_001);
  assert.deepEqual([lines[0], lines[99_999], lines[100_000]], ['0é', '99999é', '']);
  writeAtomically(path, []);
  assert.equal(readFileSync(path, 'utf8'), '');
});

test('an error while pieces are written leaves the old file and no temporary file', (t) => {
  const root = tempLibrary(t, { 'a.txt': 'old' });
  function* pieces(): Generator<string> {
    yield 'x'.repeat(1_000_000);
    throw new Error('no more');
  }
  assert.throws(() => writeAtomically(join(root, 'a.txt'), pieces()), /no more/);
  assert.equal(readFileSync(join(root, 'a.txt'), 'utf8'), 'old');
  assert.deepEqual(readdirSync(root), ['a.txt']);
});

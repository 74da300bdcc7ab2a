import assert from 'node:assert/strict';
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { makePrivateFolder } from '#provider/process/private-files.js';
import { tempLibrary } from '../../support/temp-library.js';

/** No process has this number. */
const nobody = '999999999';
const dayMs = 24 * 60 * 60 * 1000;

/** Makes the system's folder for temporary files an empty one until the test ends, with functions that work in it. */
function temporaryFolder(t: TestContext) {
  const { TMPDIR } = process.env;
  t.after(() => {
    if (TMPDIR === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = TMPDIR;
  });
  const root = tempLibrary(t, {});
  process.env['TMPDIR'] = root;
  const { path, remove } = makePrivateFolder();
  remove();
  const own = basename(path);
  const make = (name: string, daysAgo = 0) => {
    mkdirSync(join(root, name, 'prompts'), { recursive: true });
    writeFileSync(join(root, name, 'prompts/a'), 'x');
    const then = new Date(Date.now() - daysAgo * dayMs);
    utimesSync(join(root, name), then, then);
    return name;
  };
  /** Returns which of these names are left after another process made its folder. */
  const leftOf = (names: readonly string[]) => {
    makePrivateFolder().remove();
    return names.filter((name) => lstatSync(join(root, name), { throwIfNoEntry: false }));
  };
  return { root, own, make, leftOf };
}

test('the folder of a killed process is removed by the next one, and that of a running process stays', (t) => {
  const { own, make, leftOf } = temporaryFolder(t);
  const left = make(own.replace(`-${process.pid}-`, `-${nobody}-`));
  const running = make(own);
  assert.deepEqual(leftOf([left, running]), [running]);
});

test('the folder of another machine is removed after a day', (t) => {
  const { own, make, leftOf } = temporaryFolder(t);
  const elsewhere = own.replace(/-[0-9a-f]{8}-\d+-/, `-00000000-${nobody}-`);
  const names = [make(elsewhere, 0.9), make(elsewhere.replace(/.$/, 'Z'), 1.1)];
  assert.deepEqual(leftOf(names), names.slice(0, 1));
});

test('nothing is removed that eva did not make, and no link is followed', (t) => {
  const { root, own, make, leftOf } = temporaryFolder(t);
  const left = own.replace(`-${process.pid}-`, `-${nobody}-`);
  const outside = tempLibrary(t, { file: 'theirs' });
  const file = left.replace(/.{3}$/, 'aaa');
  writeFileSync(join(root, file), 'theirs');
  const link = left.replace(/.{3}$/, 'bbb');
  symlinkSync(outside, join(root, link));
  const inside = make('mine');
  symlinkSync(outside, join(root, inside, 'link'));
  const names = ['eva-AbCdEf', `${left}-copy`, `my-${left}`, left.slice(0, -1), 'eva-commit'].map((name) =>
    make(name, 9),
  );
  assert.deepEqual(leftOf([...names, file, link, inside]), [...names, file, link, inside]);
  const linked = make(left);
  symlinkSync(outside, join(root, linked, 'link'));
  assert.deepEqual(leftOf([linked]), []);
  assert.deepEqual(readdirSync(outside), ['file']);
});

test('the folder of another user stays', { skip: process.getuid?.() !== 0 }, (t) => {
  const { root, own, make, leftOf } = temporaryFolder(t);
  const name = make(own.replace(`-${process.pid}-`, `-${nobody}-`), 9);
  chownSync(join(root, name), 12_345, 12_345);
  assert.deepEqual(leftOf([name]), [name]);
});

test('a folder is private, and removed with its content', (t) => {
  const { root } = temporaryFolder(t);
  const { path, remove } = makePrivateFolder();
  assert.equal(lstatSync(path).mode & 0o777, 0o700);
  writeFileSync(join(path, 'a'), 'x');
  remove();
  remove();
  assert.equal(existsSync(path), false);
  assert.deepEqual(readdirSync(root), []);
});

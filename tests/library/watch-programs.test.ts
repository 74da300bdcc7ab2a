import assert from 'node:assert/strict';
import fs, { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { providerPrograms, watchPrograms } from '#library/programs.js';
import { EvaError } from '#model/problem.js';
import { tempLibrary } from '../support/temp-library.js';

const argv = ['sh', 'say.sh', 'words.txt'];

function watched(t: TestContext) {
  const root = tempLibrary(t, { 'say.sh': 'echo aaaa\n' });
  // A time in whole milliseconds, which utimes can restore exactly after a change.
  const then = new Date('2026-01-02T03:04:05.000Z');
  utimesSync(join(root, 'say.sh'), then, then);
  const config = { providers: { mine: { type: 'command', command: argv } } };
  const check = watchPrograms(providerPrograms(root, config as unknown as Parameters<typeof providerPrograms>[1]));
  return { root, file: join(root, 'say.sh'), check: (own = argv, cwd = root) => check(own, cwd) };
}

const isChanged = (error: unknown) => error instanceof EvaError && error.problems[0]?.code === 'EVA_PROGRAM_CHANGED';

test('an unchanged program may start any number of times', (t) => {
  const { check } = watched(t);
  for (let start = 0; start < 3; start++) check();
});

const changes: Readonly<Record<string, (file: string, root: string) => void>> = {
  'other bytes': (file) => writeFileSync(file, 'echo b\n'),
  'as many other bytes, at the same time as before': (file) => {
    const { atime, mtime } = statSync(file);
    writeFileSync(file, 'echo bbbb\n');
    utimesSync(file, atime, mtime);
  },
  'another file in its place': (file) => {
    writeFileSync(`${file}.new`, 'echo bbbb\n');
    renameSync(`${file}.new`, file);
  },
  'no file in its place': (file) => rmSync(file),
  'a file that was not there': (_, root) => writeFileSync(join(root, 'words.txt'), 'new\n'),
};

for (const [what, change] of Object.entries(changes)) {
  test(`${what}, and the program does not start`, (t) => {
    const { file, root, check } = watched(t);
    check();
    check();
    change(file, root);
    assert.throws(() => check(), isChanged);
  });

  test(`${what}, long after the last check of the file`, (t) => {
    const { file, root, check } = watched(t);
    const now = Date.now();
    t.mock.timers.enable({ apis: ['Date'], now: now + 60_000 });
    check();
    check();
    change(file, root);
    assert.throws(() => check(), isChanged);
  });
}

/** Rounds times of files to minutes, coarser than any real file system. */
function coarsenTimes(t: TestContext): void {
  const { statSync: original } = fs;
  const step = 60_000_000_000n;
  const floor = (ns: bigint) => (ns / step) * step;
  const patched = fs as unknown as { statSync: unknown };
  patched.statSync = (path: string, options: { readonly bigint: true }) => {
    const stats = original(path, options);
    if (typeof stats.mtimeMs !== 'bigint') return stats;
    const [mtimeNs, ctimeNs] = [floor(stats.mtimeNs), floor(stats.ctimeNs)];
    return Object.assign(stats, { mtimeNs, ctimeNs });
  };
  syncBuiltinESMExports();
  t.after(() => {
    patched.statSync = original;
    syncBuiltinESMExports();
  });
}

test('a change within the time resolution of the file system is found', (t) => {
  const { file, check } = watched(t);
  coarsenTimes(t);
  check();
  const { atime, mtime } = statSync(file);
  writeFileSync(file, 'echo bbbb\n');
  utimesSync(file, atime, mtime);
  assert.throws(() => check(), isChanged);
});

test('a change of one program does not stop other command lines or other folders', (t) => {
  const { file, check } = watched(t);
  writeFileSync(file, 'echo b\n');
  check(['sh', 'other.sh']);
  check(argv, tempLibrary(t, { 'say.sh': 'echo c\n' }));
  assert.throws(() => check(), isChanged);
});

test('the same bytes written again are the same program', (t) => {
  const { file, check } = watched(t);
  check();
  writeFileSync(file, readFileSync(file));
  check();
});

test('a command line that the library does not name is ignored', (t) => {
  const root = tempLibrary(t, {});
  watchPrograms([])(['claude'], root);
});

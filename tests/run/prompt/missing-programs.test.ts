import assert from 'node:assert/strict';
import fs, { chmodSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { delimiter, join } from 'node:path';
import type { TestContext } from 'node:test';
import test from 'node:test';
import { missingPrograms, withoutMissing } from '#run/prompt/program-faults.js';
import { type Files, tempLibrary } from '../../support/temp-library.js';

const files: Files = {
  'bin/grader': '',
  'bin/library.sh': '',
  'library/prompts/diff/check.js': '',
  'library/prompts/diff/grader.sh': '',
  'library/prompts/diff/dangling': { link: 'nowhere' },
  'library/prompts/diff/linked': { link: '../../tools' },
  'library/beside.py': '',
  'library/tools/check.py': '',
  'file-in-path': '',
};

/** Makes the library, in which the scripts that start without an interpreter are executable. */
function library(t: TestContext, more: Files = {}): string {
  const root = tempLibrary(t, { ...files, ...more });
  for (const script of ['prompts/diff/check.js', 'tools/check.py', 'beside.py']) {
    chmodSync(join(root, 'library', script), 0o755);
  }
  return root;
}

/** Returns what is said of a command line, in a library beside a folder of PATH. */
function said(root: string, argv: readonly string[], path: readonly string[] = ['bin'], names?: readonly string[]) {
  const PATH = path.map((folder) => (folder.startsWith('.') ? folder : join(root, folder))).join(delimiter);
  const library = join(root, 'library');
  const cwd = join(library, 'prompts/diff');
  const program = { kind: 'app', name: 'a', argv, cwd, ...(names && { env: names }) } as const;
  return missingPrograms([program], { root: library, env: path.length === 0 ? {} : { PATH } }).map(
    ({ code, severity, message, hint = '' }) => `${severity} ${code} ${message} (${hint})`,
  );
}

const found: readonly (readonly string[])[] = [
  ['grader', 'no-file.js'],
  ['./check.js'],
  ['../../tools/check.py'],
  ['linked/../beside.py'],
  ['grader', '-x'],
  [process.execPath, 'check.js', 'no-file.js'],
  ['/usr/bin/env'],
];

test('a program that exists is no problem, whatever its arguments are', (t) => {
  const root = library(t);
  for (const argv of found) assert.deepEqual(said(root, argv), [], argv.join(' '));
});

const missing: readonly (readonly [argv: readonly string[], said: string])[] = [
  [
    ['./no.sh'],
    'error EVA_NO_FILE there is no "prompts/diff/no.sh" (create it, or correct the path: the command runs in prompts/diff)',
  ],
  [
    ['./linked/../beside.js'],
    'error EVA_NO_FILE there is no "prompts/diff/beside.js" (create it, or correct the path: the command runs in prompts/diff)',
  ],
  [['./chek.js'], 'error EVA_NO_FILE there is no "prompts/diff/chek.js" (did you mean "./check.js"?)'],
  [
    ['./dangling'],
    'error EVA_NO_FILE there is no "prompts/diff/dangling" (create it, or correct the path: the command runs in prompts/diff)',
  ],
  [
    ['../../tools/chek.py'],
    'error EVA_NO_FILE there is no "tools/chek.py" (create it, or correct the path: the command runs in prompts/diff)',
  ],
  [[process.execPath, 'chek.js'], 'error EVA_NO_FILE there is no "prompts/diff/chek.js" (did you mean "check.js"?)'],
  [
    ['../../.venv/bin/python'],
    'warning EVA_NO_PROGRAM there is no "../../.venv/bin/python" (install it, or correct the command)',
  ],
  [
    ['../../venv/bin/python'],
    'warning EVA_NO_PROGRAM there is no "../../venv/bin/python" (install it, or correct the command)',
  ],
  [
    ['./node_modules/.bin/tsx'],
    'warning EVA_NO_PROGRAM there is no "./node_modules/.bin/tsx" (install it, or correct the command)',
  ],
  [
    [process.execPath, '.build.js'],
    'warning EVA_NO_PROGRAM there is no ".build.js" (install it, or correct the command)',
  ],
  [
    ['./venv.d/x'],
    'error EVA_NO_FILE there is no "prompts/diff/venv.d/x" (create it, or correct the path: the command runs in prompts/diff)',
  ],
  [['../../../tools/x'], 'warning EVA_NO_PROGRAM there is no "../../../tools/x" (install it, or correct the command)'],
  [['/no/such/program'], 'warning EVA_NO_PROGRAM there is no "/no/such/program" (install it, or correct the command)'],
  [['grder'], 'warning EVA_NO_PROGRAM no folder of PATH has a program "grder" (install it, or correct the command)'],
  [['grader.sh'], 'warning EVA_NO_PROGRAM no folder of PATH has a program "grader.sh" (did you mean "./grader.sh"?)'],
];

test('a path in the library that leads nowhere is an error, and a program that this machine lacks a warning', (t) => {
  const root = tempLibrary(t, files);
  for (const [argv, expected] of missing) assert.deepEqual(said(root, argv), [expected], argv.join(' '));
});

test('an argument that only looks like a script is none', (t) => {
  const root = tempLibrary(t, { ...files, 'bin/node': '', 'bin/sh': '' });
  const none = [
    ['node', '-e', 'no.js'],
    ['node', '--import=x.js'],
    ['node', 'inspect', 'no.js'],
    ['sh', 'library.sh'],
  ];
  for (const argv of none) assert.deepEqual(said(root, argv), [], argv.join(' '));
  assert.equal(said(root, ['node', 'no.js']).length, 1);
});

test('a name is looked up as the system would: not in relative folders of PATH, and nowhere without PATH', (t) => {
  const root = tempLibrary(t, files);
  assert.equal(said(root, ['check.js'], ['bin', '.']).length, 1);
  assert.deepEqual(said(root, ['check.js'], ['bin', '.'], ['PATH']), [], 'an application may ask for the whole PATH');
  assert.deepEqual(said(root, ['grder'], []), []);
  assert.equal(said(root, ['grder'], ['file-in-path', 'no-such-folder', 'bin']).length, 1);
});

test('a folder that may not be read may have the program', (t) => {
  const root = tempLibrary(t, files);
  const bin = join(root, 'bin');
  chmodSync(root, 0o755);
  chmodSync(bin, 0);
  const problems = asNobody(() => said(root, ['grder']));
  chmodSync(bin, 0o700);
  assert.deepEqual(problems, []);
});

/** Calls a function as a user to whom the modes of files apply: root may read everything. */
function asNobody<T>(act: () => T): T {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.('nobody');
  try {
    return act();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

const notStarted: readonly (readonly [argv: readonly string[], said: string])[] = [
  [
    ['./my check.py'],
    'error EVA_NO_PROGRAM "./my check.py" is not executable (run: chmod +x \'prompts/diff/my check.py\')',
  ],
  [['./link'], 'error EVA_NO_PROGRAM "./link" is not executable (run: chmod +x tools/plain)'],
  [['linked/../plain'], 'error EVA_NO_PROGRAM "linked/../plain" is not executable (run: chmod +x plain)'],
  [
    ['../../../bin/grader'],
    'warning EVA_NO_PROGRAM "../../../bin/grader" is not executable (run: chmod +x ../bin/grader)',
  ],
  [
    ['../../.venv/python'],
    'warning EVA_NO_PROGRAM "../../.venv/python" is not executable (run: chmod +x .venv/python)',
  ],
  [['/etc/passwd'], 'warning EVA_NO_PROGRAM "/etc/passwd" is not executable (run: chmod +x /etc/passwd)'],
  [['/'], 'warning EVA_NO_PROGRAM "/" is a directory, not a program (name a file)'],
  [['./folder'], 'error EVA_NO_PROGRAM "./folder" is a directory, not a program (name a file)'],
];

test('a program that no user may execute is found, for root too', (t) => {
  const root = library(t, {
    'library/prompts/diff/my check.py': '',
    'library/prompts/diff/link': { link: '../../tools/plain' },
    'library/prompts/diff/folder/x': '',
    'library/tools/plain': '',
    'library/plain': '',
    'library/.venv/python': '',
  });
  for (const [argv, expected] of notStarted) assert.deepEqual(said(root, argv), [expected], argv.join(' '));
  chmodSync(join(root, 'library/prompts/diff/my check.py'), 0o654);
  assert.deepEqual(said(root, ['./my check.py']), []);
});

test('node adds endings to the name of a script', (t) => {
  const one = 'library/prompts/diff/one.js.js';
  const root = library(t, { [one]: '', 'library/prompts/diff/two.js.json': '{}', 'bin/sh': '' });
  for (const script of ['one.js', './one.js', 'two.js']) assert.deepEqual(said(root, [process.execPath, script]), []);
  assert.equal(said(root, ['sh', 'one.js']).length, 1);
});

test('only the first missing names are compared with a folder', (t) => {
  const numbers = Array.from({ length: 60 }, (_, i) => String(i + 100));
  const scripts = Object.fromEntries(numbers.map((number) => [`library/prompts/diff/check-${number}.js`, '']));
  const root = library(t, scripts);
  const cwd = join(root, 'library/prompts/diff');
  const programs = numbers.flatMap((number) =>
    ['--a', '--b'].map((flag) => {
      const argv = [process.execPath, `chekc-${number}.js`, flag];
      return { kind: 'check', name: number, argv, cwd, files: [] } as const;
    }),
  );
  const surroundings = { root: join(root, 'library'), env: { PATH: join(root, 'bin') } };
  const listings = countListings(t);
  const problems = missingPrograms(programs, surroundings);
  assert.equal(problems.length, 60);
  assert.deepEqual(
    problems.flatMap(({ hint = '' }) => /check-\d+\.js/.exec(hint)?.[0] ?? []),
    numbers.slice(0, 20).map((number) => `check-${number}.js`),
  );
  assert.equal(listings(), 20);
  assert.deepEqual(withoutMissing(programs, surroundings), []);
  assert.equal(listings(), 20);
});

/** Counts the listed folders, until the test ends. */
function countListings(t: TestContext): () => number {
  const { mock } = t.mock.method(fs, 'readdirSync');
  syncBuiltinESMExports();
  t.after(() => {
    mock.restore();
    syncBuiltinESMExports();
  });
  return () => mock.callCount();
}

test('a program that several cases name is reported once', (t) => {
  const root = tempLibrary(t, files);
  const programs = ['--a', '--b'].map(
    (flag) => ({ kind: 'check', name: flag, argv: ['./no', flag], cwd: root }) as const,
  );
  assert.equal(missingPrograms(programs, { root, env: {} }).length, 1);
});

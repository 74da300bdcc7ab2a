import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import test from 'node:test';
import { missingPrograms } from '#lifecycle/missing-programs.js';
import { type Files, tempLibrary } from '../support/temp-library.js';

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

/** Returns what is said of a command line, in a library beside a folder of PATH. */
function said(root: string, argv: readonly string[], path: readonly string[] = ['bin'], names?: readonly string[]) {
  const PATH = path.map((folder) => (folder.startsWith('.') ? folder : join(root, folder))).join(delimiter);
  const library = join(root, 'library');
  const cwd = join(library, 'prompts/diff');
  const program = { kind: 'app', name: 'a', argv, cwd, ...(names && { env: names }) } as const;
  return missingPrograms([program], { root: library, env: path.length === 0 ? {} : { PATH } }).map(
    ({ code, severity, params }) => `${severity} ${code} ${JSON.stringify(params)}`,
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
  const root = tempLibrary(t, files);
  for (const argv of found) assert.deepEqual(said(root, argv), [], argv.join(' '));
});

const missing: readonly (readonly [argv: readonly string[], said: string])[] = [
  [['./no.sh'], 'error EVA_NO_FILE {"path":"prompts/diff/no.sh","folder":"prompts/diff"}'],
  [['./linked/../beside.js'], 'error EVA_NO_FILE {"path":"prompts/diff/beside.js","folder":"prompts/diff"}'],
  [['./chek.js'], 'error EVA_NO_FILE {"path":"prompts/diff/chek.js","folder":"prompts/diff","meant":"./check.js"}'],
  [['./dangling'], 'error EVA_NO_FILE {"path":"prompts/diff/dangling","folder":"prompts/diff"}'],
  [['../../tools/chek.py'], 'error EVA_NO_FILE {"path":"tools/chek.py","folder":"prompts/diff"}'],
  [
    [process.execPath, 'chek.js'],
    'error EVA_NO_FILE {"path":"prompts/diff/chek.js","folder":"prompts/diff","meant":"check.js"}',
  ],
  [['../../../tools/x'], 'warning EVA_NO_PROGRAM {"program":"../../../tools/x","hasPath":true}'],
  [['/no/such/program'], 'warning EVA_NO_PROGRAM {"program":"/no/such/program","hasPath":true}'],
  [['grder'], 'warning EVA_NO_PROGRAM {"program":"grder","hasPath":false}'],
  [['grader.sh'], 'warning EVA_NO_PROGRAM {"program":"grader.sh","hasPath":false,"meant":"./grader.sh"}'],
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

test('a program that several cases name is reported once', (t) => {
  const root = tempLibrary(t, files);
  const programs = ['--a', '--b'].map(
    (flag) => ({ kind: 'check', name: flag, argv: ['./no', flag], cwd: root }) as const,
  );
  assert.equal(missingPrograms(programs, { root, env: {} }).length, 1);
});

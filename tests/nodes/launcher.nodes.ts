import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { tempLibrary } from '../support/temp-library.js';

// The launcher under the version of Node that runs this file: `npm run test:nodes` has it run by several.

interface Home {
  readonly home: string;
  /** The folder that the system has for temporary files of everybody. */
  readonly shared: string;
}

function newHome(t: TestContext): Home {
  const home = tempLibrary(t, {});
  const shared = join(home, 'shared');
  mkdirSync(shared);
  chmodSync(shared, 0o1777);
  return { home, shared };
}

function run(line: readonly string[], { home, shared }: Home, cwd = process.cwd()) {
  const env = { PATH: process.env['PATH'], HOME: home, TMPDIR: shared, ANTHROPIC_API_KEY: 'sk-of-the-caller' };
  const { status, stdout, stderr } = spawnSync(process.execPath, line, { cwd, env, encoding: 'utf8' });
  return { exitCode: status, stdout, stderr };
}

test('the launcher prints its version and its help', (t) => {
  const home = newHome(t);
  const version = run(['bin/eva.js', '--version'], home);
  assert.match(version.stdout, /^\d+\.\d+\.\d+\n$/);
  const help = run(['bin/eva.js', '--help'], home);
  assert.match(help.stdout, /^Usage: eva/);
  assert.deepEqual([version.stderr, help.stderr, version.exitCode, help.exitCode], ['', '', 0, 0]);
});

test('an evaluation that is replayed passes, twice', (t) => {
  const home = newHome(t);
  cpSync('prompts', join(home.home, 'prompts'), { recursive: true });
  const launcher = join(process.cwd(), 'bin/eva.js');
  for (const time of ['first', 'second']) {
    const { exitCode, stderr } = run([launcher, 'eval', 'commit-message', '--replay'], home, home.home);
    assert.equal(exitCode, 0, `${time}: ${stderr}`);
  }
});

test('doctor prints its report, and nothing to stderr', (t) => {
  const home = newHome(t);
  cpSync('prompts', join(home.home, 'prompts'), { recursive: true });
  const { exitCode, stdout, stderr } = run([join(process.cwd(), 'bin/eva.js'), 'doctor'], home, home.home);
  assert.match(stdout, /15 prompts/);
  assert.deepEqual([exitCode, stderr], [0, '']);
});

test('no file is left in the home and the temporary folder of a user', (t) => {
  const home = newHome(t);
  run(['bin/eva.js', 'doctor', '--help'], home);
  assert.deepEqual([readdirSync(home.home), readdirSync(home.shared)], [['shared'], []]);
});

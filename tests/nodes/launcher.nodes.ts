import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { tempLibrary } from '../support/temp-library.js';
import { copyOfEva, plantCode, planted } from './planted-code.js';

/** The launcher under the version of Node that runs this file: `npm run test:nodes` has it run by several. */
const hasCache = typeof Reflect.get(module, 'enableCompileCache') === 'function';
const skip = hasCache ? false : `Node ${process.versions.node} has no compile cache`;

interface Home {
  readonly home: string;
  /** The folder that the system has for temporary files of everybody. */
  readonly shared: string;
  /** eva's own folder for compiled code. */
  readonly cache: string;
}

function newHome(t: TestContext): Home {
  const home = tempLibrary(t, {});
  const shared = join(home, 'shared');
  mkdirSync(shared);
  chmodSync(shared, 0o1777);
  return { home, shared, cache: join(home, '.cache/eva/compile-cache') };
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

test('compiled code is kept in a folder of the user, and nowhere else', (t) => {
  const home = newHome(t);
  run(['bin/eva.js', '--help'], home);
  assert.deepEqual(readdirSync(home.shared), []);
  assert.equal(existsSync(home.cache), hasCache);
  if (!hasCache) return;
  assert.notDeepEqual(readdirSync(home.cache), []);
  const { mode, uid } = statSync(home.cache);
  assert.deepEqual([mode & 0o7777, uid], [0o700, process.getuid?.()]);
});

test('an attack on the cache works where Node is left to its own', { skip }, (t) => {
  const launcher = copyOfEva(t);
  const home = newHome(t);
  plantCode(t, launcher, join(home.shared, 'node-compile-cache'));
  const main = join(launcher, '../../dist/cli/main.js');
  const script = `require('module').enableCompileCache(); import(${JSON.stringify(main)})`;
  assert.equal(run(['-e', script], home).stdout, planted);
});

test('what others left in the shared temporary folder is not run', { skip }, (t) => {
  const launcher = copyOfEva(t);
  const home = newHome(t);
  plantCode(t, launcher, join(home.shared, 'node-compile-cache'));
  assert.match(run([launcher, '--help'], home).stdout, /^Usage: eva/);
});

/** What makes a cache folder one that others may have written to. */
const spoilers: Readonly<Record<string, (home: Home) => void>> = {
  'can be written by everybody': ({ cache }) => chmodSync(cache, 0o777),
  'can be written by a group': ({ cache }) => chmodSync(cache, 0o770),
  'is a symbolic link': ({ cache, shared }) => {
    renameSync(cache, join(shared, 'moved'));
    symlinkSync(join(shared, 'moved'), cache);
  },
  'lies in a folder that can be written by everybody': ({ cache }) => chmodSync(join(cache, '..'), 0o777),
  'belongs to another user': ({ cache }) => chownSync(cache, 65534, 65534),
};

for (const [what, spoil] of Object.entries(spoilers)) {
  const needsRoot = what === 'belongs to another user' && process.getuid?.() !== 0 && 'needs root, for chown';
  test(`a cache folder that ${what} is not used`, { skip: skip || needsRoot }, (t) => {
    const launcher = copyOfEva(t);
    const home = newHome(t);
    run(['bin/eva.js', '--help'], home);
    plantCode(t, launcher, home.cache);
    assert.ok(run([launcher, '--help'], home).stdout.startsWith(planted), 'the code is planted in the right place');
    rmSync(join(home.cache), { recursive: true });
    mkdirSync(home.cache, { mode: 0o700 });
    plantCode(t, launcher, home.cache);
    spoil(home);
    assert.match(run([launcher, '--help'], home).stdout, /^Usage: eva/);
  });
}

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { tempLibrary } from '../support/temp-library.js';
import { launcher } from '../support/tested-package.js';

const skip = !existsSync('/dev/full');

function shell(t: TestContext, command: string) {
  const root = tempLibrary(t, {});
  cpSync('prompts', join(root, 'prompts'), { recursive: true });
  const env = { PATH: process.env['PATH'], HOME: root, NODE: process.execPath, EVA: launcher };
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { cwd: root, env, encoding: 'utf8' });
  return { root, status, stdout, stderr };
}

const lost = /\(ENOSPC\)\n.*EVA_DISK\n$/m;

for (const args of [
  '--version',
  '--help',
  'doctor',
  'eval commit-message --replay',
  'eval commit-message --replay --json',
]) {
  test(`eva ${args} on a full disk exits 3 with a message and without a stack trace`, { skip }, (t) => {
    const { status, stderr } = shell(t, `"$NODE" "$EVA" ${args} > /dev/full`);
    assert.equal(status, 3, stderr);
    assert.match(stderr, lost);
    assert.doesNotMatch(stderr, /\n\s+at /);
  });
}

test('the row of a run is written even if its report cannot be printed', { skip }, (t) => {
  const { root } = shell(t, '"$NODE" "$EVA" eval commit-message --replay > /dev/full');
  assert.equal(JSON.parse(readFileSync(join(root, '.eval.jsonl'), 'utf8')).all_passed, true);
});

test('messages that cannot be printed count as lost output', { skip }, (t) => {
  const { status, stdout } = shell(t, '"$NODE" "$EVA" eval commit-message --replay 2> /dev/full');
  assert.equal(status, 3);
  assert.match(stdout, /exit 0/);
});

test('a reader that closes the pipe early causes no failure and no message', (t) => {
  const { status, stderr } = shell(t, '{ "$NODE" "$EVA" doctor --json; echo "exit $?" >&2; } | true');
  assert.equal(status, 0);
  assert.equal(stderr, 'exit 0\n');
});

import assert from 'node:assert/strict';
import { join } from 'node:path';
import test from 'node:test';
import type { EvaOutput } from '../support/run-eva.js';
import { goodPrompt, tempLibrary } from '../support/temp-library.js';
import { spawnEva } from './spawn-eva.js';

const commands = [
  'eval diff',
  'eval diff --root ..',
  'plan diff',
  'report',
  'log',
  'doctor',
  'trust',
  'promote diff',
  'clean',
  'cache stats',
  'rubric diff',
  'merge .',
  'eval diff --resume',
];

/** Runs a command line in a directory that is deleted before it begins. */
function gone(root: string, command: string): Promise<EvaOutput> {
  return spawnEva(command.split(' '), { cwd: join(root, 'gone'), env: {}, shell: 'rm -r "$PWD" && eva' });
}

for (const command of commands) {
  test(`eva ${command} in a directory that is gone says so`, async (t) => {
    const root = tempLibrary(t, { ...goodPrompt(), 'gone/f': '' });
    const { exitCode, stderr } = await gone(root, command);
    assert.equal(exitCode, 2, stderr);
    assert.match(stderr, /EVA_NO_DIRECTORY/);
    assert.doesNotMatch(stderr, /\n +at /);
  });
}

for (const command of ['--version', '--help', 'eval --help']) {
  test(`eva ${command} works in a directory that is gone`, async (t) => {
    const root = tempLibrary(t, { 'gone/f': '' });
    const { exitCode } = await gone(root, command);
    assert.equal(exitCode, 0);
  });
}

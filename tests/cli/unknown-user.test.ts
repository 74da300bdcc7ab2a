import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import test from 'node:test';
import { goodPrompt, tempLibrary } from '../support/temp-library.js';
import { launcher } from '../support/tested-package.js';

const needsRoot = process.getuid?.() !== 0 && 'needs root, for another user id';

test('a user whom the system does not know, without HOME, trusts nothing and works', { skip: needsRoot }, (t) => {
  const root = tempLibrary(t, goodPrompt());
  chmodSync(root, 0o755);
  for (const args of [['doctor'], ['trust', '--yes']]) {
    const env = { PATH: process.env['PATH'] };
    const script = `process.setgid(54321); process.setuid(54321); process.argv.splice(1, 0, ${JSON.stringify(launcher)});
      await import('file://' + process.argv[1]);`;
    const line = ['--input-type=module', '-e', script, '--', ...args, '--root', root];
    const { status, stderr } = spawnSync(process.execPath, line, { cwd: root, env, encoding: 'utf8' });
    assert.equal(status, 0, stderr);
  }
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { runEva } from '../../support/run-eva.js';
import { tempLibrary } from '../../support/temp-library.js';

test('a library without prompts is an error, so that a wrong --root fails in CI', async (t) => {
  const root = tempLibrary(t, { prompts: { directory: true } });
  const output = await runEva(['doctor', '--json'], { cwd: root });
  assert.equal(output.exitCode, 1);
  assert.equal(JSON.parse(output.stdout).library[0].code, 'EVA_NO_PROMPTS');
});

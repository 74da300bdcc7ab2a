import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { runEva } from '../support/run-eva.js';
import { tempLibrary } from '../support/temp-library.js';

/** Asks the real model and costs money: `npm run test:live`, with ANTHROPIC_API_KEY set. */
test('the example library is evaluated by a real model, with evidence that is not synthetic', async (t) => {
  const key = process.env['ANTHROPIC_API_KEY'];
  assert.ok(key, 'set ANTHROPIC_API_KEY: this test asks a real model');
  const root = tempLibrary(t, {});
  cpSync('prompts', join(root, 'prompts'), { recursive: true });
  const output = await runEva(['eval', 'commit-message', '--json'], { cwd: root, env: { ANTHROPIC_API_KEY: key } });
  assert.ok(output.exitCode === 0 || output.exitCode === 1, output.stderr);
  const result = JSON.parse(output.stdout);
  assert.equal(result.evidence.synthetic, false);
  assert.ok(result.usage.output_tokens > 0);
});

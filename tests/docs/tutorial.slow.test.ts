import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { testShell } from '../support/shell.js';
import { followTutorial } from './follow-tutorial.js';

test('the commands of the tutorial lead from an empty folder to a gate that is red and then green', async (t) => {
  const { verdicts, root } = await followTutorial(t, testShell(t));
  assert.deepEqual(verdicts, ['red', 'green']);
  assert.match(readFileSync(join(root, 'prompts/route/meta.yml'), 'utf8'), /^status: ready$/m);
  assert.ok(existsSync(join(root, '.github/workflows/eva.yml')));
  assert.match(readFileSync(join(root, 'out/report.html'), 'utf8'), /late-parcel/);
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { loadCases } from '#library/cases/eval-file.js';
import { loadPrompt } from '#library/prompt/meta.js';
import { loadConfig } from '#library/settings/config.js';
import { goodMeta, tempLibrary } from '../support/temp-library.js';
import { said } from './said.js';

test('the first example of docs/guide/scenarios.md is read without a problem', (t) => {
  const text = readFileSync('docs/guide/scenarios.md', 'utf8');
  const [, example = ''] = /```yaml\n([\s\S]*?)```/.exec(text) ?? [];
  const root = tempLibrary(t, {
    'prompts/diff/meta.yml': goodMeta.replace(/inputs:[\s\S]*/, ''),
    'prompts/diff/prompt.xml': 'Help users of {{product}}.',
    'prompts/diff/eval.yml': example,
  });
  const prompt = loadPrompt(root, 'diff').value;
  assert.ok(prompt);
  const { value, problems } = loadCases(root, prompt, loadConfig(root).value);
  assert.deepEqual(said(problems), []);
  assert.deepEqual(
    value?.cases.map(({ name, expectations }) => [name, expectations.map(({ grader }) => grader.grader)]),
    [['Gets people back into their account', ['expected_behavior', 'metric', 'metric', 'trial_passes']]],
  );
});

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import test from 'node:test';
import { loadCases } from '#library/cases/eval-file.js';
import { loadPrompt } from '#library/prompt/meta.js';
import { loadConfig } from '#library/settings/config.js';
import { goodMeta, goodPrompt, tempLibrary } from '../support/temp-library.js';
import { said } from './said.js';

const names = (prefix: string, count: number) => Array.from({ length: count }, (_, at) => `${prefix}_${at}`);

/** Returns the problems of a case with these inputs, for a prompt that declares or uses others. */
function problemsOf(t: TestContext, given: readonly string[], declared: readonly string[], used: readonly string[]) {
  const cases = [
    { name: 'a', inputs: Object.fromEntries(given.map((name) => [name, 'x'])), assert: [{ is_json: true }] },
  ];
  const meta = goodMeta.replace(
    /inputs:[\s\S]*/,
    `inputs: [${declared.map((name) => `{ name: ${name}, default: x }`)}]\n`,
  );
  const root = tempLibrary(t, {
    ...goodPrompt(),
    'prompts/diff/meta.yml': meta,
    'prompts/diff/prompt.xml': ['<task/>', ...used.map((name) => `{{${name}}}`)].join(' '),
    'prompts/diff/eval.yml': JSON.stringify({ defaults: { model: 'm' }, cases }),
  });
  const prompt = loadPrompt(root, 'diff').value;
  assert.ok(prompt);
  return said(loadCases(root, prompt, loadConfig(root).value).problems);
}

test('thousands of unknown inputs are reported within a second, each with a short hint', (t) => {
  const before = process.cpuUsage();
  const unknown = problemsOf(t, ['inptu_7', ...names('other', 3_000)], names('input', 900), []);
  assert.ok(process.cpuUsage(before).user < 5_000_000);
  assert.match(
    unknown[0] ?? '',
    /EVA_UNKNOWN_INPUT:prompt the prompt has no input "inptu_7" \(did you mean "input_7"\?\)$/,
  );
  assert.match(unknown[1] ?? '', /\(the prompt's inputs: input_0, input_1, .*, input_29 and 870 more\)$/);
});

test('a case reports at most a hundred placeholders without a value', (t) => {
  const undeclared = problemsOf(t, [], [], names('q', 5_000));
  assert.match(undeclared[0] ?? '', /EVA_UNDECLARED_INPUT:body \{\{q_0\}\} is used/);
  assert.match(undeclared.at(-1) ?? '', /EVA_MORE_PROBLEMS and 50 more problems \(fix these first\)$/);
});

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import test from 'node:test';
import { loadCases } from '#library/cases/eval-file.js';
import { loadPrompt } from '#library/prompt/meta.js';
import { loadConfig } from '#library/settings/config.js';
import { onTimeoutOf, replacesSlowAnswers } from '#model/case.js';
import { canonicalJson } from '#model/data/digest.js';
import { caseEvidence } from '#run/plan/evidence.js';
import { goodPrompt, tempLibrary } from '../support/temp-library.js';

const criteria = 'sample_size: 59, criteria: { proportion_gte: { proportion: 0.95 } }';

/** Loads a case with these settings. */
function caseWith(t: TestContext, settings: string, defaults = '') {
  const eval_yml = `defaults: { model: claude-opus-4-7${defaults} }\ncases: [{ name: a, inputs: { code: x }, assert: [{ contains: x }], ${settings} }]\n`;
  const root = tempLibrary(t, { ...goodPrompt(), 'prompts/diff/eval.yml': eval_yml });
  const prompt = loadPrompt(root, 'diff').value;
  const config = loadConfig(root).value;
  assert.ok(prompt && config);
  const [one] = loadCases(root, prompt, config).value?.cases ?? [];
  assert.ok(one);
  return { rule: onTimeoutOf(one), replaces: replacesSlowAnswers(one), evidence: canonicalJson(caseEvidence(one)) };
}

test('a timeout fails its trial in a case with criteria, and is retried in any other case', (t) => {
  assert.equal(caseWith(t, criteria).rule, 'fail');
  assert.equal(caseWith(t, 'sample_size: 2').rule, 'ask_again');
});

test('the nearest setting wins, and only a case with criteria opts out', (t) => {
  assert.deepEqual(
    [caseWith(t, `${criteria}, timeouts: ask_again`).replaces, caseWith(t, 'timeouts: ask_again').replaces],
    [true, false],
  );
  assert.equal(caseWith(t, criteria, ', timeouts: ask_again').rule, 'ask_again');
  assert.equal(caseWith(t, `${criteria}, timeouts: fail`, ', timeouts: ask_again').rule, 'fail');
  assert.equal(caseWith(t, 'timeouts: fail').rule, 'fail');
});

test('the setting is part of the evidence only if it differs from the default', (t) => {
  const [unset, spelled, optedOut] = ['', ', timeouts: fail', ', timeouts: ask_again'].map(
    (setting) => caseWith(t, criteria + setting).evidence,
  );
  assert.equal(unset?.includes('timeouts'), false);
  assert.equal(spelled, unset);
  assert.notEqual(optedOut, unset);
});

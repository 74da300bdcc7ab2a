import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import test from 'node:test';
import type { RunPlan } from '#model/run/run.js';
import { allowUnderpowered } from '#run/plan/plan-run.js';
import { readLibrary, readPrompt } from '#run/prompt/read-prompt.js';
import { goodPrompt, tempLibrary } from '../../support/temp-library.js';

const cases = `cases:
  - { name: happy, inputs: { code: a }, assert: [ { contains: x } ] }
  - { name: warm, inputs: { code: b }, temperature: 1, rubric: Is it small? }
scenarios:
  - title: talk
    given: A user.
    when: Asks.
    inputs: { code: c }
    then: [ { expected_behavior: helps, criteria: { proportion_gte: { proportion: 0.5, min_score: 6 } } } ]
    sample_size: 20
triggering: { should_match: [change x] }
`;

function library(t: TestContext, evalFile: string): string {
  return tempLibrary(t, { ...goodPrompt(), 'prompts/diff/eval.yml': evalFile });
}

function planOf(root: string, variant?: string): RunPlan {
  const { planRun, problems } = readPrompt(readLibrary(root), 'diff', {
    variant: { variant },
    manner: allowUnderpowered,
  });
  assert.deepEqual(
    problems.filter(({ severity }) => severity === 'error'),
    [],
  );
  if (!planRun) throw new Error('no plan');
  return planRun();
}

const two = `defaults:
  temperature: 0.5
  models:
    - claude-opus-4-7
    - { name: small, model: openai:gpt-5-mini, max_tokens: 100, timeout_s: 9 }
${cases}`;

test('the digests of a variant are those of a file that has its model and settings in defaults', (t) => {
  const root = library(t, two);
  const first = library(t, `defaults: { model: claude-opus-4-7, temperature: 0.5 }\n${cases}`);
  const settings = 'model: openai:gpt-5-mini, max_tokens: 100, timeout_s: 9, temperature: 0.5';
  const second = library(t, `defaults: { ${settings} }\n${cases}`);
  assert.deepEqual(planOf(root, 'claude-opus-4-7').evidence, planOf(first).evidence);
  assert.deepEqual(planOf(root, 'small').evidence, planOf(second).evidence);
  assert.notDeepEqual(planOf(root, 'small').evidence, planOf(root).evidence);
});

test('without a choice the first variant is read, and the plan names it', (t) => {
  const plan = planOf(library(t, two));
  assert.deepEqual(plan.variant, { variant: 'claude-opus-4-7' });
  assert.equal(planOf(library(t, `defaults: { model: claude-opus-4-7 }\n${cases}`)).variant, undefined);
});

test('a setting of a case overrides that of the variant, which overrides the defaults', (t) => {
  const root = library(t, two.replace('max_tokens: 100', 'temperature: 0'));
  const settings = planOf(root, 'small').cases.flatMap(({ subject }) =>
    subject.kind === 'prompt' ? [subject.settings] : [],
  );
  assert.deepEqual(
    settings.map(({ model, temperature }) => [model, temperature]),
    [
      ['openai:gpt-5-mini', 0],
      ['openai:gpt-5-mini', 1],
    ],
  );
});

test('cases that a variant does not ask are left out of its run', (t) => {
  const root = library(t, two.replace('name: happy,', 'name: happy, models: [small],'));
  const names = (variant: string) => planOf(root, variant).cases.map(({ name }) => name);
  assert.deepEqual(names('small'), ['should_match: change x', 'happy', 'warm', 'talk']);
  assert.deepEqual(names('claude-opus-4-7'), ['should_match: change x', 'warm', 'talk']);
  assert.deepEqual(names('openai:gpt-5'), ['should_match: change x', 'warm', 'talk']);
});

test('a model that is no variant replaces those of cases, applications and files, never the judge', (t) => {
  const evalFile = `defaults: { model: claude-opus-4-7, judge: { model: claude-opus-4-7 } }\n${cases}`;
  const own = evalFile.replace('name: warm,', 'name: warm, model: claude-cli:haiku,');
  const plan = planOf(library(t, own), 'openai:gpt-5');
  assert.deepEqual(plan.variant, { variant: 'openai:gpt-5', override: true });
  const models = plan.cases.flatMap(({ subject, expectations }) => [
    subject.kind === 'prompt' ? subject.settings.model : '',
    subject.kind === 'conversation' && subject.app.app === 'model' ? subject.app.settings.model : '',
    ...expectations.map(({ grader }) => (grader.grader === 'expected_behavior' ? grader.params.judge.model : '')),
  ]);
  assert.deepEqual([...new Set(models)], ['', 'openai:gpt-5', 'claude-opus-4-7']);
  assert.equal(plan.evidence.judge, planOf(library(t, evalFile)).evidence.judge);
});

test('a scenario has no model of its own beside the variants', (t) => {
  const root = library(t, two.replace('when: Asks.', 'when: Asks.\n    app: { model: openai:other }'));
  const { problems } = readPrompt(readLibrary(root), 'diff', { manner: allowUnderpowered });
  assert.deepEqual(
    problems.flatMap(({ code, variant }) => (code === 'EVA_CONTRADICTION' ? [variant] : [])),
    ['model_of_case'],
  );
});

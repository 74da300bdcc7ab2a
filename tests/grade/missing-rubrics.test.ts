import assert from 'node:assert/strict';
import test from 'node:test';
import { missingRubrics, withRubrics } from '#grade/rubric.js';
import type { Case } from '#model/case.js';
import type { BehaviorSpec, Grader } from '#model/grader.js';
import { scenarioWith, stepByStep, tenLevels } from '../support/behavior.js';

const behavior = (text: string, part: Partial<BehaviorSpec> = {}): Grader => ({
  grader: 'expected_behavior',
  params: { ...stepByStep, text, rubric: null, ...part },
});

const checks: Grader = { grader: 'trial_passes', params: { checks: [] } };

const named = (name: string, ...graders: readonly Grader[]): Case => ({ ...scenarioWith(...graders), name });

const toFive = { ...stepByStep.judge, scale: { min: 1, max: 5 } };

test('a behaviour is listed once for each scale, with its first judge and case', () => {
  const other = { ...stepByStep.judge, model: 'judge-2' };
  const cases = [
    named('first', checks, behavior('kind'), behavior('brief', { rubric: tenLevels })),
    named('second', behavior('kind', { judge: other }), behavior('kind', { judge: toFive }), behavior('Kind')),
  ];
  assert.deepEqual(missingRubrics(cases), [
    { text: 'kind', judge: stepByStep.judge, case: 'first' },
    { text: 'kind', judge: toFive, case: 'second' },
    { text: 'Kind', judge: stepByStep.judge, case: 'second' },
  ]);
});

test('a missing rubric keeps the place of its behaviour for messages', () => {
  const at = { file: 'eval.yml', line: 3, column: 5 };
  const one = named('first', behavior('kind'));
  const placed = { ...one, expectations: one.expectations.map((expectation) => ({ ...expectation, at })) };
  assert.deepEqual(
    missingRubrics([placed]).map((missing) => missing.at),
    [at],
  );
});

test('a rubric is filled in wherever it is missing for its text and scale, and nowhere else', () => {
  const own = { ...tenLevels, '1': 'my own words' };
  const cases = [
    named('first', checks, behavior('kind'), behavior('kind', { rubric: own })),
    named('second', behavior('kind', { judge: toFive }), behavior('brief'), behavior('kind')),
  ];
  const filled = withRubrics(cases, [{ text: 'kind', scale: { min: 1, max: 10 }, levels: tenLevels }]);
  const rubrics = filled.map((one) =>
    one.expectations.map(({ grader }) => (grader.grader === 'expected_behavior' ? grader.params.rubric : 'none')),
  );
  assert.deepEqual(rubrics, [
    ['none', tenLevels, own],
    [null, null, tenLevels],
  ]);
  assert.deepEqual(
    missingRubrics(filled).map(({ text, judge }) => [text, judge.scale.max]),
    [
      ['kind', 5],
      ['brief', 10],
    ],
  );
});

test('cases without missing rubrics stay unchanged', () => {
  const cases = [named('first', checks, behavior('kind', { rubric: tenLevels }))];
  assert.deepEqual(withRubrics(cases, []), cases);
});

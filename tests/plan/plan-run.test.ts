import assert from 'node:assert/strict';
import test from 'node:test';
import type { Case, CheckSpec, Expectation } from '#model/case.js';
import { type PlanInput, planRun } from '#plan/plan-run.js';
import { caseWith, promptWith } from '../support/prompt.js';

const contains: CheckSpec = { op: 'contains', value: 'x' };

function plan(part: Partial<PlanInput> = {}) {
  return planRun({
    prompt: promptWith(),
    cases: [caseWith('a', [contains]), caseWith('b', [contains])],
    config: { concurrency: 4, providers: {}, prices: {} },
    asked_for: [],
    models: [],
    programs: [],
    only: [],
    ...part,
  });
}

function codes(part: Partial<PlanInput>): readonly string[] {
  return plan(part).problems.map((problem) => problem.code);
}

function caseOf(part: Partial<Case>): Case {
  return { ...caseWith('a', [contains]), ...part };
}

test('a plan is data: it survives JSON, says what it will call, and covers every case', () => {
  const { value, problems } = plan();
  assert.deepEqual(problems, []);
  assert.deepEqual(JSON.parse(JSON.stringify(value)), value);
  assert.deepEqual([value?.calls, value?.partial, value?.cases.length], [2, false, 2]);
});

test('--case narrows the run, which is partial then, and leaves the evidence that of the whole prompt', () => {
  const whole = plan().value;
  const part = plan({ only: ['b'] }).value;
  assert.deepEqual(
    part?.cases.map((one) => one.name),
    ['b'],
  );
  assert.equal(part?.partial, true);
  assert.deepEqual(part?.evidence, whole?.evidence);
});

test('calls count each trial, each vote of a judge, and a query once', () => {
  const settings = { model: 'claude-x', timeout_s: 60, max_tokens: 1 };
  const judge = { ...settings, scale: { min: 1, max: 5 }, pass_threshold: 4, votes: 3 };
  const grader = { grader: 'trial_passes', params: { checks: [], rubric: { text: 'good?', judge } } } as const;
  const every = [{ criterion: 'every_trial', params: {} }];
  const judged = caseOf({ sample_size: 5, expectations: [{ about: 'rubric', grader, criteria: every }] });
  const query: Case = {
    ...caseOf({ name: 'should_match: q' }),
    subject: {
      kind: 'trigger',
      query: 'q',
      should_match: true,
      routing: { description: 'd', triggers: [], not_for: [] },
      settings,
    },
    expectations: [{ about: 'q', grader: { grader: 'trigger', params: {} }, criteria: every }],
  };
  assert.equal(plan({ cases: [judged, query] }).value?.calls, 5 * (1 + 3) + 1);
});

const [expectation] = caseWith('a', [contains]).expectations as [Expectation];
const conversation = {
  kind: 'conversation',
  given: 'g',
  when: 'w',
  max_turns: 3,
  settings: { model: 'claude-x', timeout_s: 60, max_tokens: 1 },
} as const;

const refused: readonly [string, Partial<PlanInput>, readonly string[]][] = [
  ['no cases', { cases: [] }, ['EVA_NOTHING_TO_RUN']],
  ['an unknown --case', { only: ['c'] }, ['EVA_UNKNOWN_CASE']],
  ['a scenario', { cases: [caseOf({ subject: conversation })] }, ['EVA_NOT_SUPPORTED']],
  [
    'a bad model that no case asks',
    { models: [{ model: 'gpt-4', at: { file: 'eva.yml', line: 1 } }] },
    ['EVA_BAD_MODEL'],
  ],
  ['a second expectation', { cases: [caseOf({ expectations: [expectation, expectation] })] }, ['EVA_NOT_SUPPORTED']],
  [
    'a criterion of a later version',
    {
      cases: [caseOf({ expectations: [{ ...expectation, criteria: [{ criterion: 'proportion_gte', params: {} }] }] })],
    },
    ['EVA_NOT_SUPPORTED'],
  ],
  ['a budget', { asked_for: [{ what: 'budget', at: { file: 'eva.yml', line: 1 } }] }, ['EVA_NOT_SUPPORTED']],
  ['a bad pattern', { cases: [caseWith('a', [{ op: 'matches', value: '(' }])] }, ['EVA_BAD_REGEX']],
  [
    'two things at once',
    { cases: [caseWith('a', [{ op: 'matches', value: '(' }])], only: ['c'] },
    ['EVA_BAD_REGEX', 'EVA_UNKNOWN_CASE'],
  ],
];

for (const [title, part, expected] of refused) {
  test(`${title} is refused before any call`, () => {
    assert.deepEqual(codes(part), expected);
    assert.equal(plan(part).value, null);
  });
}

test('a narrowed run finds nothing among the queries, which have no name of their own', () => {
  const [problem] = plan({ only: ['aa'] }).problems;
  assert.equal(problem?.hint, 'did you mean "a"?');
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { everyTrialCriterion } from '#decide/criteria/every-trial.js';
import type { Criterion } from '#decide/criterion.js';
import type { Case, Expectation } from '#model/case.js';
import type { CheckSpec } from '#model/grader.js';
import { defaultRunSettings } from '#model/run/run.js';
import type { CriterionSpec } from '#model/settings.js';
import { allowUnderpowered, type PlanInput, planRun } from '#run/plan/plan-run.js';
import { indexOf, written } from '../../library/items/indexed.js';
import { datasetWith } from '../../support/dataset.js';
import { judge } from '../../support/judge.js';
import { caseWith, promptWith } from '../../support/prompt.js';
import { conversation, measured as metricGrader } from '../../support/statistical-case.js';
import { triggerSubject } from '../../support/trigger-subject.js';

const contains: CheckSpec = { op: 'contains', value: 'x' };

function plan(part: Partial<PlanInput> = {}) {
  return planRun({
    prompt: promptWith(),
    cases: [caseWith('a', [contains]), caseWith('b', [contains])],
    config: { concurrency: 4, providers: {}, prices: {}, budget: {}, cache: false, promotion: {} },
    models: [],
    programs: [],
    ...part,
  });
}

function codes(part: Partial<PlanInput>): readonly string[] {
  return plan(part).problems.map((problem) => problem.code);
}

function caseOf(part: Partial<Case>): Case {
  return { ...caseWith('a', [contains]), ...part };
}

test('a plan is JSON data, lists its calls, and covers every case', () => {
  const { value, problems } = plan();
  assert.deepEqual(problems, []);
  assert.deepEqual(JSON.parse(JSON.stringify(value)), value);
  assert.deepEqual([value?.calls, value?.partial, value?.cases.length], [2, false, 2]);
});

test('--case makes a partial run, and keeps the evidence of the whole prompt', () => {
  const whole = plan().value;
  const part = plan({ only: ['b'] }).value;
  assert.deepEqual(
    part?.cases.map((one) => one.name),
    ['b'],
  );
  assert.equal(part?.partial, true);
  assert.deepEqual(part?.evidence, whole?.evidence);
});

test('a dollar budget needs prices for calls that can cost money, but not for a replay or with other limits', () => {
  const priced = { ...dollars, prices: { 'claude-x': { input: 1, output: 1 } } };
  assert.deepEqual(codes({ cases: [paid], config: priced }), []);
  assert.deepEqual(codes({ cases: [paid], config: { ...dollars, budget: { max_calls: 1 } } }), []);
  assert.deepEqual(codes({ cases: [paid], config: dollars, manner: { ...defaultRunSettings, replay: true } }), []);
});

test('a plan stores the run settings and what they allowed', () => {
  const manner = { ...defaultRunSettings, fail_fast: true, shard: { index: 1, of: 2 } };
  assert.deepEqual(plan({ manner }).value?.manner, manner);
  assert.deepEqual(plan().value?.manner, defaultRunSettings);
});

test('--case excludes queries', () => {
  const subject = triggerSubject('q', { model: 'claude-x', timeout_s: 60, max_tokens: 1 });
  const cases = [caseWith('a', [contains]), caseOf({ name: 'should_match: q', subject })];
  assert.deepEqual(codes({ cases, only: ['a', 'should_match: q'] }), ['EVA_UNKNOWN_CASE']);
  assert.deepEqual(
    plan({ cases, only: ['a'] }).value?.cases.map(({ name }) => name),
    ['a'],
  );
});

/** The items of ten tickets, of the case `a`. */
const datasets = new Map([
  ['a', indexOf(written(`text\n${Array.from({ length: 10 }, (_, i) => `t${i}`).join('\n')}`))],
]);

test('chosen items make a run partial, and the evidence stays that of all items', () => {
  const testCase = caseOf({ sample_size: 10, dataset: datasetWith() });
  const items = { first: 3 };
  const value = plan({ cases: [testCase], datasets, items }).value;
  const [chosen] = value?.cases ?? [];
  assert.deepEqual([value?.partial, value?.item_choice, value?.calls], [true, items, 3]);
  assert.deepEqual([chosen?.sample_size, chosen?.dataset?.asked, chosen?.dataset?.kept], [3, 3, 10]);
  assert.deepEqual(value?.evidence, plan({ cases: [testCase] }).value?.evidence);
});

test('chosen items get no warning that they are too few', () => {
  const testCase = { ...decidedBy(atLeast95, 1), name: 'a', dataset: datasetWith({ asked: 1 }) };
  assert.deepEqual(codes({ cases: [testCase] }), ['EVA_UNDERPOWERED']);
  assert.deepEqual(codes({ cases: [testCase], datasets, items: { first: 1 } }), []);
});

test('calls include each trial, each vote of a judge, and one for each query', () => {
  const settings = { model: 'claude-x', timeout_s: 60, max_tokens: 1 };
  const judge = { ...settings, scale: { min: 1, max: 5 }, pass_threshold: 4, votes: 3 };
  const grader = { grader: 'trial_passes', params: { checks: [], rubric: { text: 'good?', judge } } } as const;
  const every = [{ criterion: 'every_trial', params: {} }];
  const judged = caseOf({ sample_size: 5, expectations: [{ about: 'rubric', grader, criteria: every }] });
  const query: Case = {
    ...caseOf({ name: 'should_match: q' }),
    subject: triggerSubject('q', settings),
    expectations: [{ about: 'q', grader: { grader: 'trigger', params: {} }, criteria: every }],
  };
  assert.equal(plan({ cases: [judged, query] }).value?.calls, 5 * (1 + 3) + 1);
});

const [expectation] = caseWith('a', [contains]).expectations as [Expectation];

/** Makes the case `a` with this criterion instead of "every trial passes". */
function decidedBy(spec: CriterionSpec, sample_size = 20): Case {
  return caseOf({ sample_size, expectations: [{ ...expectation, criteria: [spec] }] });
}

const place = { file: 'prompts/diff/eval.yml', line: 9 };

const atLeast95: CriterionSpec = { criterion: 'proportion_gte', params: { proportion: 0.95 }, at: place };

const dollars = { concurrency: 4, providers: {}, prices: {}, budget: { max_cost_usd: 1 }, cache: false, promotion: {} };

const paid = caseOf({
  subject: { kind: 'prompt', inputs: {}, settings: { model: 'claude-x', timeout_s: 60, max_tokens: 1 } },
});

const refused: readonly [string, Partial<PlanInput>, readonly string[]][] = [
  ['no cases', { cases: [] }, ['EVA_NOTHING_TO_RUN']],
  ['an unknown --case', { only: ['c'] }, ['EVA_UNKNOWN_CASE']],
  [
    'an unknown model that no case uses',
    { models: [{ model: 'gpt-4', at: { file: 'eva.yml', line: 1 } }] },
    ['EVA_BAD_MODEL'],
  ],
  [
    'a criterion that does not exist',
    { cases: [decidedBy({ criterion: 'mode_gte', params: {} })] },
    ['EVA_NOT_SUPPORTED'],
  ],
  [
    'a proportion without its share',
    { cases: [decidedBy({ criterion: 'proportion_gte', params: {} })] },
    ['EVA_BAD_CRITERIA'],
  ],
  ['a criterion that cannot pass', { cases: [decidedBy(atLeast95, 58)] }, ['EVA_UNDERPOWERED']],
  ['a budget of dollars without a price', { cases: [paid], config: dollars }, ['EVA_NO_PRICE']],
  ['a bad pattern', { cases: [caseWith('a', [{ op: 'matches', value: '(' }])] }, ['EVA_BAD_REGEX']],
  [
    'two mistakes',
    { cases: [caseWith('a', [{ op: 'matches', value: '(' }])], only: ['c'] },
    ['EVA_BAD_REGEX', 'EVA_UNKNOWN_CASE'],
  ],
  [
    'a criterion that cannot pass beside another mistake',
    { cases: [decidedBy(atLeast95, 58), caseWith('b', [{ op: 'matches', value: '(' }])] },
    ['EVA_BAD_REGEX', 'EVA_UNDERPOWERED'],
  ],
];

for (const [title, part, expected] of refused) {
  test(`${title} is refused before any call`, () => {
    assert.deepEqual(codes(part), expected);
    assert.equal(plan(part).value, null);
  });
}

test('an unknown case is reported with the names of the existing ones', () => {
  const [problem] = plan({ only: ['aa'] }).problems;
  assert.equal(problem?.code, 'EVA_UNKNOWN_CASE');
  assert.equal(problem.hint, 'the cases are: a, b');
});

test('the plan has the outlooks, in the order of the cases and their criteria', () => {
  const two = caseOf({
    name: 'two',
    sample_size: 60,
    expectations: [expectation, { ...expectation, about: 'again', criteria: [atLeast95] }],
  });
  const { value, problems } = plan({ cases: [two, caseWith('last', [contains])] });
  assert.deepEqual(problems, []);
  assert.deepEqual(
    value?.outlooks.map((one) => [one.case, one.about, one.criterion, one.n, one.smallest_n, one.max_failures]),
    [
      ['two', 'every check holds', 'every_trial', 60, 1, 0],
      ['two', 'again', 'proportion_gte', 60, 59, 0],
      ['last', 'every check holds', 'every_trial', 1, 1, 0],
    ],
  );
});

test('a criterion that cannot pass is a problem with its place and the number of trials that it needs', () => {
  const [problem, ...others] = plan({ cases: [decidedBy(atLeast95)] }).problems;
  assert.deepEqual(others, []);
  const { message, hint, ...data } = problem ?? { message: '' };
  assert.deepEqual(data, { severity: 'error', code: 'EVA_UNDERPOWERED', at: place });
  assert.equal(message, 'proportion_gte cannot pass with 20 trials: it needs at least 59, even if every one passes');
  assert.match(hint ?? '', /^raise sample_size to 59 \(153 for a power of 80% if the true rate is 98\.5%\), /);
});

test('eva never advises more trials than a case may have', () => {
  for (const proportion of [0.99999, 0.999999999]) {
    const [problem] = plan({ cases: [decidedBy({ ...atLeast95, params: { proportion } })] }).problems;
    assert.match(problem?.message ?? '', / needs more than /);
    assert.doesNotMatch(problem?.hint ?? '', /raise/);
  }
});

const cheap = { input: 1, output: 5 };

const program = { type: 'command', command: ['sh'] } as const;

/** Makes a case of this model with a bar on this metric. */
function measured(metric: string, model: string): Case {
  const criteria = [{ criterion: 'median_lt', params: { threshold: 9 } }];
  const settings = { model, timeout_s: 60, max_tokens: 9 };
  const subject = { kind: 'prompt', inputs: {}, settings } as const;
  return caseOf({
    sample_size: 20,
    subject,
    expectations: [{ about: metric, grader: metricGrader(metric), criteria, at: place }],
  });
}

const measurable: readonly [string, string, string, readonly string[]][] = [
  ['the cost of a model with a price', 'per_conversation.cost', 'claude-x', []],
  ['the cost of a model with a price, by its long name', 'per_conversation.cost', 'anthropic:claude-x', []],
  ['the cost of a model without a price', 'per_conversation.cost', 'claude-y', ['EVA_NO_PRICE']],
  ['the cost of a model named like an object property', 'per_conversation.cost', 'openai:toString', ['EVA_NO_PRICE']],
  ['the cost of a program', 'per_conversation.cost', 'command:mine', ['EVA_NO_TOKENS']],
  ['the tokens of a program', 'per_turn.output_tokens', 'command:mine', ['EVA_NO_TOKENS']],
  ['the cost of a program that prints JSON, which may report it', 'per_conversation.cost', 'command:agent', []],
  ['the tokens of a program that prints JSON', 'per_turn.output_tokens', 'command:agent', []],
  ['the tokens of a model without a price', 'per_turn.output_tokens', 'claude-y', []],
  ['the words of a program', 'per_turn.response_words', 'command:mine', []],
];

for (const [what, metric, model, expected] of measurable) {
  test(`a bar on ${what} is ${expected.length === 0 ? 'planned' : 'refused, since no trial would have a value'}`, () => {
    const config = {
      concurrency: 4,
      providers: { mine: program, agent: { ...program, format: 'json' as const } },
      prices: { 'claude-x': cheap, mine: cheap },
      budget: {},
      cache: false,
      promotion: {},
    };
    assert.deepEqual(codes({ cases: [measured(metric, model)], config }), expected);
  });
}

test('a cost metric needs a price for the model', () => {
  const [problem] = plan({ cases: [measured('per_conversation.cost', 'anthropic:claude-y')] }).problems;
  const { message: _message, hint: _hint, ...data } = problem ?? { message: '' };
  assert.deepEqual(data, {
    severity: 'error',
    code: 'EVA_NO_PRICE',
    variant: 'metric',
    fix: { model: 'claude-y', models: [{ model: 'claude-y', listed: null, variable: null }], prices: {} },
    at: place,
  });
});

test('the smallest sufficient number of trials is accepted, one fewer is not', () => {
  assert.deepEqual(codes({ cases: [decidedBy(atLeast95, 58)] }), ['EVA_UNDERPOWERED']);
  assert.deepEqual(codes({ cases: [decidedBy(atLeast95, 59)] }), []);
});

test('a criterion that cannot pass is a warning if that is allowed, and the run is planned', () => {
  const { value, problems } = plan({ cases: [decidedBy(atLeast95)], manner: allowUnderpowered });
  assert.deepEqual(
    problems.map(({ code, severity }) => [code, severity]),
    [['EVA_UNDERPOWERED', 'warning']],
  );
  assert.deepEqual([value?.calls, value?.outlooks[0]?.smallest_n], [20, 59]);
});

test('--case checks the power of the selected cases only', () => {
  const cases = [decidedBy(atLeast95), caseWith('b', [contains])];
  assert.deepEqual(codes({ cases, only: ['b'] }), []);
  assert.deepEqual(codes({ cases, only: ['a'] }), ['EVA_UNDERPOWERED']);
});

test('a criterion without a place is reported at its case', () => {
  const { at: _, ...spec } = atLeast95;
  const [problem] = plan({ cases: [{ ...decidedBy(spec), at: { ...place, line: 4 } }] }).problems;
  assert.equal(problem?.at?.line, 4);
});

const mode: Criterion = { ...everyTrialCriterion, name: 'mode_gte' };

test('custom criteria replace the built-in ones', () => {
  const own = [decidedBy({ criterion: 'mode_gte', params: {} })];
  assert.deepEqual(codes({ cases: own, criteria: [mode] }), []);
  assert.equal(plan({ cases: own, criteria: [mode] }).value?.outlooks.length, 1);
  assert.deepEqual(codes({ cases: [decidedBy(atLeast95, 60)], criteria: [mode] }), ['EVA_NOT_SUPPORTED']);
});

test('a scenario is planned like a case, and selected by its title', () => {
  const scenario = caseOf({ name: 'Bot helps', subject: conversation });
  const { value, problems } = plan({ cases: [caseWith('a', [contains]), scenario], only: ['Bot helps'] });
  assert.deepEqual(problems, []);
  assert.deepEqual([value?.cases.length, value?.calls], [1, 10 + 10]);
});

test('a token metric is allowed for an application, which may report its tokens', () => {
  const app = { app: 'command', argv: ['sh'], env: [], timeout_s: 9 } as const;
  const one = measured('per_turn.output_tokens', 'claude-x');
  assert.deepEqual(codes({ cases: [{ ...one, subject: { ...conversation, app } }] }), []);
});

test('a temperature that the provider of a judge or simulated user does not send is a warning, once for each place', () => {
  const at = { file: 'eval.yml', line: 3 };
  const asked = { ...judge, model: 'claude-cli:opus', temperature: 0, at };
  const judged = (name: string, settings: typeof judge): Case => ({
    ...caseWith(name, []),
    expectations: [
      {
        about: 'the rubric',
        grader: { grader: 'trial_passes', params: { checks: [], rubric: { text: 'Kind?', judge: settings } } },
        criteria: [{ criterion: 'every_trial', params: {} }],
      },
    ],
  });
  const user = { ...conversation.user_simulator, model: 'claude-cli:haiku', temperature: 1 };
  const scenario = caseOf({ name: 'scenario', subject: { ...conversation, user_simulator: user } });
  const cases = [judged('a', asked), judged('b', asked), judged('c', { ...asked, model: 'claude-opus-4-7' }), scenario];
  const { value, problems } = plan({ cases });
  assert.deepEqual(
    problems.map(({ severity, code, message, at: place }) => [severity, code, message.split(' ')[0], place]),
    [
      ['warning', 'EVA_PROVIDER_LACKS', 'claude-cli:opus', at],
      ['warning', 'EVA_PROVIDER_LACKS', 'claude-cli:haiku', undefined],
    ],
  );
  assert.ok(value, 'the run goes on');
  const plain = { ...asked, model: 'claude-opus-4-7' };
  assert.deepEqual(codes({ cases: [judged('a', plain)] }), []);
});

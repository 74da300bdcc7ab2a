import assert from 'node:assert/strict';
import test from 'node:test';
import type { Case } from '#model/case.js';
import type { LibraryConfig } from '#model/config.js';
import { defaultRunSettings } from '#model/run/run.js';
import type { JudgeSettings, ModelSettings } from '#model/settings.js';
import { batchableCalls } from '#run/plan/calls.js';
import { batchSplit, costAtMost } from '#run/plan/cost.js';
import { planRun } from '#run/plan/plan-run.js';
import { promptWith } from '../../support/prompt.js';
import { caseOf, conversation, criterion, measured, passesOrNot } from '../../support/statistical-case.js';
import { triggerSubject } from '../../support/trigger-subject.js';

const batch = { ...defaultRunSettings, stop_early: false, batch: true };

const settings: ModelSettings = { model: 'claude-a', timeout_s: 60, max_tokens: 1000 };

const every = [{ criterion: 'every_trial', params: {} }];

const single: Case = {
  ...caseOf(4, passesOrNot, every),
  name: 'single',
  subject: { kind: 'prompt', inputs: {}, settings },
};

const talk: Case = { ...caseOf(4, passesOrNot, every, { subject: conversation }), name: 'talk' };

const query: Case = {
  ...single,
  name: 'query',
  subject: triggerSubject('q', settings),
  expectations: [{ about: 'q', grader: { grader: 'trigger', params: {} }, criteria: every }],
};

function onModel(one: Case, model: string): Case {
  return { ...one, subject: { kind: 'prompt', inputs: {}, settings: { ...settings, model } } };
}

function judgedBy(one: Case, model: string): Case {
  const judge: JudgeSettings = { ...settings, model, scale: { min: 1, max: 5 }, pass_threshold: 4, votes: 1 };
  const grader = { grader: 'trial_passes', params: { checks: [], rubric: { text: 'Is it good?', judge } } } as const;
  return { ...one, expectations: [{ about: 'the rubric', grader, criteria: every }] };
}

/** Makes a case with a bar on a metric, in line 9. */
function timed(metric: string, model = 'claude-a'): Case {
  const below = [criterion('proportion_lt', { threshold: 20, proportion: 0.1 })];
  const expectation = { about: metric, grader: measured(metric), criteria: below };
  const at = { file: 'prompts/diff/eval.yml', line: 9 };
  return { ...onModel(single, model), sample_size: 200, expectations: [{ ...expectation, at }] };
}

const config: LibraryConfig = { concurrency: 4, providers: {}, prices: {}, budget: {}, cache: false, promotion: {} };

function problems(cases: readonly Case[], manner = batch): readonly string[] {
  const input = { prompt: promptWith(), cases, config, models: [], programs: [] };
  return planRun({ ...input, manner }).problems.map(({ code, at }) => (at ? `${code} ${at.file}:${at.line}` : code));
}

const table: readonly [string, readonly Case[], readonly string[]][] = [
  ['a case on claude', [single], []],
  ['a query on claude', [query], []],
  ['a case on openai with a judge on claude', [judgedBy(onModel(single, 'openai:gpt'), 'claude-j')], []],
  ['a case beside a conversation', [talk, single], []],
  ['a case on openai', [onModel(single, 'openai:gpt')], ['EVA_NO_BATCH']],
  ['a case of Claude Code', [onModel(single, 'claude-cli:opus')], ['EVA_NO_BATCH']],
  ['a conversation alone', [talk], ['EVA_NO_BATCH']],
  ['a bar on latency', [timed('per_turn.response_latency')], ['EVA_BATCH_LATENCY prompts/diff/eval.yml:9']],
  ['a bar on time', [timed('per_conversation.total_time')], ['EVA_BATCH_LATENCY prompts/diff/eval.yml:9']],
  [
    'a bar on response time',
    [timed('per_conversation.total_response_time')],
    ['EVA_BATCH_LATENCY prompts/diff/eval.yml:9'],
  ],
  ['a bar on words', [timed('per_turn.response_words')], []],
  [
    'a bar on the latency of a model without batches',
    [single, { ...timed('per_turn.response_latency', 'openai:gpt'), name: 'b' }],
    [],
  ],
];

for (const [what, cases, codes] of table) {
  test(`--batch with ${what}: ${codes.join(', ') || 'no problem'}`, () => {
    assert.deepEqual(problems(cases), codes);
  });
}

test('without --batch there is no problem about batches', () => {
  assert.deepEqual(problems([timed('per_turn.response_latency')], defaultRunSettings), []);
});

test('single-turn calls, their judges and queries can go in batches; conversations, their judges and rubrics cannot', () => {
  const mayWait = batchableCalls([single, talk, query]);
  const calls = [
    { case: 'single', role: 'subject' },
    { case: 'single', role: 'judge' },
    { case: 'query', role: 'trigger' },
    { case: 'talk', role: 'subject' },
    { case: 'talk', role: 'user' },
    { case: 'talk', role: 'judge' },
    { case: 'single', role: 'rubric' },
  ] as const;
  assert.deepEqual(calls.map(mayWait), [true, true, true, false, false, false, false]);
});

test('calls in a batch cost half, other calls the full price', () => {
  const prices = { 'claude-a': { input: 0, output: 250 }, gpt: { input: 0, output: 125 } };
  const plan = { body: '<a/>', cases: [single, { ...onModel(single, 'openai:gpt'), name: 'b' }] };
  const usd = (manner: { readonly batch: boolean }) => costAtMost({ ...plan, manner }, { ...config, prices }).usd;
  // 4 trials of 1,000 tokens at 250 and at 125 dollars per million
  assert.deepEqual([usd(defaultRunSettings), usd(batch)], [1.5, 1]);
});

const planOf = (cases: readonly Case[]) => ({ body: '<a/>', cases });

const priced = (budget: LibraryConfig['budget']): LibraryConfig => ({
  ...config,
  prices: { 'claude-a': { input: 0, output: 100 }, 'claude-j': { input: 0, output: 100 } },
  budget,
});

/** 25 trials of at most 1,000 tokens, $0.05 each in a batch, with a judge that costs at most as much. */
const judged = { ...judgedBy(single, 'claude-j'), sample_size: 25 };

const splits: readonly (readonly [
  what: string,
  budget: LibraryConfig['budget'],
  trials: number | null,
  judges: number | null,
])[] = [
  ['no budget', {}, 1, 1],
  ['a budget for the greatest cost of all calls', { max_cost_usd: 1.25 }, 1, 1],
  ['a budget for all but one', { max_cost_usd: 1.24 }, 2, 2],
  ['a budget for ten', { max_cost_usd: 0.5 }, 3, 3],
  ['a budget for one', { max_cost_usd: 0.05 }, 25, 25],
  ['a budget for none', { max_cost_usd: 0.049 }, null, null],
  ['max_calls, which does not split a run', { max_calls: 10 }, 1, 1],
];

for (const [what, budget, trials, judges] of splits) {
  test(`number of batches of a run split by ${what}`, () => {
    assert.deepEqual(batchSplit({ ...planOf([judged]), manner: batch }, priced(budget)), { trials, judges });
  });
}

test('a budget that one call exceeds by a rounding error has one batch for each call', () => {
  for (let step = 0; step < 100; step++) {
    const max_cost_usd = 0.05 / (1 + 1e-9 - step * 1e-15);
    const split = batchSplit({ ...planOf([judged]), manner: batch }, priced({ max_cost_usd }));
    assert.deepEqual(split, { trials: 25, judges: 25 }, String(max_cost_usd));
  }
});

test('cases of several sizes share a batch, and a run without batches has none', () => {
  const small = {
    ...single,
    name: 'small',
    sample_size: 30,
    subject: { ...single.subject, settings: { ...settings, max_tokens: 500 } },
  } as Case;
  const plan = planOf([{ ...single, sample_size: 15 }, small]);
  // Ten large ones; five and ten small ones; twenty small ones.
  assert.deepEqual(batchSplit({ ...plan, manner: batch }, priced({ max_cost_usd: 0.5 })), { trials: 3, judges: 0 });
  assert.deepEqual(batchSplit({ ...plan, manner: defaultRunSettings }, priced({})), { trials: 0, judges: 0 });
});

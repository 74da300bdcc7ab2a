import assert from 'node:assert/strict';
import test from 'node:test';
import type { Case, JudgeSettings, ModelSettings } from '#model/case.js';
import type { LibraryConfig } from '#model/config.js';
import { callsByRole, plannedCalls } from '#plan/calls.js';
import { costAtMost } from '#plan/cost.js';
import { caseWith } from '../support/prompt.js';

const settings: ModelSettings = { model: 'claude-a', timeout_s: 60, max_tokens: 1000 };
const judge: JudgeSettings = {
  ...settings,
  model: 'openai:b',
  max_tokens: 100,
  scale: { min: 1, max: 5 },
  pass_threshold: 4,
  votes: 3,
};

function caseOf(inputs: Readonly<Record<string, string>>, sample_size: number, model = 'claude-a'): Case {
  const subject = { kind: 'prompt', inputs, settings: { ...settings, model } } as const;
  return { ...caseWith('a', [{ op: 'contains', value: 'x' }]), subject, sample_size };
}

function judged(one: Case): Case {
  const grader = { grader: 'trial_passes', params: { checks: [], rubric: { text: 'Is it good?', judge } } } as const;
  return { ...one, expectations: one.expectations.map((expectation) => ({ ...expectation, grader })) };
}

const query: Case = {
  ...caseWith('should_match: q', []),
  subject: {
    kind: 'trigger',
    query: 'q',
    should_match: true,
    routing: { description: 'd', triggers: [], not_for: [] },
    settings: { ...settings, max_tokens: 10 },
  },
  expectations: [{ about: 'q', grader: { grader: 'trigger', params: {} }, criteria: [] }],
};

function config(prices: LibraryConfig['prices'], providers: LibraryConfig['providers'] = {}): LibraryConfig {
  return { concurrency: 4, providers, prices };
}

test('a request has at most as many tokens as its text has bytes, and a thousand that the provider adds', () => {
  const [call] = plannedCalls('<a>{{x}}{{x}}{{y}}</a>', caseOf({ x: 'éé', y: '' }, 7));
  assert.deepEqual(call, { role: 'subject', settings, times: 7, input_tokens: 22 + 2 * 4 + 1000 });
});

test('a judge reads its instructions, the message, and a response as long as it may be', () => {
  const tokensOfJudge = (body: string, max_tokens: number) => {
    const one = judged(caseOf({}, 1));
    const subject = { kind: 'prompt', inputs: {}, settings: { ...settings, max_tokens } } as const;
    const [, call] = plannedCalls(body, { ...one, subject });
    assert.equal(call?.role, 'judge');
    return call?.input_tokens ?? 0;
  };
  const bare = tokensOfJudge('', 1);
  assert.ok(bare > 1000 + 'Is it good?'.length);
  assert.equal(tokensOfJudge('12345', 1) - bare, 5);
  assert.equal(tokensOfJudge('', 700) - bare, 699);
});

test('calls are counted by what is asked for', () => {
  const cases = [judged(caseOf({}, 5)), query];
  assert.deepEqual(callsByRole({ body: '', cases }), { subject: 5, judge: 15, trigger: 1 });
});

test('the bound is tokens times prices, over all trials', () => {
  const plan = { body: '12345', cases: [caseOf({}, 2)] };
  const bound = costAtMost(plan, config({ 'claude-a': { input: 5, output: 25 } }));
  assert.deepEqual(bound, { usd: (2 * (1005 * 5 + 1000 * 25)) / 1e6, without_price: [], asked_by_programs: [] });
});

test('a judge is priced too, by the name that its provider is asked for', () => {
  const plan = { body: '', cases: [judged(caseOf({}, 1))] };
  const free = { input: 0, output: 0 };
  const bound = costAtMost(plan, config({ 'claude-a': free, b: { input: 0, output: 10 } }));
  assert.equal(bound.usd, (3 * 100 * 10) / 1e6);
});

test('a model without a price leaves no bound, and is named once', () => {
  const cases = [judged(caseOf({}, 1)), judged(caseOf({}, 1, 'claude-constructor'))];
  const bound = costAtMost({ body: '', cases }, config({ 'claude-a': { input: 1, output: 1 } }));
  assert.deepEqual(bound, { usd: null, without_price: ['claude-constructor', 'openai:b'], asked_by_programs: [] });
});

for (const model of ['claude-cli:a', 'command:mine']) {
  test(`${model} has no bound whatever its price: a program may say more than it is told to`, () => {
    const providers = { mine: { type: 'command', command: ['sh'] } } as const;
    const prices = { a: { input: 1, output: 1 }, mine: { input: 1, output: 1 } };
    const bound = costAtMost({ body: '', cases: [caseOf({}, 1, model)] }, config(prices, providers));
    assert.deepEqual(bound, { usd: null, without_price: [model], asked_by_programs: [model] });
  });
}

import assert from 'node:assert/strict';
import test from 'node:test';
import type { App, Case } from '#model/case.js';
import type { LibraryConfig } from '#model/config.js';
import type { BehaviorSpec } from '#model/grader.js';
import type { CallRole } from '#model/reply/exchange.js';
import type { JudgeSettings, ModelSettings } from '#model/settings.js';
import { callsByRole, callsOf, callsOfModels, plannedCalls } from '#run/plan/calls.js';
import { costAtMost } from '#run/plan/cost.js';
import { userPrompt } from '#subject/simulated-user.js';
import { datasetWith } from '../../support/dataset.js';
import { caseWith } from '../../support/prompt.js';
import { triggerSubject } from '../../support/trigger-subject.js';

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
  subject: triggerSubject('q', { ...settings, max_tokens: 10 }),
  expectations: [{ about: 'q', grader: { grader: 'trigger', params: {} }, criteria: [] }],
};

function config(prices: LibraryConfig['prices'], providers: LibraryConfig['providers'] = {}): LibraryConfig {
  return { concurrency: 4, providers, prices, budget: {}, cache: false, promotion: {} };
}

test('the token bound of a request is its bytes plus a thousand for the provider', () => {
  const [call] = plannedCalls('<a>{{x}}{{x}}{{y}}</a>', caseOf({ x: 'éé', y: '' }, 7));
  assert.deepEqual(call, { role: 'subject', settings, times: 7, input_tokens: 22 + 2 * 4 + 1000 });
});

test('the token bound counts all messages, files and tools; the judge is shown no files', () => {
  const image = { path: 'a.png', media_type: 'image/png', sha256: 'a', bytes: 10 } as const;
  const pdf = { path: 'a.pdf', media_type: 'application/pdf', sha256: 'b', bytes: 60_000 } as const;
  const one = caseOf({ x: 'éé' }, 1);
  const messages = [{ role: 'user', content: [{ text: { input: 'x' } }, { file: pdf }] }] as const;
  const tools = [{ name: 'search', input_schema: { type: 'object' } }];
  const subject = { ...one.subject, messages, settings: { ...settings, tools } } as Case['subject'];
  const body = [
    { role: 'system', content: 'ab' },
    { role: 'user', content: [{ file: image }] },
  ] as const;
  const [asked, judge] = plannedCalls(body, judged({ ...one, subject }));
  const texts = 2 + '{{x}}'.length + 4 + 3 * 300;
  const added = 1000 + JSON.stringify(tools).length + 1000;
  assert.equal(asked?.input_tokens, texts + 50_000 + 80_000 + added);
  assert.ok((judge?.input_tokens ?? 0) < 50_000, String(judge?.input_tokens));
});

test('the token bound of a case on a data set adds the mean size of an item', () => {
  const [call] = plannedCalls('<a>{{x}}</a>', { ...caseOf({}, 500), dataset: datasetWith({ mean_bytes: 340.5 }) });
  assert.deepEqual(call, { role: 'subject', settings, times: 500, input_tokens: 12 + 341 + 1000 });
});

test('the token bound of a case on a data set counts a value as often as it is inserted', () => {
  const dataset = datasetWith({ mean_bytes: 100, inputs: { x: 'body', y: 'title' } });
  const [call] = plannedCalls('{{x}}{{y}}{{x}}', { ...caseOf({}, 1), dataset });
  assert.equal(call?.input_tokens, 15 + 200 + 1000);
});

test('the token bound of a judge covers its reference: the text of the case, or the mean size of an item', () => {
  const tokensWith = (reference?: string | { readonly field: string }) => {
    const rubric = { text: 'Is it good?', judge, ...(reference !== undefined && { reference }) };
    const levels = Object.fromEntries(Array.from({ length: 5 }, (_, level) => [level + 1, 'x']));
    const graders = [
      { grader: 'trial_passes', params: { checks: [], rubric } },
      { grader: 'expected_behavior', params: { ...rubric, rubric: levels } },
    ] as const;
    const expectations = graders.map((grader) => ({ about: 'a', grader, criteria: [] }));
    const one = { ...caseOf({}, 1), expectations, dataset: datasetWith({ mean_bytes: 5000 }) };
    const [, ...calls] = plannedCalls('', one);
    return calls.map(({ input_tokens }) => input_tokens ?? 0);
  };
  const plain = tokensWith();
  for (const [index, tokens] of tokensWith({ field: 'answer' }).entries())
    assert.ok(tokens > (plain[index] ?? 0) + 5000);
  for (const [index, tokens] of tokensWith('é'.repeat(3000)).entries())
    assert.ok(tokens > (plain[index] ?? 0) + 6000 && tokens < (plain[index] ?? 0) + 8000);
});

test('the token bound of a judge covers its instructions, the message, and the longest possible response', () => {
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

test('calls are counted by role', () => {
  const cases = [judged(caseOf({}, 5)), query];
  assert.deepEqual(callsByRole([{ body: '', cases }]), {
    subject: 5,
    user: 0,
    judge: 15,
    trigger: 1,
    rubric: 0,
    embedding: 0,
  });
});

test('the cost bound is tokens times prices, over all trials', () => {
  const plan = { body: '12345', cases: [caseOf({}, 2)] };
  const bound = costAtMost(plan, config({ 'claude-a': { input: 5, output: 25 } }));
  assert.deepEqual(bound, {
    usd: (2 * (1005 * 5 + 1000 * 25)) / 1e6,
    without_price: [],
    asked_by_programs: [],
    unbounded_apps: [],
  });
});

test('the cost of a judge uses the price of its model at the provider', () => {
  const plan = { body: '', cases: [judged(caseOf({}, 1))] };
  const free = { input: 0, output: 0 };
  const bound = costAtMost(plan, config({ 'claude-a': free, b: { input: 0, output: 10 } }));
  assert.equal(bound.usd, (3 * 100 * 10) / 1e6);
});

test('a model without a price makes the bound unknown, and is listed once', () => {
  const cases = [judged(caseOf({}, 1)), judged(caseOf({}, 1, 'claude-constructor'))];
  const bound = costAtMost({ body: '', cases }, config({ 'claude-a': { input: 1, output: 1 } }));
  assert.deepEqual(bound, {
    usd: null,
    without_price: ['b', 'claude-constructor'],
    asked_by_programs: [],
    unbounded_apps: [],
  });
});

for (const model of ['claude-cli:a', 'command:mine']) {
  test(`${model} has no bound despite its price, since a program may send more text`, () => {
    const providers = { mine: { type: 'command', command: ['sh'] } } as const;
    const prices = { a: { input: 1, output: 1 }, mine: { input: 1, output: 1 } };
    const bound = costAtMost({ body: '', cases: [caseOf({}, 1, model)] }, config(prices, providers));
    assert.deepEqual(bound, { usd: null, without_price: [model], asked_by_programs: [model], unbounded_apps: [] });
  });
}

const user: ModelSettings = { model: 'claude-user', timeout_s: 60, max_tokens: 20 };

const behavior: BehaviorSpec = {
  text: 'It helps.',
  judge: { ...settings, model: 'claude-judge', max_tokens: 50, scale: { min: 1, max: 3 }, votes: 3 },
  rubric: { 1: 'hinders', 2: 'does nothing', 3: 'helps' },
};

const modelApp: App = { app: 'model', settings: { ...settings, max_tokens: 100 } };

const program: App = { app: 'command', argv: ['sh', 'bot.sh'], env: [], timeout_s: 9 };

/** Makes a scenario with these numbers of conversations and turns. */
function talk(max_turns: number, part: { readonly app?: App; readonly behavior?: BehaviorSpec | null } = {}): Case {
  const { app = modelApp, behavior: expected = behavior } = part;
  const grader = { grader: 'expected_behavior', params: expected ?? behavior } as const;
  return {
    ...caseWith('talk', []),
    sample_size: 7,
    subject: {
      kind: 'conversation',
      given: 'ab',
      when: 'cde',
      inputs: { x: 'éé' },
      max_turns,
      app,
      user_simulator: user,
      writing_style: { proficiency: ['ab', 'abc'], tone: ['a'], verbosity: ['a'], formality: ['a'] },
      seed: 0,
    },
    expectations: expected === null ? [] : [{ about: 'helps', grader, criteria: [] }],
  };
}

/** Returns the number of calls with this role, and the mean tokens of a request. */
function sizeOf(role: CallRole, one: Case, body = ''): readonly [times: number | undefined, tokens: number | null] {
  const call = plannedCalls(body, one).find((own) => own.role === role);
  return [call?.times, call?.input_tokens ?? null];
}

test('in a conversation user and application are called once for each turn, and judges at its end', () => {
  assert.deepEqual(callsByRole([{ body: '', cases: [talk(4)] }]), {
    subject: 28,
    user: 28,
    judge: 21,
    trigger: 0,
    rubric: 0,
    embedding: 0,
  });
});

test('a request includes the earlier turns: one and a half on average of four', () => {
  const [, first = 0] = sizeOf('subject', talk(1), '{{x}}');
  const [, four = 0] = sizeOf('subject', talk(4), '{{x}}');
  assert.equal(first, 5 + 4 + 1000 + 20);
  assert.equal(four, 5 + 4 + 1000 + 2.5 * 20 + 1.5 * 100);
});

test('the simulated user reads situation, style and earlier turns; a judge reads every turn', () => {
  const [[, one], [, five]] = [sizeOf('user', talk(1)), sizeOf('user', talk(5))];
  assert.equal(one, 8000 + 1000 + 5 + 6);
  assert.equal((five ?? 0) - (one ?? 0), 2 * (20 + 100 + 600));
  const [[, short], [, long]] = [sizeOf('judge', talk(1)), sizeOf('judge', talk(5))];
  assert.ok((short ?? 0) > 1000 + 'abcdeIt helps.hindersdoes nothinghelps'.length + 20 + 100);
  assert.ok((long ?? 0) - (short ?? 0) > 4 * (20 + 100), 'four turns more, with the marks around them');
});

test("eva's own text to a simulated user has fewer tokens than its bound", () => {
  const turn = { user_message: '', app_response: '', latency: 0, details: {} };
  const style = { proficiency: '', tone: '', verbosity: '', formality: '' };
  const bytesOf = (count: number) => {
    const view = { given: '', when: '', style, turns: Array.from({ length: count }, () => turn) };
    const parts = (['tool', 'text'] as const).map((form) => userPrompt(view, form, '0'.repeat(32)));
    return Math.max(...parts.map((part) => Buffer.byteLength(JSON.stringify(part))));
  };
  assert.ok(bytesOf(1) < 8000, `${bytesOf(1)} bytes`);
  assert.ok(bytesOf(101) - bytesOf(1) < 100 * 2 * 300, 'for the turns that it is shown');
});

test('a missing rubric is one call, with enough tokens for all levels', () => {
  const unwritten = { ...behavior, rubric: null };
  const plan = { body: '', cases: [talk(1, { behavior: unwritten }), talk(2, { behavior: unwritten })] };
  const rubrics = callsOf(plan).filter(({ role }) => role === 'rubric');
  assert.deepEqual(
    rubrics.map(({ times, settings: asked }) => [times, asked?.max_tokens]),
    [[1, 4096]],
  );
});

test('an application that is not a model makes the bound unknown, and is listed', () => {
  const prices = { 'claude-user': { input: 1, output: 1 }, 'claude-judge': { input: 1, output: 1 } };
  const unbounded = (app: App) => costAtMost({ body: '', cases: [talk(4, { app })] }, config(prices));
  assert.deepEqual(unbounded(program), {
    usd: null,
    without_price: [],
    asked_by_programs: [],
    unbounded_apps: ['sh bot.sh'],
  });
  assert.deepEqual(unbounded({ app: 'function', timeout_s: 9 }).unbounded_apps, ['a function']);
});

test("if no model reads an application's only answer, the bound covers the messages of its user", () => {
  const one = talk(1, { app: program, behavior: null });
  const bound = costAtMost({ body: '', cases: [one] }, config({ 'claude-user': { input: 2, output: 3 } }));
  assert.equal(bound.usd?.toFixed(9), '0.126574000'); // 7 times 9,011 tokens at 2 and 20 at 3 dollars a million
  assert.equal(callsOfModels({ body: '', cases: [one] }), 7);
});

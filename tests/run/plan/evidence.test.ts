import assert from 'node:assert/strict';
import test from 'node:test';
import { behaviorTemplateVersion } from '#grade/judging/behavior.js';
import { judgeTemplateVersion } from '#grade/judging/judge.js';
import type { App, Case, CommandApp, ConversationSubject, PromptSubject } from '#model/case.js';
import type { ProviderConfig } from '#model/config.js';
import { canonicalJson, sha256 } from '#model/data/digest.js';
import type { JsonValue } from '#model/data/json.js';
import type { FieldReference } from '#model/dataset.js';
import type { PassConditions, RubricLevels } from '#model/grader.js';
import type { MediaPath } from '#model/reply/exchange.js';
import type { EvidenceDigests } from '#model/run/run.js';
import { type BehaviorJudge, defaultStyles, type JudgeSettings } from '#model/settings.js';
import { type EvidenceInput, evidenceDigests } from '#run/plan/evidence.js';
import { userTemplateVersion } from '#subject/simulated-user.js';
import { caseWith } from '../../support/prompt.js';
import { measured as metricGrader } from '../../support/statistical-case.js';
import { triggerSubject } from '../../support/trigger-subject.js';

const judge: JudgeSettings = {
  model: 'claude-judge',
  timeout_s: 60,
  max_tokens: 100,
  scale: { min: 1, max: 5 },
  pass_threshold: 4,
  votes: 1,
};

function caseOf(
  change: { judge?: Partial<JudgeSettings>; model?: string; value?: string; rubric?: string } = {},
): Case {
  const one = caseWith('a', []);
  const settings = { model: change.model ?? 'claude-x', timeout_s: 60, max_tokens: 100 };
  const checks = [{ op: 'contains', value: change.value ?? 'x', at: { file: 'eval.yml', line: 3 } }];
  const rubric = { text: change.rubric ?? 'good?', judge: { ...judge, ...change.judge } };
  return {
    ...one,
    subject: { kind: 'prompt', inputs: { at: '1', judge: '2', settings: '3' }, settings },
    expectations: [
      {
        about: 'all',
        grader: { grader: 'trial_passes', params: { checks, rubric } },
        criteria: [{ criterion: 'every_trial', params: {} }],
      },
    ],
  };
}

const entry: ProviderConfig = { type: 'command', command: ['sh', 'say.sh'] };

const program = {
  kind: 'provider',
  name: 'mine',
  argv: ['sh', 'say.sh'],
  files: [{ path: '/a/say.sh', sha256: 'one' }],
};

const base: EvidenceInput = {
  body: '<task/>',
  cases: [caseOf()],
  config: { concurrency: 4, providers: { mine: entry }, prices: {}, budget: {}, cache: false, promotion: {} },
  programs: [],
};

function changed(before: EvidenceInput, after: EvidenceInput): readonly (keyof EvidenceDigests)[] {
  const [a, b] = [evidenceDigests(before), evidenceDigests(after)];
  return (['prompt', 'cases', 'judge', 'models'] as const).filter((part) => a[part] !== b[part]);
}

const withInput = (inputs: Record<string, string>): Case => {
  const one = caseOf();
  return one.subject.kind === 'prompt' ? { ...one, subject: { ...one.subject, inputs } } : one;
};

function about(name: string): Case {
  const one = caseOf();
  return { ...one, expectations: one.expectations.map((expectation) => ({ ...expectation, about: name })) };
}

/** Makes a case that also decides a metric. */
function measured(metric: string, params: Record<string, JsonValue> = { threshold: 9 }, level = 0.05): Case {
  const criteria = [{ criterion: 'median_lt', params, significance_level: level, at: { file: 'eval.yml', line: 9 } }];
  const one = caseOf();
  return {
    ...one,
    expectations: [...one.expectations, { about: 'm', grader: metricGrader(metric), criteria }],
  };
}

const table: readonly [string, Partial<EvidenceInput>, readonly string[]][] = [
  ['nothing', {}, []],
  ['the body', { body: '<task />' }, ['prompt']],
  ['a line break at the end of the body', { body: '<task/>\n' }, ['prompt']],
  ['the value of a check', { cases: [caseOf({ value: 'y' })] }, ['cases']],
  ['a rubric', { cases: [caseOf({ rubric: 'better?' })] }, ['cases']],
  ['an input called at', { cases: [withInput({ at: '9', judge: '2', settings: '3' })] }, ['cases']],
  ['an input called judge', { cases: [withInput({ at: '1', judge: '9', settings: '3' })] }, ['cases']],
  ['an input called settings', { cases: [withInput({ at: '1', judge: '2', settings: '9' })] }, ['cases']],
  ['the name of a case', { cases: [{ ...caseOf(), name: 'b' }] }, ['cases']],
  ['the subject of an expectation', { cases: [about('parts')] }, ['cases']],
  ['the sample size', { cases: [{ ...caseOf(), sample_size: 2 }] }, ['cases']],
  ['the use of a sequential test', { cases: [{ ...caseOf(), sequential: true }] }, ['cases']],
  ['stopping early', { cases: [{ ...caseOf(), stop_early: false }] }, ['cases']],
  ['the expected rate', { cases: [{ ...caseOf(), expected: 0.9 }] }, ['cases']],
  ['the replacement of slow answers', { cases: [{ ...caseOf(), timeouts: 'ask_again' }] }, ['cases']],
  ['the expectations', { cases: [measured('per_turn.response_words')] }, ['cases']],
  ["the judge's model", { cases: [caseOf({ judge: { model: 'claude-other' } })] }, ['judge']],
  ['the votes', { cases: [caseOf({ judge: { votes: 3 } })] }, ['judge']],
  ['the threshold', { cases: [caseOf({ judge: { pass_threshold: 5 } })] }, ['judge']],
  ['the scale', { cases: [caseOf({ judge: { scale: { min: 1, max: 10 } } })] }, ['judge']],
  ['the model', { cases: [caseOf({ model: 'claude-y' })] }, ['models']],
  ['the place of a case', { cases: [{ ...caseOf(), at: { file: 'eval.yml', line: 99 } }] }, []],
  ['an unused provider', { config: { ...base.config, providers: {} } }, []],
];

for (const [what, part, expected] of table) {
  test(`a change of ${what} changes ${expected.join(', ') || 'no digest'}`, () => {
    assert.deepEqual(changed(base, { ...base, ...part }), expected);
  });
}

const file: MediaPath = { path: 'a.png', media_type: 'image/png', sha256: 'one', bytes: 3 };

/** Makes a case with messages, a file and an extract. */
function withParts(part: Partial<PromptSubject> = {}, own: Partial<PassConditions> = {}): EvidenceInput {
  const { subject, expectations, ...one } = caseOf();
  if (subject.kind !== 'prompt') return assert.fail();
  const messages: NonNullable<PromptSubject['messages']> = [{ role: 'user', content: [{ text: 'See' }, { file }] }];
  const [first] = expectations;
  const checks = [{ op: 'contains', value: 'x' }];
  const passes = { checks, rubric: [{ text: 'good?', judge }], extract: { tag: 'a' }, ...own };
  const changes = { subject: { ...subject, messages, files: { receipt: file }, ...part }, expectations: [] };
  if (!first) return assert.fail();
  const grader = { grader: 'trial_passes', params: passes } as const;
  return { ...base, cases: [{ ...one, ...changes, expectations: [{ ...first, grader }] }] };
}

const fileIn = (part: Partial<MediaPath>) => ({ ...file, ...part });

const messageOf = (text: string, part: Partial<MediaPath> = {}): NonNullable<PromptSubject['messages']> => [
  { role: 'user', content: [{ text }, { file: fileIn(part) }] },
];

const partsTable: readonly [string, EvidenceInput, readonly string[]][] = [
  ['the bytes of a file that an input names', withParts({ files: { receipt: fileIn({ sha256: 'two' }) } }), ['cases']],
  ['the path of such a file', withParts({ files: { receipt: fileIn({ path: 'b.png' }) } }), []],
  ['a message of a case', withParts({ messages: messageOf('Look') }), ['cases']],
  ['the bytes of a file in a message', withParts({ messages: messageOf('See', { sha256: 'two' }) }), ['cases']],
  ['the path of a file in a message', withParts({ messages: messageOf('See', { path: 'b.png' }) }), []],
  ['the extract of a case', withParts({}, { extract: { tag: 'b' } }), ['cases']],
  ['the extract of a check', withParts({}, { checks: [{ op: 'contains', value: 'x', extract: 'whole' }] }), ['cases']],
  ['the name of a check', withParts({}, { checks: [{ op: 'contains', value: 'x', about: 'says x' }] }), ['cases']],
  [
    'a second rubric',
    withParts({}, { rubric: ['good?', 'kind?'].map((text) => ({ text, judge })) }),
    ['cases', 'judge'],
  ],
  [
    'the reference of a rubric in a list',
    withParts({}, { rubric: [{ text: 'good?', judge, reference: 'so' }] }),
    ['cases', 'judge'],
  ],
  ['the name of a rubric', withParts({}, { rubric: [{ text: 'good?', judge, about: 'tone' }] }), ['cases']],
];

for (const [what, after, expected] of partsTable) {
  test(`a change of ${what} changes ${expected.join(', ') || 'no digest'}`, () => {
    assert.deepEqual(changed(withParts(), after), expected);
  });
}

test('a look, a price that a check needs, an embedding and a module are evidence', () => {
  const having = (changes: Partial<Case>): EvidenceInput => ({ ...base, cases: [{ ...caseOf(), ...changes }] });
  assert.deepEqual(changed(having({}), having({ look: true })), ['cases']);
  const priced = (input: number) => ({
    ...withParts({}, { checks: [{ op: 'max_cost_usd', value: 1 }] }),
    config: { ...base.config, prices: { 'claude-x': { input, output: 1 } } },
  });
  assert.deepEqual(changed(priced(1), priced(2)), ['models']);
  const similar = (model: string) =>
    withParts({}, { checks: [{ op: 'similar', value: { to: 'a', min: 0 }, embedding: { model, timeout_s: 60 } }] });
  assert.deepEqual(changed(similar('openai:a'), similar('openai:b')), ['judge']);
  const module = (sha256: string): EvidenceInput => ({
    ...withParts({}, { checks: [{ op: 'module', value: 'checks.mjs#f' }] }),
    programs: [{ kind: 'module', name: 'a', argv: ['checks.mjs'], files: [{ path: '/a/checks.mjs', sha256 }] }],
  });
  assert.deepEqual(changed(module('one'), module('two')), ['cases']);
});

test('a reference changes the cases, and the judge by the version of its prompt', () => {
  const withReference = (reference: string | FieldReference): EvidenceInput => {
    const cases = [caseOf()].map((one) => ({
      ...one,
      expectations: one.expectations.map((own) => ({
        ...own,
        grader: {
          grader: 'trial_passes',
          params: { checks: [], rubric: { text: 'good?', judge, reference } },
        } as const,
      })),
    }));
    return { ...base, cases };
  };
  assert.deepEqual(changed(base, withReference('A')), ['cases', 'judge']);
  assert.deepEqual(changed(withReference('A'), withReference('B')), ['cases']);
  assert.deepEqual(changed(withReference({ field: 'a' }), withReference({ field: 'b' })), ['cases']);
});

const words: EvidenceInput = { ...base, cases: [measured('per_turn.response_words', { threshold: 9, cap: 20 })] };

const criteria: readonly [string, Case, readonly string[]][] = [
  ['the metric', measured('per_turn.response_length', { threshold: 9, cap: 20 }), ['cases']],
  ['the threshold', measured('per_turn.response_words', { threshold: 10, cap: 20 }), ['cases']],
  ['a parameter', measured('per_turn.response_words', { threshold: 9, cap: 20, method: 'betting' }), ['cases']],
  ['the level', measured('per_turn.response_words', { threshold: 9, cap: 20 }, 0.01), ['cases']],
  ['the order of parameters', measured('per_turn.response_words', { cap: 20, threshold: 9 }), []],
];

for (const [what, one, expected] of criteria) {
  test(`for a criterion, a change of ${what} changes ${expected.join(', ') || 'no digest'}`, () => {
    assert.deepEqual(changed(words, { ...base, cases: [one] }), expected);
  });
}

const prices = { 'claude-x': { input: 3, output: 15 }, 'claude-y': { input: 1, output: 5 } };

const dearer = { ...prices, 'claude-x': { input: 4, output: 15 } };

const other = { ...prices, 'claude-y': { input: 2, output: 5 } };

const priced: readonly [string, string, typeof prices, readonly string[]][] = [
  ['the price of the model', 'per_conversation.cost', dearer, ['models']],
  ['the price of another model', 'per_conversation.cost', other, []],
  ['a price', 'per_conversation.total_tokens', dearer, []],
];

for (const [what, metric, after, expected] of priced) {
  test(`for a case that decides ${metric}, a change of ${what} changes ${expected.join(', ') || 'no digest'}`, () => {
    const withPrices = (some: typeof prices) => ({
      ...base,
      cases: [measured(metric)],
      config: { ...base.config, prices: some },
    });
    assert.deepEqual(changed(withPrices(prices), withPrices(after)), expected);
  });
}

const served: EvidenceInput = { ...base, cases: [caseOf({ model: 'command:mine' })], programs: [program] };

const providers: readonly [string, EvidenceInput, readonly string[]][] = [
  ['its program', { ...served, programs: [{ ...program, files: [{ path: '/a/say.sh', sha256: 'two' }] }] }, ['models']],
  [
    'the folder of the program',
    { ...served, programs: [{ ...program, files: [{ path: '/b/say.sh', sha256: 'one' }] }] },
    [],
  ],
  [
    'its pace',
    { ...served, config: { ...base.config, providers: { mine: { ...entry, rpm: 5, tpm: 900, concurrency: 2 } } } },
    [],
  ],
  [
    'its command line',
    { ...served, config: { ...base.config, providers: { mine: { ...entry, command: ['sh', '-e', 'say.sh'] } } } },
    ['models'],
  ],
];

for (const [what, after, expected] of providers) {
  test(`for a provider in use, a change of ${what} changes ${expected.join(', ') || 'no digest'}`, () => {
    assert.deepEqual(changed(served, after), expected);
  });
}

const check = { ...program, kind: 'check', name: 'a', argv: ['sh', 'check.sh'] };

const checked: EvidenceInput = { ...base, programs: [check] };

const checkPrograms: readonly [string, readonly (typeof check)[], readonly string[]][] = [
  ['its bytes', [{ ...check, files: [{ path: '/a/say.sh', sha256: 'two' }] }], ['cases']],
  ['the number of its files', [{ ...check, files: [] }], ['cases']],
  ['its command line', [{ ...check, argv: ['sh', '-e', 'check.sh'] }], ['cases']],
  ['the place of its files', [{ ...check, files: [{ path: '/b/say.sh', sha256: 'one' }] }], []],
  ['another program beside it', [check, { ...check, argv: ['make'] }], ['cases']],
  ['an unused provider beside it', [check, program], []],
];

for (const [what, programs, expected] of checkPrograms) {
  test(`for a check's program, a change of ${what} changes ${expected.join(', ') || 'no digest'}`, () => {
    assert.deepEqual(changed(checked, { ...base, programs }), expected);
  });
}

const levels: RubricLevels = { 1: 'rude', 2: 'curt', 3: 'kind' };

const kindness: BehaviorJudge = {
  model: 'claude-judge',
  timeout_s: 60,
  max_tokens: 100,
  votes: 1,
  scale: { min: 1, max: 3 },
};

interface Talk {
  readonly subject?: Partial<ConversationSubject>;
  readonly app?: App;
  readonly text?: string;
  readonly rubric?: RubricLevels | null;
  readonly judge?: Partial<BehaviorJudge>;
}

/** Makes a scenario with a program as its application. */
function talk({ subject, app, text = 'It is kind.', rubric = levels, judge: own }: Talk = {}): Case {
  const params = { text, judge: { ...kindness, ...own }, rubric };
  return {
    ...caseOf(),
    subject: {
      kind: 'conversation',
      given: 'a locked account',
      when: 'help is asked for',
      inputs: { product: 'Acme' },
      max_turns: 4,
      app: app ?? command(),
      user_simulator: user,
      writing_style: defaultStyles,
      seed: 0,
      ...subject,
    },
    expectations: [
      {
        about: 'kind',
        grader: { grader: 'expected_behavior', params },
        criteria: [{ criterion: 'median_gte', params: { threshold: 3 } }],
      },
    ],
  };
}

function command(part: Partial<CommandApp> = {}): CommandApp {
  return { app: 'command', argv: ['sh', 'bot.sh'], env: ['BOT_KEY'], timeout_s: 9, ...part };
}

const asked = { model: 'claude-x', timeout_s: 60, max_tokens: 100 };

const user = { model: 'claude-user', timeout_s: 60, max_tokens: 100 };

const bot = { kind: 'app', name: 'a', argv: ['sh', 'bot.sh'], files: [{ path: '/a/bot.sh', sha256: 'one' }] };

const talking: EvidenceInput = { ...base, cases: [talk()], programs: [bot] };

/** Makes one case for each use of a provider other than for the model under test. */
const otherWays: readonly [string, Case][] = [
  ['the judge of a rubric', caseOf({ judge: { model: 'command:mine' } })],
  ['the judge of a behaviour', talk({ judge: { model: 'command:mine' } })],
  ['the user of a scenario', talk({ subject: { user_simulator: { ...user, model: 'command:mine' } } })],
  [
    'the judge of a triggering query',
    {
      ...caseOf(),
      subject: triggerSubject('refactor this', { ...user, model: 'command:mine' }),
      expectations: [],
    },
  ],
];

for (const [who, one] of otherWays) {
  test(`a provider used only for ${who} is evidence: a change of its program changes models`, () => {
    const before: EvidenceInput = { ...base, cases: [one], programs: [program] };
    const after = { ...before, programs: [{ ...program, files: [{ path: '/a/say.sh', sha256: 'two' }] }] };
    assert.deepEqual(changed(before, after), ['models']);
  });
}

const scenarios: readonly [string, Partial<EvidenceInput>, readonly string[]][] = [
  ['nothing', { cases: [talk()] }, []],
  ['the situation', { cases: [talk({ subject: { given: 'a lost phone' } })] }, ['cases']],
  ['the goal of the user', { cases: [talk({ subject: { when: 'a refund is asked for' } })] }, ['cases']],
  ['an input', { cases: [talk({ subject: { inputs: { product: 'Bcme' } } })] }, ['cases']],
  ['the number of turns', { cases: [talk({ subject: { max_turns: 5 } })] }, ['cases']],
  ['the seed', { cases: [talk({ subject: { seed: 1 } })] }, ['cases']],
  ['one style', { cases: [talk({ subject: { writing_style: { ...defaultStyles, tone: ['friendly'] } } })] }, ['cases']],
  ['the use of styles', { cases: [talk({ subject: { writing_style: null } })] }, ['cases']],
  ['the behaviour', { cases: [talk({ text: 'It is polite.' })] }, ['cases']],
  ['one level of the rubric', { cases: [talk({ rubric: { ...levels, 2: 'short' } })] }, ['judge']],
  ['the rubric to none', { cases: [talk({ rubric: null })] }, ['judge']],
  ['the judge', { cases: [talk({ judge: { model: 'claude-other' } })] }, ['judge']],
  ['the scale', { cases: [talk({ judge: { scale: { min: 1, max: 4 } } })] }, ['judge']],
  ['the model of the user', { cases: [talk({ subject: { user_simulator: asked } })] }, ['models']],
  [
    'the temperature of the user',
    { cases: [talk({ subject: { user_simulator: { ...user, temperature: 1 } } })] },
    ['models'],
  ],
  ['the command line', { cases: [talk({ app: command({ argv: ['sh', '-e', 'bot.sh'] }) })] }, ['models']],
  ['the variables of the program', { cases: [talk({ app: command({ env: [] }) })] }, ['models']],
  ['the timeout of the program', { cases: [talk({ app: command({ timeout_s: 8 }) })] }, ['models']],
  ['the bytes of the program', { programs: [{ ...bot, files: [{ path: '/a/bot.sh', sha256: 'two' }] }] }, ['models']],
  ['the folder of the program', { programs: [{ ...bot, files: [{ path: '/b/bot.sh', sha256: 'one' }] }] }, []],
  ['the place of the program', { cases: [talk({ app: command({ at: { file: 'eval.yml', line: 3 } }) })] }, []],
  ['the program for a function', { cases: [talk({ app: { app: 'function', timeout_s: 9 } })] }, ['models']],
  ['the program for a model', { cases: [talk({ app: { app: 'model', settings: asked } })] }, ['models']],
];

for (const [what, part, expected] of scenarios) {
  test(`for a scenario, a change of ${what} changes ${expected.join(', ') || 'no digest'}`, () => {
    assert.deepEqual(changed(talking, { ...talking, ...part }), expected);
  });
}

test('exchanging the models of two scenarios changes the evidence', () => {
  const model = (name: string): Talk => ({ app: { app: 'model', settings: { ...asked, model: name } } });
  const userOf = (name: string) => ({ user_simulator: { ...user, model: name } });
  const before = [talk({ subject: userOf('claude-x') }), talk({ ...model('claude-y'), subject: userOf('claude-z') })];
  const after = [talk({ ...model('claude-x'), subject: userOf('claude-y') }), talk({ subject: userOf('claude-z') })];
  assert.deepEqual(changed({ ...talking, cases: before }, { ...talking, cases: after }), ['models']);
});

test('the prompt of the simulated user is evidence of models, only if there are scenarios', () => {
  const providers = [['anthropic', null]];
  const apps = [{ app: 'function', timeout_s: 9 }];
  const scenario = { ...talking, cases: [talk({ app: { app: 'function', timeout_s: 9 } })] };
  const digest = (data: JsonValue) => sha256(canonicalJson(data));
  assert.equal(
    evidenceDigests(scenario).models,
    digest({ subjects: [{ ...user }], apps, user_template: userTemplateVersion, providers }),
  );
  assert.equal(evidenceDigests(base).models, digest({ subjects: [{ ...asked }], providers }));
});

test('the prompt of judges is evidence of the judge, that of behaviour judges only if there are behaviours', () => {
  const digest = (data: unknown) => sha256(canonicalJson(data));
  assert.equal(evidenceDigests(base).judge, digest({ template: judgeTemplateVersion, judges: [{ ...judge }] }));
  const behavior_template = behaviorTemplateVersion;
  assert.equal(
    evidenceDigests(talking).judge,
    digest({ template: judgeTemplateVersion, judges: [{ ...kindness }], behavior_template, rubrics: [levels] }),
  );
});

test("the order and repetition of a program's variables are not evidence", () => {
  const asking = (...env: readonly string[]) => ({ ...talking, cases: [talk({ app: command({ env }) })] });
  assert.deepEqual(changed(asking('A', 'B'), asking('B', 'A', 'B')), []);
});

import assert from 'node:assert/strict';
import test from 'node:test';
import {
  assertions,
  BehavioralExpectation,
  CheckExpectation,
  criteria,
  defineCriterion,
  defineMetric,
  EvaError,
  MetricExpectation,
  metrics,
  ScenarioTest,
  SigmaEval,
} from 'eva-harness';
import { builtInMetrics } from '#model/metrics.js';

const turns = { metric: metrics.per_conversation.turn_count, criteria: assertions.metrics.median_lt({ threshold: 3 }) };
const whole = { title: 'Helps', given: 'g', when: 'w', sample_size: 20, then: [turns] };

/** Returns the problems that `build` throws, each with place, code and hint. */
function problemsOf(build: () => unknown): readonly string[] {
  try {
    build();
  } catch (error) {
    assert.ok(error instanceof EvaError, String(error));
    return error.problems.map(({ at, code }) => `${at?.file}: ${at?.property} ${code}`);
  }
  return [];
}

test('builders work with new and without, and give the same data', () => {
  assert.deepEqual(new ScenarioTest(whole), ScenarioTest(whole));
  assert.deepEqual(new MetricExpectation(turns), MetricExpectation(turns));
});

test('builders return the document of eval.yml, unchanged', () => {
  assert.deepEqual(ScenarioTest(whole), {
    title: 'Helps',
    given: 'g',
    when: 'w',
    sample_size: 20,
    then: [{ metric: 'per_conversation.turn_count', criteria: { median_lt: { threshold: 3 } } }],
  });
  assert.deepEqual(
    CheckExpectation({
      about: 'a',
      assert: [{ contains: 'x' }],
      criteria: [assertions.checks.proportion_gte({ proportion: 0.9 })],
    }),
    { about: 'a', assert: [{ contains: 'x' }], criteria: [{ proportion_gte: { proportion: 0.9 } }] },
  );
});

test('built data are frozen, and do not change with their sources', () => {
  const then = [turns];
  const scenario = ScenarioTest({ ...whole, then });
  then.pop();
  assert.equal(scenario.then.length, 1);
  assert.ok(Object.isFrozen(scenario.then) && Object.isFrozen(scenario.then[0]));
});

test('an undefined field counts as missing', () => {
  assert.deepEqual(ScenarioTest({ ...whole, max_turns: undefined, judge: { model: undefined, votes: 3 } }), {
    ...whole,
    judge: { votes: 3 },
  });
});

test('the metrics have the names of eva, each in its scope', () => {
  const names = [...Object.values(metrics.per_turn), ...Object.values(metrics.per_conversation)];
  assert.deepEqual([...names].sort(), builtInMetrics.map(({ name }) => name).sort());
  for (const [scope, own] of Object.entries(metrics)) {
    for (const [key, name] of Object.entries(own)) assert.equal(name, `${scope}.${key}`);
  }
});

test('each criterion of eva has an assertion with its name', () => {
  const made = [...Object.keys(assertions.metrics), ...Object.keys(assertions.classes)];
  const known = criteria.map(({ name }) => name).filter((name) => name !== 'every_trial');
  assert.deepEqual([...made].sort(), [...known].sort());
  const params = { threshold: 1, proportion: 0.9 };
  for (const [name, make] of Object.entries(assertions.metrics)) assert.deepEqual(make(params), { [name]: params });
  const { scores, classes } = assertions;
  const each = { class: 'each', proportion: 0.8 };
  assert.deepEqual(classes.f1_gte(each), { f1_gte: each });
  assert.deepEqual(scores.proportion_gte({ min_score: 6, proportion: 0.9 }), {
    proportion_gte: { min_score: 6, proportion: 0.9 },
  });
  assert.deepEqual(scores.median_gte({ threshold: 8 }), { median_gte: { threshold: 8 } });
  assert.deepEqual(scores.mean_gte({ threshold: 8 }), { mean_gte: { threshold: 8 } });
});

// biome-ignore lint/suspicious/noExplicitAny: what no TypeScript would let through
const any = (value: unknown): any => value;
const loop: Record<string, unknown> = { ...whole };
loop['inputs'] = { loop };

const mistakes: readonly [claim: string, build: () => unknown, problems: readonly string[]][] = [
  ['an unknown key', () => ScenarioTest(any({ ...whole, whn: 'w' })), ['ScenarioTest "Helps": whn EVA_UNKNOWN_KEY']],
  [
    'a text for a number',
    () => ScenarioTest(any({ ...whole, sample_size: '9' })),
    ['ScenarioTest "Helps": sample_size EVA_WRONG_TYPE'],
  ],
  [
    'everything that is wrong, at once',
    () => ScenarioTest(any({ title: 'Helps', given: ' ', when: 'w', max_turns: 0, then: [] })),
    [
      'ScenarioTest "Helps": given EVA_EMPTY',
      'ScenarioTest "Helps": then EVA_EMPTY',
      'ScenarioTest "Helps": max_turns EVA_OUT_OF_RANGE',
    ],
  ],
  [
    'a function where data belong',
    () => ScenarioTest(any({ ...whole, given: () => 'g' })),
    ['ScenarioTest "Helps": given EVA_NOT_DATA'],
  ],
  ['data without end', () => ScenarioTest(any(loop)), ['ScenarioTest "Helps": inputs.loop EVA_NOT_DATA']],
  [
    'a file',
    () => ScenarioTest(any({ ...whole, files: { a: 'a.txt' } })),
    ['ScenarioTest "Helps": files EVA_UNKNOWN_KEY'],
  ],
  [
    'a criterion without what it compares with',
    () => BehavioralExpectation(any({ expected_behavior: 'helps', criteria: { median_gte: {} } })),
    ['BehavioralExpectation: criteria.median_gte EVA_MISSING_KEY'],
  ],
  [
    'a threshold off the scale',
    () =>
      BehavioralExpectation({
        expected_behavior: 'helps',
        criteria: [assertions.scores.proportion_gte({ min_score: 11, proportion: 0.9 })],
      }),
    ['BehavioralExpectation: criteria[0].proportion_gte.min_score EVA_BAD_THRESHOLD'],
  ],
  [
    'a rubric that lacks levels',
    () =>
      BehavioralExpectation({
        expected_behavior: 'helps',
        rubric: { 1: 'bad', 10: 'good' },
        criteria: assertions.scores.median_gte({ threshold: 8 }),
      }),
    ['BehavioralExpectation: rubric EVA_BAD_RUBRIC'],
  ],
  [
    'a criterion of one’s own that did not ride along',
    () => MetricExpectation(any({ ...turns, criteria: { proportion_within: {} } })),
    ['MetricExpectation: criteria.proportion_within EVA_UNKNOWN_CRITERION'],
  ],
  ['nothing as an expectation', () => MetricExpectation(any({})), ['MetricExpectation:  EVA_MISSING_KEY']],
  ['nothing as options', () => new SigmaEval(any({})), ['SigmaEval: judge_model EVA_MISSING_KEY']],
  [
    'invalid options',
    () => new SigmaEval(any({ judge_model: 'judge', judges: 3, concurrency: '4', significance_level: 0.9 })),
    ['SigmaEval: judges EVA_UNKNOWN_KEY', 'SigmaEval: concurrency EVA_WRONG_TYPE'],
  ],
  [
    'settings out of range',
    () => new SigmaEval({ judge_model: 'judge', concurrency: 0, significance_level: 0.9, user_simulator_model: ' ' }),
    [
      'SigmaEval: significance_level EVA_OUT_OF_RANGE',
      'SigmaEval: user_simulator_model EVA_EMPTY',
      'SigmaEval: concurrency EVA_OUT_OF_RANGE',
    ],
  ],
  [
    'a provider of eva that lacks its command',
    () =>
      new SigmaEval({ judge_model: 'command:x', providers: { x: { type: 'command' } }, prices: any({ y: () => 1 }) }),
    ['SigmaEval: prices.y EVA_NOT_DATA', 'SigmaEval: providers.x EVA_MISSING_KEY'],
  ],
  [
    'a base URL with a password, beside another mistake',
    () =>
      new SigmaEval({
        judge_model: 'judge',
        concurrency: 0,
        providers: { x: { type: 'openai', base_url: 'https://me:pw@host/v1' } },
      }),
    ['SigmaEval: concurrency EVA_OUT_OF_RANGE', 'SigmaEval: providers.x.base_url EVA_BAD_VALUE'],
  ],
  [
    'a misspelt option, once, although what was meant is missing',
    () => new SigmaEval(any({ judge_modl: 'judge' })),
    ['SigmaEval: judge_modl EVA_UNKNOWN_KEY'],
  ],
  [
    'a model that leads nowhere',
    () => new SigmaEval({ judge_model: 'gpt', user_simulator_model: 'command:x' }),
    ['SigmaEval: judge_model EVA_BAD_MODEL', 'SigmaEval: user_simulator_model EVA_BAD_MODEL'],
  ],
  [
    'everything that is wrong with a metric of one’s own',
    () => defineMetric(any({ ...odd, name: 7, unit: undefined, capp: 3, measure: 'fast' })),
    [
      'defineMetric: name EVA_WRONG_TYPE',
      'defineMetric: measure EVA_WRONG_TYPE',
      'defineMetric: capp EVA_UNKNOWN_KEY',
      'defineMetric: unit EVA_MISSING_KEY',
    ],
  ],
  [
    'everything that makes no sense in a metric of one’s own',
    () => defineMetric(any({ ...odd, name: 'Odd', scope: 'per_word', least: 2, cap: 1 })),
    [
      'defineMetric "Odd": name EVA_BAD_VALUE',
      'defineMetric "Odd": scope EVA_BAD_VALUE',
      'defineMetric "Odd": cap EVA_BAD_VALUE',
    ],
  ],
  [
    'everything that is wrong with a criterion of one’s own',
    () => defineCriterion(any({ ...within, value: 1, bar: undefined, claims: () => '' })),
    [
      'defineCriterion "proportion_within": value EVA_WRONG_TYPE',
      'defineCriterion "proportion_within": claims EVA_UNKNOWN_KEY',
      'defineCriterion "proportion_within": bar EVA_MISSING_KEY',
    ],
  ],
  [
    'everything that makes no sense in a criterion of one’s own',
    () => defineCriterion(any({ ...within, name: 'within', aggregation: 'sum' })),
    ['defineCriterion "within": name EVA_BAD_VALUE', 'defineCriterion "within": aggregation EVA_BAD_VALUE'],
  ],
  [
    'a criterion that eva has',
    () => defineCriterion({ ...within, name: 'mean_lt' }),
    ['defineCriterion "mean_lt": name EVA_BAD_VALUE'],
  ],
  [
    'a provider that cannot send',
    () => new SigmaEval(any({ judge_model: 'judge', provider: { ask: () => '' } })),
    ['SigmaEval: provider EVA_WRONG_TYPE'],
  ],
];
for (const [claim, build, problems] of mistakes) {
  test(`${claim} is reported at its property`, () => {
    assert.deepEqual(problemsOf(build), problems);
  });
}

/** Returns the message of the error that `build` throws, without the padding before codes. */
function messageOf(build: () => unknown): string {
  try {
    build();
  } catch (error) {
    assert.ok(error instanceof EvaError, String(error));
    return error.message.replace(/ {3,}/g, '  ');
  }
  return '';
}

test('the message of an error counts its problems, then lists each with hint and code', () => {
  const build = () => ScenarioTest(any({ ...whole, whn: 'w', sample_size: 0 }));
  assert.deepEqual(messageOf(build).split('\n'), [
    '2 problems in ScenarioTest "Helps"',
    '',
    'ScenarioTest "Helps": whn  unknown key "whn"',
    '  did you mean "when"?  EVA_UNKNOWN_KEY',
    '',
    'ScenarioTest "Helps": sample_size  "sample_size" is 0 and must be at least 1',
    '  write a number that is 1 or more and at most 100000  EVA_OUT_OF_RANGE',
  ]);
});

test('a single problem is the message', () => {
  const build = () => MetricExpectation(any({ ...turns, metric: undefined }));
  assert.match(
    messageOf(build),
    /^MetricExpectation {2}"metric" is undefined\n {2}metrics: per_turn\.response_latency, /,
  );
});

const takers: readonly [name: string, build: (given: unknown) => unknown][] = [
  ['ScenarioTest', (given) => ScenarioTest(any(given))],
  ['BehavioralExpectation', (given) => BehavioralExpectation(any(given))],
  ['MetricExpectation', (given) => MetricExpectation(any(given))],
  ['CheckExpectation', (given) => CheckExpectation(any(given))],
  ['SigmaEval', (given) => new SigmaEval(any(given))],
  ['defineMetric', (given) => defineMetric(any(given))],
  ['defineCriterion', (given) => defineCriterion(any(given))],
];
for (const [name, build] of takers) {
  test(`${name} of undefined, null, a text or a list says that it takes an object`, () => {
    for (const given of [undefined, null, 'x', [turns]]) {
      assert.match(
        messageOf(() => build(given)),
        new RegExp(`^${name} takes an object\n`),
      );
    }
  });
}

test('an unknown provider is reported with a hint about the option providers, not about a file', () => {
  const message = messageOf(() => new SigmaEval({ judge_model: 'command:mine' }));
  assert.match(message, /no entry of type command in the option "providers"/);
  assert.doesNotMatch(message, /eva\.yml/);
});

const odd = { name: 'odd', scope: 'per_conversation', unit: 'x', measure: () => 1 } as const;
const within = {
  name: 'proportion_within',
  aggregation: 'proportion',
  value: () => 1,
  bar: () => 0.5,
  claim: () => 'most do',
} as const;

test('a custom metric and criterion are attached to their names, and JSON drops them', () => {
  const expectation = MetricExpectation({
    metric: defineMetric(odd),
    criteria: assertions.own(defineCriterion(within), { from: 1 }),
  });
  assert.equal(expectation.metric, 'per_conversation.odd');
  assert.equal(
    JSON.stringify(expectation),
    '{"metric":"per_conversation.odd","criteria":{"proportion_within":{"from":1}}}',
  );
  assert.deepEqual({ ...expectation }, expectation);
});

const badMetrics: readonly [claim: string, part: object, message: RegExp][] = [
  ['a name with capitals', { name: 'Odd' }, /"Odd".*metric/],
  ['a name that eva has', { name: 'turn_count' }, /per_conversation\.turn_count/],
  ['an invalid scope', { scope: 'per_word' }, /"per_word"\n {2}write per_turn or per_conversation/],
  ['a cap below the least value', { least: 2, cap: 1 }, /bound 2 .* cap 1/],
  ['an invalid cap', { cap: Number.NaN }, /bound 0 .* cap NaN/],
];
for (const [claim, part, message] of badMetrics) {
  test(`a metric cannot have ${claim}`, () => {
    assert.throws(() => defineMetric(any({ ...odd, ...part })), message);
  });
}

test('a group of metrics instead of one is named by what came', () => {
  const criteria = assertions.metrics.mean_lt({ threshold: 1 });
  const message = messageOf(() => MetricExpectation({ metric: metrics.per_turn as never, criteria }));
  assert.match(message, /"metric" is a mapping where text belongs/);
});

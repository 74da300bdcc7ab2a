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
import { metrics as builtIn } from '#metrics/index.js';

const turns = { metric: metrics.per_conversation.turn_count, criteria: assertions.metrics.median_lt({ threshold: 3 }) };
const whole = { title: 'Helps', given: 'g', when: 'w', sample_size: 20, then: [turns] };

/** The problems that building throws, each as its place, its code and what to do. */
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

test('what is built is the document of eval.yml, as it was written', () => {
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

test('what was built cannot be changed, neither by itself nor by what it was built of', () => {
  const then = [turns];
  const scenario = ScenarioTest({ ...whole, then });
  then.pop();
  assert.equal(scenario.then.length, 1);
  assert.ok(Object.isFrozen(scenario.then) && Object.isFrozen(scenario.then[0]));
});

test('a field that is undefined is one that was left out', () => {
  assert.deepEqual(ScenarioTest({ ...whole, max_turns: undefined, judge: { model: undefined, votes: 3 } }), {
    ...whole,
    judge: { votes: 3 },
  });
});

test('the names of metrics are those of eva, each in its scope', () => {
  const names = [...Object.values(metrics.per_turn), ...Object.values(metrics.per_conversation)];
  assert.deepEqual([...names].sort(), builtIn.map(({ name }) => name).sort());
  for (const [scope, own] of Object.entries(metrics)) {
    for (const [key, name] of Object.entries(own)) assert.equal(name, `${scope}.${key}`);
  }
});

test('the assertions are the criteria of eva, each under its own name', () => {
  const made = Object.keys(assertions.metrics);
  const known = criteria.map(({ name }) => name).filter((name) => name !== 'every_trial');
  assert.deepEqual([...made].sort(), [...known].sort());
  const params = { threshold: 1, proportion: 0.9, q: 0.9 };
  for (const [name, make] of Object.entries(assertions.metrics)) assert.deepEqual(make(params), { [name]: params });
  const { scores } = assertions;
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
  [
    'a key that is none',
    () => ScenarioTest(any({ ...whole, whn: 'w' })),
    ['ScenarioTest "Helps": whn EVA_UNKNOWN_KEY'],
  ],
  ['nothing at all', () => ScenarioTest(any(undefined)), ['ScenarioTest:  EVA_NOT_DATA']],
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
  ['data without end', () => ScenarioTest(any(loop)), ['ScenarioTest "Helps": inputs.loop.inputs.loop EVA_NOT_DATA']],
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
  [
    'nothing as an expectation',
    () => MetricExpectation(any({})),
    ['MetricExpectation: undefined EVA_MISSING_KEY', 'MetricExpectation: undefined EVA_MISSING_KEY'],
  ],
  ['nothing as options', () => new SigmaEval(any({})), ['SigmaEval: judge_model EVA_MISSING_KEY']],
  [
    'options that are none',
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
  ['options that are no object', () => new SigmaEval(any(null)), ['SigmaEval: judge_model EVA_MISSING_KEY']],
  [
    'a provider that cannot send',
    () => new SigmaEval(any({ judge_model: 'judge', provider: { ask: () => '' } })),
    ['SigmaEval: provider EVA_WRONG_TYPE'],
  ],
];
for (const [claim, build, problems] of mistakes) {
  test(`${claim} is told at its property`, () => {
    assert.deepEqual(problemsOf(build), problems);
  });
}

test('the message of an error tells every problem, what to do, and its code', () => {
  assert.throws(
    () => ScenarioTest(any({ ...whole, whn: 'w', sample_size: 0 })),
    (error) => {
      assert.ok(error instanceof EvaError);
      for (const part of [
        'ScenarioTest "Helps": whn',
        'did you mean "when"?',
        'EVA_UNKNOWN_KEY',
        'sample_size',
        '2 problems',
      ]) {
        assert.ok(error.message.includes(part), part);
      }
      return true;
    },
  );
});

const odd = { name: 'odd', scope: 'per_conversation', unit: 'x', measure: () => 1 } as const;
const within = {
  name: 'proportion_within',
  aggregation: 'proportion',
  value: () => 1,
  bar: () => 0.5,
  claim: () => 'most do',
} as const;

test('a metric and a criterion of one’s own ride along with their names, which JSON drops', () => {
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
  ['a name with capitals', { name: 'Odd' }, /"Odd" is no name of a metric/],
  ['a name that eva has', { name: 'turn_count' }, /eva has a metric named per_conversation.turn_count/],
  ['a scope that is none', { scope: 'per_word' }, /the scope of odd must be per_turn or per_conversation/],
  ['a cap below the least value', { least: 2, cap: 1 }, /the values of odd cannot lie between 2 and 1/],
  ['a cap that is none', { cap: Number.NaN }, /the values of odd cannot lie between 0 and NaN/],
];
for (const [claim, part, message] of badMetrics) {
  test(`a metric cannot have ${claim}`, () => {
    assert.throws(() => defineMetric(any({ ...odd, ...part })), message);
  });
}

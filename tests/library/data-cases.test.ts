import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import test from 'node:test';
import fc from 'fast-check';
import { loadCases } from '#library/cases/eval-file.js';
import { casesFromData, type DataOptions } from '#library/program-data/data-cases.js';
import { loadPrompt } from '#library/prompt/meta.js';
import type { Case } from '#model/case.js';
import { builtInMetrics, type Metric } from '#model/metrics.js';
import { goodPrompt, tempLibrary } from '../support/temp-library.js';
import { said } from './said.js';

const options: DataOptions = {
  name: (index) => `ScenarioTest ${index}`,
  body: { body: 'Help with {{product}}.' },
  app: 'document',
  metrics: [],
  criteria: [],
  rubrics: null,
};

/** Returns problems as short lines: `ScenarioTest 0: then[0] EVA_CODE:variant {"param":1}`. */
function problemsOf(document: unknown, change: Partial<DataOptions> = {}): string[] {
  const { problems } = casesFromData(document, { ...options, ...change });
  return problems.map((one) => {
    assert.equal(one.at?.line, undefined);
    return `${one.at?.file}: ${one.at?.property} ${said([{ ...one, at: undefined }])
      .join()
      .trim()}`;
  });
}

const metricNames = builtInMetrics.map(({ name }) => name).join(', ');

const turns = { metric: 'per_conversation.turn_count', criteria: { median_lt: { threshold: 3 } } };

const support = { title: 'Support', given: 'A user.', when: 'They ask.', then: [turns] };

const inputs = { product: 'Acme' };

/** Returns a document with one scenario, in which some fields are changed. */
const one = (change: object = {}) => ({ defaults: { model: 'm' }, scenarios: [{ ...support, inputs, ...change }] });

/** Returns cases without places. */
function plain(cases: readonly Case[] | null): unknown {
  return JSON.parse(JSON.stringify(cases, (key, value) => (key === 'at' ? undefined : value)));
}

function fromFile(t: TestContext, text: string): readonly Case[] {
  const root = tempLibrary(t, {
    ...goodPrompt(),
    'prompts/diff/meta.yml': goodMetaWithoutInputs,
    'prompts/diff/prompt.xml': 'Help with {{product}}.',
    'prompts/diff/eval.yml': text,
  });
  const prompt = loadPrompt(root, 'diff').value;
  assert.ok(prompt);
  const { value, problems } = loadCases(root, prompt, {
    config: { concurrency: 1, providers: {}, prices: {}, budget: {}, cache: false, promotion: {} },
    file: null,
  });
  assert.deepEqual(problems, []);
  return value?.cases ?? [];
}

const goodMetaWithoutInputs = `id: diff
title: Surgical diff
summary: Changes what was asked for and nothing else.
status: draft
version: 1.0.0
created: 2026-01-02
updated: 2026-01-03
`;

const doors: readonly (readonly [what: string, yaml: string, data: object])[] = [
  [
    'with a model of its own, a user, a style and a seed',
    `defaults: { model: m, timeout_s: 9, significance_level: 0.01, judge: { model: j, votes: 3 }, user_simulator: { max_turns: 4 }, seed: 3 }
scenarios:
  - title: Reset
    given: A user of {{product}}.
    when: They ask.
    inputs: { product: Acme }
    sample_size: 50
    stop_early: false
    app: { model: other }
    user_simulator: { model: u, temperature: 1.0 }
    writing_style: { tone: rude, formality: [plain, "so, so"] }
    then:
      - expected_behavior: It helps.
        about: Help
        judge: { timeout_s: 5, scale: { min: 1, max: 3 } }
        rubric: { 1: no, 2: some, 3: much }
        criteria:
          - proportion_gte: { min_score: 2, proportion: 0.9 }
          - median_gte: { threshold: 2, significance_level: 0.05 }
      - metric: per_turn.response_latency
        criteria: { mean_lt: { threshold: 2, cap: 5 } }
      - assert: [{ contains: Acme }, { json_schema: { type: object } }]
        criteria: { proportion_gte: { proportion: 0.5 } }
`,
    {
      defaults: {
        model: 'm',
        timeout_s: 9,
        significance_level: 0.01,
        judge: { model: 'j', votes: 3 },
        user_simulator: { max_turns: 4 },
        seed: 3,
      },
      scenarios: [
        {
          title: 'Reset',
          given: 'A user of {{product}}.',
          when: 'They ask.',
          inputs: { product: 'Acme' },
          sample_size: 50,
          stop_early: false,
          app: { model: 'other' },
          user_simulator: { model: 'u', temperature: 1 },
          writing_style: { tone: 'rude', formality: ['plain', 'so, so'] },
          then: [
            {
              expected_behavior: 'It helps.',
              about: 'Help',
              judge: { timeout_s: 5, scale: { min: 1, max: 3 } },
              rubric: { 1: 'no', 2: 'some', 3: 'much' },
              criteria: [
                { proportion_gte: { min_score: 2, proportion: 0.9 } },
                { median_gte: { threshold: 2, significance_level: 0.05 } },
              ],
            },
            { metric: 'per_turn.response_latency', criteria: { mean_lt: { threshold: 2, cap: 5 } } },
            {
              assert: [{ contains: 'Acme' }, { json_schema: { type: 'object' } }],
              criteria: { proportion_gte: { proportion: 0.5 } },
            },
          ],
        },
      ],
    },
  ],
  [
    'with a program, no style, and numbers and lists as inputs',
    `scenarios:
  - title: Order
    given: "An order: {{n}} {{list}} {{flag}}"
    when: They ask.
    inputs: { n: 2, list: [1, two, { three: null }], flag: true }
    app: { command: [node, bot.js], env: [KEY] }
    writing_style: false
    max_turns: 3
    then: [{ metric: per_conversation.total_time, criteria: { proportion_lt: { proportion: 0.9, threshold: 9 } } }]
`,
    {
      scenarios: [
        {
          title: 'Order',
          given: 'An order: {{n}} {{list}} {{flag}}',
          when: 'They ask.',
          inputs: { n: 2, list: [1, 'two', { three: null }], flag: true },
          app: { command: ['node', 'bot.js'], env: ['KEY'] },
          writing_style: false,
          max_turns: 3,
          then: [
            { metric: 'per_conversation.total_time', criteria: { proportion_lt: { proportion: 0.9, threshold: 9 } } },
          ],
        },
      ],
    },
  ],
];

for (const [what, yaml, data] of doors) {
  test(`a scenario is the same case from a file and from an object: one ${what}`, (t) => {
    const { value, problems } = casesFromData(data, options);
    assert.deepEqual(problems, []);
    assert.equal(value?.length, 1);
    assert.deepEqual(plain(value), plain(fromFile(t, yaml)));
  });
}

test('an optional key may be undefined', () => {
  const absent = one({
    max_turns: undefined,
    app: undefined,
    then: [{ ...turns, about: undefined, judge: undefined }],
  });
  assert.deepEqual(problemsOf(absent), []);
  assert.deepEqual(casesFromData(absent, options).value, casesFromData(one(), options).value);
});

test('a place is the scenario and the property, even if that is missing', () => {
  const { value } = casesFromData(one(), options);
  assert.deepEqual(value?.[0]?.at, { file: 'ScenarioTest 0', property: 'title' });
  assert.deepEqual(value?.[0]?.expectations[0]?.at, { file: 'ScenarioTest 0', property: 'then[0].metric' });
});

test('a function is the application, with the time limit of the scenario', () => {
  const { value, problems } = casesFromData(
    {
      scenarios: [
        { ...support, timeout_s: 3 },
        { ...support, title: 'B' },
      ],
    },
    { ...options, app: 'function', body: { body: '' } },
  );
  assert.deepEqual(problems, []);
  assert.deepEqual(
    value?.map(({ subject }) => subject.kind === 'conversation' && subject.app),
    [
      { app: 'function', timeout_s: 3 },
      { app: 'function', timeout_s: 60 },
    ],
  );
});

const words: Metric = {
  name: 'per_turn.questions',
  scope: 'per_turn',
  unit: 'questions',
  least: 1,
  capOf: () => 9,
  measure: () => [],
};

test("a metric and a criterion of one's own are passed on, with what is known of the metric", () => {
  const own = { metric: 'per_turn.questions', criteria: [{ trimmed_lt: { cut: 0.1, method: 'gaffke' } }] };
  const { value, problems } = casesFromData(one({ significance_level: 0.01, then: [own] }), {
    ...options,
    metrics: [words],
    criteria: ['trimmed_lt'],
  });
  assert.deepEqual(problems, []);
  assert.deepEqual(plain(value?.length ? [value[0] as Case] : null), [
    {
      ...((plain(value) as object[])[0] as object),
      expectations: [
        {
          about: 'per_turn.questions',
          grader: {
            grader: 'metric',
            params: { metric: 'per_turn.questions', scope: 'per_turn', unit: 'questions', least: 1, cap: 9 },
          },
          criteria: [{ criterion: 'trimmed_lt', params: { cut: 0.1, method: 'gaffke' }, significance_level: 0.01 }],
        },
      ],
    },
  ]);
});

test('given rubrics are used for their behaviours', () => {
  const levels = { 1: 'no', 2: 'yes' };
  const scale = { min: 1, max: 2 };
  const then = [{ expected_behavior: 'It helps.', judge: { scale }, criteria: { median_gte: { threshold: 2 } } }];
  const { value } = casesFromData(one({ then }), { ...options, rubrics: [{ behavior: 'It helps.', scale, levels }] });
  const grader = value?.[0]?.expectations[0]?.grader;
  assert.deepEqual(grader?.grader === 'expected_behavior' && grader.params.rubric, levels);
});

const holdsItself: Record<string, unknown> = { ...support };

holdsItself['inputs'] = { product: [holdsItself] };

const trap = Object.defineProperty({ ...support, inputs }, 'seed', {
  enumerable: true,
  get: () => {
    throw new Error('no');
  },
});

const mistakes: readonly (readonly [
  what: string,
  document: unknown,
  problems: readonly string[],
  change?: Partial<DataOptions>,
])[] = [
  [
    'a typo below a criterion',
    one({
      then: [
        { ...turns, criteria: [{ median_lt: { threshold: 3 } }, { proportion_lt: { proportoin: 0.9, threshold: 1 } }] },
      ],
    }),
    [
      'ScenarioTest 0: then[0].criteria[1].proportion_lt.proportoin EVA_UNKNOWN_KEY unknown key "proportoin" (did you mean "proportion"?)',
    ],
  ],
  [
    'a missing key is reported at the whole scenario',
    { scenarios: [{ title: 'a', given: 'g', when: 'w', inputs, model: 'm' }] },
    [
      'ScenarioTest 0:  EVA_MISSING_KEY "then" is missing (add then: … (Expectations, each decided by its own criteria, on the same trials))',
    ],
  ],
  [
    'a key that must be there and is undefined, as what is behind a misspelt property is',
    {
      defaults: { model: 'm' },
      scenarios: [
        { ...support, inputs, when: undefined, then: [turns] },
        { ...support, inputs, title: 'Second', then: [{ ...turns, metric: undefined }] },
      ],
    },
    [
      'ScenarioTest 0:  EVA_MISSING_KEY:undefined "when" is undefined (give it a value)',
      `ScenarioTest 1: then[0] EVA_MISSING_KEY:undefined "metric" is undefined (metrics: ${metricNames})`,
    ],
  ],
  [
    'a metric that only a program can hold',
    one({ then: [{ ...turns, metric: 'per_turn.exclamation_marks_in_all' }] }),
    [
      `ScenarioTest 0: then[0].metric EVA_BAD_VALUE:choice "per_turn.exclamation_marks_in_all" is not a value that "metric" can have (one of: ${metricNames} (pass a metric of your own as the object that defineMetric returned: JSON keeps only its name))`,
    ],
  ],
  [
    'a default by the name that the program has for it',
    { ...one(), defaults: { model: 'm', seed: -1 } },
    [
      'Options: seed! EVA_OUT_OF_RANGE:number "seed" is -1 and must be at least 0 (write a number that is 0 or more and at most 9007199254740991)',
    ],
    { default: (path) => ({ file: 'Options', property: `${path.join('.')}!` }) },
  ],
  [
    'a number where a text belongs, in the second of two',
    {
      defaults: { model: 'm' },
      scenarios: [
        { ...support, inputs },
        { ...support, inputs, title: 'B', when: 7 },
      ],
    },
    ['ScenarioTest 1: when EVA_WRONG_TYPE "when" is a number where text belongs (write a text)'],
  ],
  [
    'two scenarios of one title',
    {
      defaults: { model: 'm' },
      scenarios: [
        { ...support, inputs },
        { ...support, inputs },
      ],
    },
    [
      'ScenarioTest 1: title EVA_DUPLICATE_NAME:object the name "Support" is taken (scenario 1 has it; give each scenario another title)',
    ],
  ],
  [
    'a default that is out of range',
    { ...one(), defaults: { model: 'm', significance_level: 0.6 } },
    [
      'defaults: significance_level EVA_OUT_OF_RANGE:number "significance_level" is 0.6 and must be at most 0.5 (write a number that is more than 0 and at most 0.5)',
    ],
  ],
  [
    'a function and an app',
    one({ app: { model: 'x' }, max_tokens: 5 }),
    [
      'ScenarioTest 0: max_tokens warning EVA_UNUSED_SETTING "max_tokens" has no effect: the application is a function (remove it)',
      'ScenarioTest 0: app EVA_APP_TWICE the application is a function, but "app" names another one (remove "app", or pass no function)',
    ],
    { app: 'function' },
  ],
  [
    'nobody to talk to',
    { scenarios: [{ ...support, inputs }] },
    [
      'ScenarioTest 0:  EVA_NO_APP scenario "Support" has no application under test (pass a function, or set app: { model: … } or app: { command: […] })',
    ],
  ],
  [
    'a value that is missing, and one that nothing uses',
    one({ given: 'About {{thing}}.', inputs: { product: 'x', other: 1 } }),
    [
      'ScenarioTest 0: inputs.other EVA_UNKNOWN_INPUT:object nothing uses the input "other" (used inputs: product, thing)',
      'ScenarioTest 0: given EVA_UNDECLARED_INPUT:story {{thing}} is used and has no value (give "thing" a value under "inputs")',
    ],
  ],
  [
    'files that a path names',
    one({
      inputs_from: 'ex',
      files: { product: 'a.txt' },
      then: [{ assert: [{ json_schema: 'order.json' }], criteria: { proportion_gte: { proportion: 0.5 } } }],
    }),
    [
      'ScenarioTest 0: inputs_from EVA_UNKNOWN_KEY:no_folder "inputs_from" has no effect in an object: an object has no folder (read the file yourself and pass its content under "inputs")',
      'ScenarioTest 0: files EVA_UNKNOWN_KEY:no_folder "files" has no effect in an object: an object has no folder (read the file yourself and pass its content under "inputs")',
      'ScenarioTest 0: then[0].assert[0].json_schema EVA_BAD_CHECK:no_folder json_schema: an object has no folder in which to look for the file (read the file yourself and pass the schema)',
    ],
  ],
  [
    'values that are no data',
    one({
      seed: Number.NaN,
      sample_size: 1n,
      judge: undefined,
      model: () => 'm',
      stop_early: Symbol('x'),
      inputs: { product: new Date(0), list: [undefined, Number.POSITIVE_INFINITY], map: new Map() },
    }),
    [
      'ScenarioTest 0: inputs.product EVA_NOT_DATA "product" is an object of the class Date (use only texts, numbers, booleans, lists and plain objects)',
      'ScenarioTest 0: inputs.list[0] EVA_NOT_DATA a value is undefined (use only texts, numbers, booleans, lists and plain objects)',
      'ScenarioTest 0: inputs.list[1] EVA_NOT_DATA a value is Infinity, which is not a finite number (use only texts, numbers, booleans, lists and plain objects)',
      'ScenarioTest 0: inputs.map EVA_NOT_DATA "map" is an object of the class Map (use only texts, numbers, booleans, lists and plain objects)',
      'ScenarioTest 0: seed EVA_NOT_DATA "seed" is NaN, which is not a finite number (use only texts, numbers, booleans, lists and plain objects)',
      'ScenarioTest 0: sample_size EVA_NOT_DATA "sample_size" is a bigint (use only texts, numbers, booleans, lists and plain objects)',
      'ScenarioTest 0: model EVA_NOT_DATA "model" is a function (make a check, metric or criterion of a function with defineCheck, defineMetric or defineCriterion)',
      'ScenarioTest 0: stop_early EVA_NOT_DATA "stop_early" is a symbol (use only texts, numbers, booleans, lists and plain objects)',
    ],
  ],
  [
    'an object that holds itself',
    { defaults: { model: 'm' }, scenarios: [holdsItself] },
    [
      'ScenarioTest 0: inputs.product[0] EVA_NOT_DATA a value is an object that holds itself (use only texts, numbers, booleans, lists and plain objects)',
    ],
  ],
  [
    'a property that throws when it is read',
    { defaults: { model: 'm' }, scenarios: [{ ...support, title: 'A', inputs }, trap] },
    [
      'ScenarioTest 1:  EVA_NOT_DATA a value is an object that cannot be read (use only texts, numbers, booleans, lists and plain objects)',
    ],
  ],
  [
    'more than a megabyte',
    one({ given: 'x'.repeat(1_100_000) }),
    ['document:  EVA_TOO_LARGE:object the object is larger than 1 MiB (keep long data out of the object)'],
  ],
  [
    'no object at all',
    7,
    ['document:  EVA_WRONG_TYPE the document is a number where a mapping belongs (write an object)'],
  ],
  [
    'a metric that nobody has defined',
    one({ then: [{ ...turns, metric: 'per_turn.qestions' }] }),
    [
      'ScenarioTest 0: then[0].metric EVA_BAD_VALUE:choice "per_turn.qestions" is not a value that "metric" can have (did you mean "per_turn.questions"?)',
    ],
    { metrics: [words] },
  ],
  [
    'an own criterion without a mapping, and one with an odd level',
    one({ then: [{ ...turns, criteria: [{ own_lt: 3 }, { own_gt: { significance_level: 1 } }] }] }),
    [
      'ScenarioTest 0: then[0].criteria[0].own_lt EVA_BAD_CRITERIA:own_params "own_lt" takes a mapping of parameters (write {} for none)',
      'ScenarioTest 0: then[0].criteria[1].own_gt EVA_BAD_CRITERIA:own_level the "significance_level" of "own_gt" is not a level (write a number above 0 and at most 0.5)',
    ],
    { criteria: ['own_lt', 'own_gt'] },
  ],
  [
    'a criterion that nobody has defined',
    one({ then: [{ ...turns, criteria: { own_lte: {} } }] }),
    [
      'ScenarioTest 0: then[0].criteria.own_lte EVA_UNKNOWN_CRITERION unknown criterion "own_lte" (did you mean "own_lt"?)',
    ],
    { criteria: ['own_lt'] },
  ],
];

for (const [what, document, expected, change] of mistakes) {
  test(`a mistake in an object is reported at its property: ${what}`, () => {
    assert.deepEqual(problemsOf(document, change), expected);
  });
}

test('an object with its own toString is reported as an invalid metric', () => {
  const problems = casesFromData(one({ then: [{ ...turns, metric: { toString: 1 } }] }), options).problems;
  assert.ok(problems.length > 0);
});

test('reading an object never throws, whatever it contains', () => {
  const anything = fc.anything({
    withDate: true,
    withMap: true,
    withSet: true,
    withBigInt: true,
    withSparseArray: true,
    withNullPrototype: true,
  });
  const keys = fc.constantFrom(
    'title',
    'given',
    'when',
    'then',
    'inputs',
    'app',
    'writing_style',
    'judge',
    'user_simulator',
    'max_turns',
    'files',
    'inputs_from',
  );
  const items = fc.dictionary(
    fc.constantFrom('metric', 'expected_behavior', 'assert', 'criteria', 'judge', 'rubric'),
    anything,
  );
  fc.assert(
    fc.property(fc.dictionary(keys, anything), fc.array(items), anything, (change, then, other) => {
      for (const scenarios of [[{ ...support, inputs, ...change }], [{ ...support, inputs, then }], other]) {
        const { value, problems } = casesFromData({ defaults: { model: 'm' }, scenarios }, options);
        assert.ok(problems.length > 0 || value !== null);
        assert.ok(problems.every(({ at }) => at !== undefined && at.line === undefined));
      }
    }),
    { numRuns: 100 },
  );
});

test('names of inherited properties are ordinary names', () => {
  const text =
    '{"title":"A","given":"{{constructor}}","when":"w","inputs":{"__proto__":"p","constructor":"c"},"then":[]}';
  const document = { defaults: { model: 'm' }, scenarios: [{ ...JSON.parse(text), then: [turns] }] };
  const { value, problems } = casesFromData(document, { ...options, body: { body: '{{__proto__}}' } });
  assert.deepEqual(problems, []);
  const subject = value?.[0]?.subject;
  assert.equal(subject?.kind === 'conversation' && subject.given, 'c');
});

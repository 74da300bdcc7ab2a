import assert from 'node:assert/strict';
import test from 'node:test';
import { textOf } from '#errors/index.js';
import type { JsonValue } from '#model/data/json.js';
import type { DocumentKind } from '#schema/documents.js';
import { checkDocument } from '#schema/validator.js';

function said(kind: DocumentKind, value: JsonValue): string[] {
  return checkDocument(kind, value).map(({ path, on, key, params }) => {
    const [code] = key.split(':');
    const { message, hint } = textOf(key, params);
    const spot = `/${path.join('/')}${on === 'key' ? '#' : ''}`;
    return `${spot} ${code} ${message}${hint === undefined ? '' : ` (${hint})`}`;
  });
}

const caseWith = (part: Record<string, JsonValue>) => ({ cases: [{ name: 'a', ...part }] });
const checks = (...items: JsonValue[]) => caseWith({ assert: items });

const misspeltMetric = [{ metric: 'per_turn.response_latncy', criteria: { median_lt: { threshold: 1 } } }];

const mistakes: readonly (readonly [mistake: string, value: JsonValue, problems: readonly string[]])[] = [
  [
    'a misspelt check',
    checks({ contain: 'x' }),
    ['/cases/0/assert/0/contain# EVA_UNKNOWN_CHECK unknown check "contain" (did you mean "contains"?)'],
  ],
  [
    'two checks in one item',
    checks({ contains: 'x', max_tokens: 5 }),
    [
      '/cases/0/assert/0 EVA_ONE_KEY item 1 of "assert" holds 2 keys where one belongs: "contains", "max_tokens" (begin each with a "- " of its own)',
    ],
  ],
  [
    'a check without a name',
    checks({}),
    ['/cases/0/assert/0 EVA_EMPTY item 1 of "assert" is empty (give it a value, or remove it)'],
  ],
  [
    'no checks where some are announced',
    caseWith({ assert: null }),
    ['/cases/0/assert EVA_WRONG_TYPE "assert" is nothing where a list belongs (give it a value, or remove it)'],
  ],
  [
    'an empty list of checks',
    caseWith({ assert: [] }),
    ['/cases/0/assert EVA_EMPTY "assert" is empty (give it a value, or remove it)'],
  ],
  [
    'values of the wrong kind',
    checks({ max_tokens: '12' }, { max_tokens: 0.5 }, { contains: 3 }, { is_json: 'yes' }, { is_json: false }),
    [
      '/cases/0/assert/0/max_tokens EVA_WRONG_TYPE "max_tokens" is text where a whole number belongs (take the quotes away)',
      '/cases/0/assert/1/max_tokens EVA_WRONG_TYPE "max_tokens" is 0.5 where a whole number belongs (write a whole number)',
      '/cases/0/assert/2/contains EVA_WRONG_TYPE "contains" is a number where text belongs (put it in quotes)',
      '/cases/0/assert/3/is_json EVA_WRONG_TYPE "is_json" is text where true or false belongs (write true or false, without quotes)',
      '/cases/0/assert/4/is_json EVA_BAD_VALUE "is_json" can only be true (remove it if you do not want it)',
    ],
  ],
  [
    'empty texts and lists',
    checks({ contains: '' }, { contains_any: [] }, { contains_all: ['a', ''] }, { command: [''] }),
    [
      '/cases/0/assert/0/contains EVA_EMPTY "contains" is empty (give it a value, or remove it)',
      '/cases/0/assert/1/contains_any EVA_EMPTY "contains_any" is empty (give it a value, or remove it)',
      '/cases/0/assert/2/contains_all/1 EVA_EMPTY item 2 of "contains_all" is empty (give it a value, or remove it)',
      '/cases/0/assert/3/command/0 EVA_EMPTY item 1 of "command" is empty (give it a value, or remove it)',
    ],
  ],
  [
    'a misspelt key, once, although the right one is missing',
    { cases: [{ nme: 'a' }] },
    ['/cases/0/nme# EVA_UNKNOWN_KEY unknown key "nme" (did you mean "name"?)'],
  ],
  [
    'a key that resembles none',
    caseWith({ judge: { colour: 'red' } }),
    [
      '/cases/0/judge/colour# EVA_UNKNOWN_KEY unknown key "colour" (known here: model, scale, pass_threshold, votes, timeout_s, max_tokens, temperature)',
    ],
  ],
  [
    'names of prototypes',
    { cases: [{ name: 'a', constructor: 1 }], toString: 1 },
    [
      '/toString# EVA_UNKNOWN_KEY unknown key "toString" (known here: cases_of, defaults, triggering, compare, cases, scenarios, and x-… for anchors)',
      '/cases/0/constructor# EVA_UNKNOWN_KEY unknown key "constructor" (known here: name, inputs_from, inputs, files, messages, allow_hidden, dataset, assert, inherit, extract, rubric, reference, judge, look, criteria, then, model, models, timeout_s, max_tokens, temperature, top_p, top_k, stop, sampling_seed, reasoning, response_format, tools, tool_choice, extra, sample_size, significance_level, stop_early, sequential, timeouts, expected, seed)',
    ],
  ],
  [
    'a blank name',
    { cases: [{ name: ' ' }] },
    ['/cases/0/name EVA_EMPTY "name" is blank (give it a value, or remove it)'],
  ],
  [
    'a list as the file',
    [1],
    ['/ EVA_WRONG_TYPE the file is a list where a mapping belongs (write cases: on a line above the list)'],
  ],
  [
    'numbers out of range',
    caseWith({ sample_size: 0, timeout_s: -1, temperature: 3, significance_level: 1 }),
    [
      '/cases/0/timeout_s EVA_OUT_OF_RANGE "timeout_s" is -1 and must be more than 0 (write a number that is more than 0 and at most 86400)',
      '/cases/0/temperature EVA_OUT_OF_RANGE "temperature" is 3 and must be at most 2 (write a number that is 0 or more and at most 2)',
      '/cases/0/sample_size EVA_OUT_OF_RANGE "sample_size" is 0 and must be at least 1 (write a number that is 1 or more and at most 100000)',
      '/cases/0/significance_level EVA_OUT_OF_RANGE "significance_level" is 1 and must be at most 0.5 (write a number that is more than 0 and at most 0.5)',
    ],
  ],
  [
    'a misspelt criterion',
    caseWith({ criteria: { proportion_get: { proportion: 0.9 } } }),
    [
      '/cases/0/criteria/proportion_get# EVA_UNKNOWN_CRITERION unknown criterion "proportion_get" (did you mean "proportion_gte"?)',
    ],
  ],
  [
    'criteria that are a text, said once',
    caseWith({ criteria: 'x' }),
    [
      '/cases/0/criteria EVA_WRONG_TYPE "criteria" is text where a mapping or a list belongs (begin each entry of the list with "- ")',
    ],
  ],
  [
    'an empty list of criteria',
    caseWith({ criteria: [] }),
    ['/cases/0/criteria EVA_EMPTY "criteria" is empty (give it a value, or remove it)'],
  ],
  [
    'a metric that does not exist',
    caseWith(Object.fromEntries([['then', misspeltMetric]])),
    [
      '/cases/0/then/0/metric EVA_BAD_VALUE "per_turn.response_latncy" is not a value that "metric" can have (did you mean "per_turn.response_latency"?)',
    ],
  ],
];

for (const [mistake, value, problems] of mistakes) {
  test(`${mistake} in eval.yml: one sentence for each mistake`, () => {
    assert.deepEqual(said('eval', value), problems);
  });
}

test('mistakes in eva.yml and meta.yml have the same sentences', () => {
  assert.deepEqual(
    said('eva-config', {
      defaults: { modle: 'x' },
      providers: { a: { type: 'opnai' }, b: { type: 'openai', base_url: 'localhost' } },
    }),
    [
      '/defaults/modle# EVA_UNKNOWN_KEY unknown key "modle" (did you mean "model"?)',
      '/providers/a/type EVA_BAD_VALUE "opnai" is not a value that "type" can have (did you mean "openai"?)',
      '/providers/b/base_url EVA_BAD_VALUE "base_url" has the wrong form (Where the server listens: https://host/v1 for openai and openai-responses, https://NAME.openai.azure.com for azure.)',
    ],
  );
  assert.deepEqual(said('meta', { id: 'a', status: 'redy', version: 1, inputs: [{ description: 'd' }] }), [
    '/status EVA_BAD_VALUE "redy" is not a value that "status" can have (did you mean "ready"?)',
    '/inputs/0 EVA_MISSING_KEY "name" is missing in item 1 of "inputs" (add name: … (The name between the braces: letters, digits, _ and -, not beginning with a digit))',
  ]);
});

test('every key of eval.yml is accepted', () => {
  const judge = {
    model: 'm',
    scale: { min: 1, max: 10 },
    pass_threshold: 7,
    votes: 3,
    timeout_s: 9,
    max_tokens: 9,
    temperature: 0,
  };
  const settings = {
    model: 'm',
    timeout_s: 1.5,
    max_tokens: 9,
    temperature: 1,
    sample_size: 20,
    significance_level: 0.01,
    stop_early: false,
    sequential: true,
    expected: 0.97,
    seed: 7,
    judge,
  };
  const then = [
    {
      about: 'kind',
      expected_behavior: 'It is kind.',
      criteria: [{ proportion_gte: { min_score: 6, proportion: 0.9 } }],
      judge,
      rubric: { '1': 'rude', '10': 'kind' },
    },
    {
      metric: 'per_turn.response_latency',
      criteria: { proportion_lt: { proportion: 0.95, threshold: 2, significance_level: 0.01 } },
    },
    { metric: 'per_turn.response_length', criteria: { mean_lt: { threshold: 100, cap: 900 } } },
    { assert: [{ contains: 'x' }], criteria: { proportion_gte: { proportion: 0.9 } } },
  ];
  const assertions = [
    { contains: 'a' },
    { not_contains: 'a' },
    { contains_any: ['a'] },
    { contains_all: ['a', 'b'] },
    { icontains: 'a' },
    { equals: 'a' },
    { starts_with: 'a' },
    { ends_with: 'a' },
    { matches: 'a' },
    { not_matches: 'a' },
    { min_tokens: 1 },
    { max_tokens: 2 },
    { min_chars: 1 },
    { max_chars: 2 },
    { is_json: true },
    { json_schema: { type: 'object' } },
    { json_schema: 'schema.json' },
    { command: ['./check.sh', '-v'] },
  ];
  assert.deepEqual(
    said('eval', {
      defaults: { ...settings, user_simulator: { model: 'm', max_turns: 4 } },
      triggering: { judge: { model: 'm' }, should_match: ['a'], should_not_match: ['b'] },
      cases: [
        {
          name: 'a',
          inputs_from: 'x',
          inputs: { n: [1, null] },
          files: { f: 'f.txt' },
          assert: assertions,
          rubric: 'r',
          criteria: { proportion_gte: { proportion: 0.9 } },
          then,
          ...settings,
        },
      ],
      scenarios: [
        {
          title: 's',
          given: 'g',
          when: 'w',
          then,
          ...settings,
          max_turns: 3,
          writing_style: false,
          inputs: {},
          app: { command: ['./app'] },
          user_simulator: { model: 'm' },
        },
        { title: 't', given: 'g', when: 'w', then, app: { model: 'm' } },
      ],
    }),
    [],
  );
});

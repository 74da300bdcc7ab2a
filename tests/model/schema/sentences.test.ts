import assert from 'node:assert/strict';
import test from 'node:test';
import type { JsonValue } from '#model/data/json.js';
import type { DocumentKind } from '#model/schema/documents.js';
import { checkDocument } from '#model/schema/validator.js';

function said(kind: DocumentKind, value: JsonValue): string[] {
  return checkDocument(kind, value).map(({ path, on, problem: { code, message, hint } }) => {
    const spot = `/${path.join('/')}${on === 'key' ? '#' : ''}`;
    return `${spot} ${code} ${message}${hint === undefined ? '' : ` (${hint})`}`;
  });
}

const caseWith = (part: Record<string, JsonValue>) => ({ cases: [{ name: 'a', ...part }] });

const checks = (...items: JsonValue[]) => caseWith({ assert: items });

const mistakes: readonly (readonly [mistake: string, value: JsonValue, problems: readonly string[]])[] = [
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
    'a misspelt criterion',
    caseWith({ criteria: { proportion_get: { proportion: 0.9 } } }),
    [
      '/cases/0/criteria/proportion_get# EVA_UNKNOWN_CRITERION unknown criterion "proportion_get" (did you mean "proportion_gte"?)',
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

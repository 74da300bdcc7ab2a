import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { parse } from 'yaml';
import type { JsonValue } from '#model/json.js';
import { conforms } from '#schema/conforms.js';
import { type DocumentKind, documentSchemas } from '#schema/documents.gen.js';

const ajv = new Ajv2020({ strict: false, ownProperties: true, schemas: Object.values(documentSchemas) });

function agrees(kind: DocumentKind, value: JsonValue): boolean {
  const validate = ajv.getSchema(`${kind}.schema.json`);
  assert.ok(validate);
  const isValid = validate(value) as boolean;
  assert.equal(conforms(kind, value), isValid, `${kind}: ${JSON.stringify(value)}`);
  return isValid;
}

/** A document that has nearly every key of its schema. */
const wholes: Readonly<Record<DocumentKind, JsonValue>> = {
  meta: {
    ...{
      id: 'a',
      title: 'b',
      summary: 'c',
      status: 'draft',
      version: 1.5,
      created: '2026-01-31',
      updated: '2026-01-31',
    },
    ...{ tags: ['x'], model: 'm', description: 'd', triggers: ['t'], not_for: ['n'], notes: { any: [1] } },
    inputs: [{ name: 'x', required: true, default: null, description: 'e' }],
    promotion: { min_uses: 3, require_eval: true, max_age_days: 30, max_failed_runs: 1 },
  },
  eval: {
    defaults: {
      ...{
        model: 'm',
        timeout_s: 60,
        max_tokens: 10,
        temperature: 1,
        sample_size: 5,
        significance_level: 0.05,
        seed: 1,
      },
      judge: { model: 'j', scale: { min: 1, max: 5 }, pass_threshold: 4, votes: 3 },
      user_simulator: { model: 'u', max_turns: 3 },
    },
    triggering: { judge: { model: 'j' }, should_match: ['a'], should_not_match: ['b'] },
    cases: [
      {
        ...{ name: 'a', inputs: { x: [1, null] }, inputs_from: 'y', files: { z: 'w' }, rubric: 'r' },
        assert: [
          { contains: 'a' },
          { contains_any: ['b'] },
          { max_tokens: 5 },
          { is_json: true },
          { json_schema: {} },
          { command: ['x', ''] },
        ],
        criteria: { proportion_gte: { proportion: 0.9 } },
        then: [
          {
            about: 'l',
            metric: 'per_turn.response_latency',
            criteria: [{ mean_lt: { threshold: 1, cap: 2, method: 'betting' } }],
          },
          {
            expected_behavior: 'x',
            criteria: { median_gte: { threshold: 8 } },
            rubric: { 1: 'a', 10: 'b' },
            judge: { votes: 1 },
          },
        ],
      },
    ],
    scenarios: [
      {
        ...{ title: 't', given: 'g', when: 'w', max_turns: 3, app: { command: ['node', ''], env: ['KEY'] } },
        writing_style: { tone: ['calm', 'angry'], formality: 'formal' },
        then: [{ assert: [{ json_schema: 'a.json' }], criteria: { quantile_lt: { q: 0.9, threshold: 2 } } }],
      },
    ],
  },
  inputs: { a: 1, b: [null] },
  rubrics: {
    rubrics: [
      {
        behavior: 'b',
        scale: { min: 1, max: 2 },
        levels: { 1: 'x', 2: 'y' },
        written_by: 'm',
        written: '2026-01-31T00:00:00Z',
      },
    ],
  },
  'eva-config': {
    ...{
      defaults: { model: 'm' },
      concurrency: 4,
      cache: true,
      budget: { max_calls: 5, max_tokens: 6, max_cost_usd: 1.5 },
    },
    providers: {
      p: { type: 'openai', base_url: 'https://x.y', rpm: 5, concurrency: 2, api_key_env: 'KEY' },
      q: { type: 'command', command: ['x'] },
    },
    prices: { m: { input: 1, output: 2 } },
  },
  'eval-row': exampleOf('eval-row'),
  recording: exampleOf('recording'),
};

/** Rows and recordings are written by eva, and the library in this repository has some. */
function exampleOf(kind: 'eval-row' | 'recording'): JsonValue {
  const file = kind === 'recording' ? 'prompts/commit-message/recordings.jsonl' : '.eval.jsonl';
  return JSON.parse(readFileSync(file, 'utf8').split('\n')[0] ?? '') as JsonValue;
}

for (const kind of Object.keys(wholes) as DocumentKind[]) {
  test(`a whole ${kind} has its shape`, () => assert.ok(agrees(kind, wholes[kind])));

  test(`an edited ${kind} has its shape if ajv says so`, () => {
    const edits = fc.array(fc.record({ step: fc.nat(60), change }), { minLength: 1, maxLength: 3 });
    let valid = 0;
    fc.assert(
      fc.property(edits, (all) => {
        if (
          agrees(
            kind,
            all.reduce((value, one) => edited(value, one.step, one.change), wholes[kind]),
          )
        )
          valid += 1;
      }),
      { seed: 3, numRuns: 1500 },
    );
    assert.ok(valid > 0);
  });
}

type Change = 'leave out' | 'add a key' | 'add an item' | { readonly put: JsonValue };

const put = fc.oneof(
  fc.constantFrom<JsonValue>(
    null,
    true,
    false,
    0,
    1,
    -1,
    0.5,
    1.5,
    101,
    1e12,
    '',
    ' ',
    'a',
    'x'.repeat(201),
    '🎉'.repeat(200),
    [],
    {},
    ['a'],
    [''],
  ),
  fc.constantFrom<JsonValue>(
    { a: 1 },
    { min: 2, max: 1 },
    [{ contains: 'x' }],
    { model: 'm' },
    'draft',
    'betting',
    { 7: 'x' },
    { '07': 'x' },
  ),
);
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.constantFrom<Change>('leave out', 'add a key', 'add an item'),
  put.map((one) => ({ put: one })),
);

/** A value with a change at its n-th part, parts counted depth first. */
function edited(value: JsonValue, step: number, change: Change): JsonValue {
  const paths = pathsIn(value, []);
  return changedAt(value, paths[step % paths.length] ?? [], change);
}

function pathsIn(value: JsonValue, path: readonly string[]): readonly (readonly string[])[] {
  const parts = value !== null && typeof value === 'object' ? Object.entries(value) : [];
  return [path, ...parts.flatMap(([key, one]) => pathsIn(one as JsonValue, [...path, key]))];
}

function changedAt(value: JsonValue, [step, ...rest]: readonly string[], change: Change): JsonValue {
  if (step === undefined) return changed(value, change);
  const isLeftOut = rest.length === 0 && change === 'leave out';
  const parts = Object.entries(value as object).flatMap(([key, one]: [string, JsonValue]) => {
    if (key !== step) return [[key, one] as const];
    return isLeftOut ? [] : [[key, changedAt(one, rest, change)] as const];
  });
  return Array.isArray(value) ? parts.map(([, one]) => one) : Object.fromEntries(parts);
}

function changed(value: JsonValue, change: Change): JsonValue {
  if (typeof change === 'object') return change.put;
  if (change === 'add an item' && Array.isArray(value)) return [...value, ...value.slice(0, 1)];
  const isMapping = value !== null && typeof value === 'object' && !Array.isArray(value);
  return change === 'add a key' && isMapping ? { ...value, other: 1 } : value;
}

const scenario = { title: 't', given: 'g', when: 'w', then: [{ assert: [{ contains: 'x' }], criteria: {} }] };

/** What an edit that is drawn at random seldom comes upon. */
const atTheEdge: readonly (readonly [says: string, isRight: boolean, value: JsonValue])[] = [
  ['a name of 200 characters', true, { cases: [{ name: '🎉'.repeat(200) }] }],
  ['a name of 201 characters', false, { cases: [{ name: 'x'.repeat(201) }] }],
  ['an expected rate of 0.99', true, { defaults: { expected: 0.99 } }],
  ['an expected rate of 1', false, { defaults: { expected: 1 } }],
  ['two checks in one item', false, { cases: [{ name: 'a', assert: [{ contains: 'x', max_tokens: 5 }] }] }],
  ['an item of no criteria', false, { scenarios: [scenario] }],
];

for (const [says, isRight, value] of atTheEdge) {
  test(`an eval.yml with ${says} is ${isRight ? 'right' : 'wrong'}`, () =>
    assert.equal(agrees('eval', value), isRight));
}

test('every file of the library in this repository has its shape', () => {
  for (const id of readdirSync('prompts')) {
    for (const kind of ['meta', 'eval'] as const) {
      assert.ok(agrees(kind, parse(readFileSync(`prompts/${id}/${kind}.yml`, 'utf8')) as JsonValue), id);
    }
  }
});

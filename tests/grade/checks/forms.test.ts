import assert from 'node:assert/strict';
import test from 'node:test';
import { Preparation } from '#grade/check-parts/preparation.js';
import { runChecks } from '#grade/check-parts/run-checks.js';
import { checks } from '#grade/checks/index.js';
import type { JsonValue } from '#model/data/json.js';
import { resolveCheck } from '#model/references.js';
import { context } from '../check-context.js';

async function holds(op: string, value: JsonValue, response: string): Promise<boolean | null | undefined> {
  const [finding] = await runChecks([{ op, value }], response, { ...context, regexLimitMs: 50 });
  return finding?.holds;
}

/** A response that meets the value, one that does not, and one with which the check cannot be evaluated. */
const samples: readonly (readonly [op: string, value: JsonValue, met: string, unmet: string, cannot?: string])[] = [
  ['contains', 'a', 'cat', 'dog'],
  ['contains_any', ['x', 'a'], 'cat', 'dog'],
  ['icontains', 'A', 'cat', 'dog'],
  ['icontains_any', ['X', 'A'], 'cat', 'dog'],
  ['equals', ' yes', 'yes\n', 'yes, no'],
  ['equals_any', ['yes', 'no '], ' no', 'yes, no'],
  ['starts_with', 'Dear', ' Dear all', 'My Dear'],
  ['starts_with_any', ['Hi', 'Dear'], 'Dear all', 'My Dear'],
  ['ends_with', 'bye', 'good bye\n', 'bye bye!'],
  ['ends_with_any', ['bye', '!'], 'bye!', 'bye.'],
  ['matches', '^(a+)+$', 'aaa', 'b', `${'a'.repeat(50_000)}b`],
  ['matches_any', ['b', '^(a+)+$'], 'b', 'c', `${'a'.repeat(50_000)}c`],
  ['is_json', true, '[1]', 'one', '['.repeat(1000)],
  ['json_schema', { type: 'object' }, '{}', '[]', 'no JSON'],
  ['json_value', { at: '/a', equals: 1 }, '{"a": 1}', '{"b": 1}', 'no JSON'],
  ['json_value', { at: '/a', equals: 1 }, '{"a": 1}', '{"a": 2}', '{"a": 1, "a": 2}'],
  [
    'json_value',
    { at: '/a', equals: '12345678901234567890' },
    '{"a": 12345678901234567890}',
    '{"a": 7}',
    '{"a": 12345678901234567891}',
  ],
  ['json_value', { at: '/a', equals: 2 ** 60, within: 2 ** 50 }, '{"a": 1152921504606846977}', '{"a": 7}'],
];

for (const [op, value, met, unmet, cannot] of samples) {
  test(`${op} ${JSON.stringify(value)} and its not_ form are opposites, unless neither can be evaluated`, async () => {
    assert.deepEqual([await holds(op, value, met), await holds(`not_${op}`, value, met)], [true, false]);
    assert.deepEqual([await holds(op, value, unmet), await holds(`not_${op}`, value, unmet)], [false, true]);
    if (cannot === undefined) return;
    assert.deepEqual([await holds(op, value, cannot), await holds(`not_${op}`, value, cannot)], [false, false]);
  });
}

test('each form of the contract is in the registry', () => {
  const searches = ['contains', 'icontains'].flatMap((op) => [
    op,
    `not_${op}`,
    `${op}_any`,
    `${op}_all`,
    `not_${op}_any`,
  ]);
  const texts = ['equals', 'starts_with', 'ends_with', 'matches'];
  const wholes = texts.flatMap((op) => [op, `not_${op}`, `${op}_any`, `not_${op}_any`]);
  const jsons = ['is_json', 'json_schema', 'json_value'].flatMap((op) => [op, `not_${op}`]);
  const known = new Set(checks.map(({ op }) => op));
  assert.deepEqual(
    [...searches, ...wholes, ...jsons].filter((op) => !known.has(op)),
    [],
  );
  assert.equal(known.size, checks.length);
});

test('icontains_all holds only if all texts are found', async () => {
  assert.equal(await holds('icontains_all', ['A', 'c'], 'CAT'), true);
  assert.equal(await holds('icontains_all', ['A', 'x'], 'CAT'), false);
});

test('findings of lists name the text that decided', async () => {
  const reasonOf = async (op: string, value: JsonValue, response: string) => {
    const [finding] = await runChecks([{ op, value }], response, context);
    return finding?.reason;
  };
  assert.match((await reasonOf('not_contains_any', ['x', 'sorry'], 'So sorry.')) ?? '', /"sorry".*line 1, column 4/);
  assert.match((await reasonOf('not_equals_any', ['Yes', 'No'], ' No')) ?? '', /"No"/);
  assert.match((await reasonOf('equals_any', ['Yes', 'No'], 'Maybe')) ?? '', /"Yes".*"No"/);
  assert.match((await reasonOf('not_matches_any', ['x', '\\d'], 'a 1')) ?? '', /d.*line 1, column 3/);
});

test('`about` is the name of a check in its finding', async () => {
  const [finding] = await runChecks([{ op: 'contains', value: 'a', about: 'says a' }], 'b', context);
  assert.equal(finding?.about, 'says a');
});

test('a check that takes one text and has a form for several compares a number of an item as it is written, and in its shortest form', () => {
  const ops = checks.map(({ op }) => op);
  const written = { field: () => 42, fieldText: () => '42.0', inputs: {} };
  // A pattern is written by hand: no number of an item is one.
  const texts = ops.filter((op) => ops.includes(`${op}_any`) && !/^(?:not_)?matches$/.test(op));
  assert.ok(texts.length > 5);
  for (const op of texts) {
    const { value, op: form } = resolveCheck({ op, value: { field: 'n' } }, written);
    assert.deepEqual([form, value], [`${op}_any`, ['42.0', '42']]);
  }
});

test('a check that takes a number reads it from a text of an item', () => {
  const numbers = checks.filter(({ prepare }) => 'run' in prepare(42, new Preparation()));
  assert.ok(numbers.length > 5);
  for (const { op } of numbers)
    assert.equal(resolveCheck({ op, value: { field: 'n' } }, { field: () => '42', inputs: {} }).value, 42, op);
});

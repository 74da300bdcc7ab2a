import assert from 'node:assert/strict';
import test from 'node:test';
import type { JsonValue } from '#model/data/json.js';
import { type CheckSpec, isReference } from '#model/grader.js';
import {
  referencesIn,
  referencesOfCheck,
  resolveCheck,
  resolveGrader,
  resolveInputs,
  resolveText,
} from '#model/references.js';

const field = (name: string) => ({ field: name });

const noInputs = {};

test('only a mapping with the single key field is a reference', () => {
  assert.ok(isReference({ field: 'label' }));
  for (const value of [{ field: 1 }, { field: 'a', b: 1 }, {}, 'field', null, ['field'], [{ field: 'a' }]])
    assert.equal(isReference(value), false, JSON.stringify(value));
});

test('references are found at any depth, with the keys that lead to them', () => {
  const value = { at: '/a', equals: [field('x'), { b: field('y'), c: 'z' }] };
  assert.deepEqual(referencesIn(value), [
    { reference: field('x'), path: ['equals', 0] },
    { reference: field('y'), path: ['equals', 1, 'b'] },
  ]);
});

test('json_schema, command and is_json have no references', () => {
  for (const op of ['json_schema', 'command', 'is_json'])
    assert.deepEqual(referencesOfCheck({ op, value: { properties: { field: field('x') } } }), []);
  assert.equal(referencesOfCheck({ op: 'contains', value: field('x') }).length, 1);
});

const resolved: readonly (readonly [op: string, written: JsonValue, given: JsonValue, value: JsonValue])[] = [
  ['equals', field('v'), 'billing', 'billing'],
  ['equals', field('v'), 12, '12'],
  ['equals', field('v'), -0, '0'],
  ['equals', field('v'), true, 'true'],
  ['equals', field('v'), null, null],
  ['equals', field('v'), ['a'], ['a']],
  ['max_tokens', field('v'), '1e2', 100],
  ['max_tokens', field('v'), ' 12', ' 12'],
  ['max_tokens', field('v'), '012', '012'],
  ['contains_all', field('v'), ['a', 1], ['a', '1']],
  ['contains_all', field('v'), '["a", 1]', ['a', '1']],
  ['contains_all', field('v'), 'a, b', 'a, b'],
  ['contains_all', field('v'), '[a', '[a'],
  ['contains_any', ['x', field('v')], 3, ['x', '3']],
  ['contains_any', ['x', field('v')], '["a"]', ['x', '["a"]']],
  ['json_value', { equals: field('v') }, { field: 'data' }, { equals: { field: 'data' } }],
  ['json_value', { equals: { a: [field('v')] } }, '12', { equals: { a: ['12'] } }],
];

for (const [op, written, given, value] of resolved) {
  test(`${op} ${JSON.stringify(written)} with ${JSON.stringify(given)} is ${JSON.stringify(value)}`, () => {
    assert.deepEqual(resolveCheck({ op, value: written }, { field: () => given, inputs: noInputs }).value, value);
  });
}

test('a check without references stays the same object, so that it is prepared once', () => {
  const spec: CheckSpec = { op: 'contains', value: 'x' };
  assert.equal(resolveCheck(spec, { field: () => assert.fail(), inputs: noInputs }), spec);
});

test('a grader gets the values of its item, each by the name of its field', () => {
  const item: Readonly<Record<string, JsonValue>> = { label: 'billing', facts: { late: false, due: 3 } };
  const fieldValue = ({ field: name }: { readonly field: string }) => item[name] ?? null;
  const params = { expected: field('label'), of: ['billing'], ignore_case: false, kept: [1], asked: [1] };
  assert.deepEqual(resolveGrader({ grader: 'class', params }, { field: fieldValue, inputs: noInputs }), {
    grader: 'class',
    params: { ...params, expected: 'billing' },
  });
  assert.equal(resolveText(field('facts'), { field: fieldValue, inputs: noInputs }), '{"due":3,"late":false}');
});

const inputs = { name: 'Anna', n: '3', list: '["a", 1]', braces: '{{name}}', pattern: 'a.c', none: '' };

const fromInputs: readonly (readonly [op: string, written: JsonValue, value: JsonValue])[] = [
  ['contains', { input: 'name' }, 'Anna'],
  ['contains', { text: 'Dear {{name}}, {{ n }} of {{unknown}}' }, { text: 'Dear {{name}}, {{ n }} of {{unknown}}' }],
  ['contains', { text: 'Dear {{name}}, {{ n }}' }, 'Dear Anna, 3'],
  ['contains', { text: '{{braces}}{{name}}' }, '{{name}}Anna'],
  ['contains', { text: 'plain' }, 'plain'],
  ['contains', { input: 'unknown' }, { input: 'unknown' }],
  ['contains', { input: 'toString' }, { input: 'toString' }],
  ['max_chars', { input: 'n' }, 3],
  ['number', { gte: { input: 'n' } }, { gte: 3 }],
  ['similar', { to: { input: 'n' }, max: { input: 'n' } }, { to: '3', max: 3 }],
  ['contains_any', { input: 'list' }, ['a', '1']],
  ['not_contains_any', ['x', { input: 'list' }], ['x', '["a", 1]']],
  ['json_value', { equals: { a: { input: 'n' } } }, { equals: { a: '3' } }],
  [
    'at_least',
    { count: 1, of: [{ contains_all: { input: 'list' } }, { command: { input: 'n' } }] },
    { count: 1, of: [{ contains_all: ['a', '1'] }, { command: { input: 'n' } }] },
  ],
  [
    'called',
    { tool: { input: 'name' }, arguments: { a: { input: 'n' } } },
    { tool: 'Anna', arguments: { a: { input: 'n' } } },
  ],
  ['matches', { input: 'pattern' }, 'a.c'],
  ['matches', { text: '^{{pattern}}$' }, '^(?:a\\.c)$'],
  ['not_matches', { text: '[{{n}}]' }, '[\\U00000033]'],
  ['equals', [{ field: 'f' }], [{ field: 'f' }]],
];

for (const [op, written, value] of fromInputs) {
  test(`${op} ${JSON.stringify(written)} becomes ${JSON.stringify(value)} with the inputs of the case`, () => {
    assert.deepEqual(resolveInputs({ op, value: written }, inputs).value, value);
  });
}

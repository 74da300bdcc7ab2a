import assert from 'node:assert/strict';
import test from 'node:test';
import type { CheckSpec } from '#model/case/grader.js';
import type { JsonValue } from '#model/data/json.js';
import {
  isReference,
  referencesIn,
  referencesOfCheck,
  resolveCheck,
  resolveGrader,
  resolveText,
} from '#model/references.js';

const field = (name: string) => ({ field: name });

test('only a mapping with the single key field is a reference', () => {
  assert.ok(isReference({ field: 'label' }));
  for (const value of [{ field: 1 }, { field: 'a', b: 1 }, {}, 'field', null, ['field'], [{ field: 'a' }]])
    assert.equal(isReference(value), false, JSON.stringify(value));
});

test('references are found at any depth, with the keys that lead to them', () => {
  const value = { at: '/a', equals: [field('x'), { b: field('y'), c: 'z' }] };
  assert.deepEqual(referencesIn(value), [
    { field: 'x', path: ['equals', 0] },
    { field: 'y', path: ['equals', 1, 'b'] },
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
    assert.deepEqual(resolveCheck({ op, value: written }, () => given).value, value);
  });
}

test('a check without references stays the same object, so that it is prepared once', () => {
  const spec: CheckSpec = { op: 'contains', value: 'x' };
  assert.equal(
    resolveCheck(spec, () => assert.fail()),
    spec,
  );
});

test('a grader gets the values of its item, each by the name of its field', () => {
  const item: Readonly<Record<string, JsonValue>> = { label: 'billing', facts: { late: false, due: 3 } };
  const fieldValue = ({ field: name }: { readonly field: string }) => item[name] ?? null;
  const params = { expected: field('label'), of: ['billing'], ignore_case: false, kept: [1], asked: [1] };
  assert.deepEqual(resolveGrader({ grader: 'class', params }, fieldValue), {
    grader: 'class',
    params: { ...params, expected: 'billing' },
  });
  assert.equal(resolveText(field('facts'), fieldValue), '{"due":3,"late":false}');
});

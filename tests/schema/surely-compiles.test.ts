import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { JsonObject, JsonValue } from '#model/data/json.js';
import { surelyCompiles } from '#schema/surely-compiles.js';
import { readUserSchema } from '#schema/user-schema.js';

const dialects = fc.constantFrom(
  'https://json-schema.org/draft/2020-12/schema',
  'http://json-schema.org/draft-07/schema#',
);
const names = fc.constantFrom('a', 'b', 'constructor', '$id', 'type');
const odd = fc.constantFrom<JsonValue>(1, 'odd', null, [], {}, true);

/** Schemas that nest at most this many levels. Some are invalid, and some valid ones cannot be compiled. */
function schemas(levels: number): fc.Arbitrary<JsonObject> {
  const values: Record<string, fc.Arbitrary<JsonValue>> = {
    type: fc.constantFrom('string', 'object', 'array', 'null'),
    enum: fc.array(fc.constantFrom(1, 'a', null), { maxLength: 2 }),
    const: fc.constantFrom<JsonValue>(1, null, { a: [] }),
    pattern: fc.constantFrom('^a', '[', '\\p{L}', '\\-', '(?<a>x)'),
    format: fc.constantFrom('date', 'odd'),
    required: fc.uniqueArray(names),
    minItems: fc.nat(3),
    $ref: fc.constantFrom('#/$defs/a', '#/definitions/a', '#/$defs/b', '#', 'other.json'),
    nullable: fc.boolean(),
    id: fc.constant('a'),
    additionalProperties: fc.boolean(),
  };
  if (levels > 0) {
    const below = schemas(levels - 1);
    const list = fc.array(below, { minLength: 1, maxLength: 2 });
    const mapping = fc.dictionary(names, below, { maxKeys: 2 });
    Object.assign(values, { properties: mapping, $defs: mapping, definitions: mapping, items: below });
    Object.assign(values, { prefixItems: list, anyOf: list, if: below, then: below });
  }
  const oneOfThem = (keyword: string) => fc.oneof({ arbitrary: values[keyword] ?? odd, weight: 15 }, odd);
  return fc
    .uniqueArray(fc.constantFrom(...Object.keys(values)), { maxLength: 3 })
    .chain((keywords) => fc.record(Object.fromEntries(keywords.map((keyword) => [keyword, oneOfThem(keyword)]))));
}

test('ajv compiles every schema that surely compiles', () => {
  let uncompiled = 0;
  const accepted = fc.property(schemas(3), dialects, (part, $schema) => {
    const read = readUserSchema({ ...part, $schema });
    if ('problem' in read || !read.surelyCompiles) return;
    uncompiled += 1;
    read.validator();
  });
  fc.assert(accepted, { numRuns: 5000 });
  assert.ok(uncompiled > 500, `${uncompiled} schemas`);
});

const unsure: readonly (readonly [what: string, schema: JsonValue])[] = [
  ['a pattern that does not compile', { properties: { a: { pattern: '[' } } }],
  ['an empty enum', { enum: [] }],
  ['a reference to nothing', { $ref: '#/$defs/none', $defs: {} }],
  ['references in a circle', { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/a' } } }],
  ['an uncommon keyword', { nullable: true }],
  ['a schema that nests more than 30 levels', Array.from({ length: 31 }).reduce<JsonValue>((not) => ({ not }), {})],
  ['a schema above 100,000 characters', { title: 'a'.repeat(100_001) }],
  [
    'a large definition that is used often',
    { anyOf: Array(10).fill({ $ref: '#/$defs/a' }), $defs: { a: { title: 'a'.repeat(10_000) } } },
  ],
];

for (const [what, schema] of unsure) {
  test(`only ajv can tell whether it compiles ${what}`, () => assert.equal(surelyCompiles(schema, '2020-12'), false));
}

test('a common schema with references to its definitions compiles for sure', () => {
  const schema = { properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: { type: 'string' } } };
  assert.equal(surelyCompiles(schema, '2020-12'), true);
});

test('only ajv can tell whether draft-07 compiles with keywords of 2020-12', () => {
  assert.equal(surelyCompiles({ $defs: {} }, '07'), false);
  assert.equal(surelyCompiles({ prefixItems: [{}] }, '07'), false);
});

import assert from 'node:assert/strict';
import test from 'node:test';
import type { JsonValue } from '#model/data/json.js';
import { compileUserSchema, readUserSchema } from '#model/schema/user-schema.js';

function findings(schema: JsonValue, value: unknown): string[] | string {
  const read = readUserSchema(schema);
  const compiled = 'problem' in read ? read : compileUserSchema(read);
  return 'problem' in compiled ? compiled.problem : compiled.validator()(value);
}

const draft7 = 'http://json-schema.org/draft-07/schema#';

const validated: readonly (readonly [what: string, schema: JsonValue, value: unknown, said: readonly string[]])[] = [
  ['a valid value breaks nothing', { type: 'object', required: ['a'] }, { a: 1 }, []],
  ['a missing key is named', { required: ['a'] }, {}, ['the whole: "a" is missing']],
  ['an inherited name is no value', { required: ['toString'] }, {}, ['the whole: "toString" is missing']],
  [
    'a place is a JSON Pointer',
    { properties: { a: { items: { type: 'integer' } } } },
    { a: [1, 'x'] },
    ['/a/1: text where a whole number belongs'],
  ],
  [
    'an unknown key is named',
    { properties: { a: {} }, additionalProperties: false },
    { b: 1 },
    ['the whole: unknown key "b"'],
  ],
  [
    'an unevaluated key is named',
    { allOf: [{ properties: { a: {} } }], unevaluatedProperties: false },
    { a: 1, b: 1 },
    ['the whole: unknown key "b"'],
  ],
  ['values of an enum are listed', { enum: ['a', 2] }, 'c', ['the whole: "c" is not one of "a", 2']],
  ['a constant is shown', { const: 1 }, null, ['the whole: null is not 1']],
  ['a pattern is shown', { pattern: '^a' }, 'b', ['the whole: "b" does not match "^a"']],
  ['a bound is shown', { minimum: 3 }, 1, ['the whole: 1 must be >= 3']],
  ['a multiple is one in decimals', { multipleOf: 0.01 }, 19.99, []],
  ['a number between multiples is none', { multipleOf: 0.01 }, 2.225, ['the whole: 2.225 must be multiple of 0.01']],
  ['a schema that is false allows nothing', { properties: { a: false } }, { a: 1 }, ['/a: nothing is allowed here']],
  [
    'every mistake is listed',
    { properties: { a: { type: 'string' }, b: { type: 'null' } } },
    { a: 1, b: 1 },
    ['/a: a number where text belongs', '/b: a number where nothing belongs'],
  ],
  ['formats are ignored', { format: 'email' }, 'x', []],
  [
    'without $schema the dialect is 2020-12',
    { prefixItems: [{ type: 'string' }] },
    [1],
    ['/0: a number where text belongs'],
  ],
  [
    '$schema can select draft-07',
    { $schema: draft7, items: [{ type: 'string' }] },
    [1],
    ['/0: a number where text belongs'],
  ],
  [
    'references inside the schema are followed',
    { $defs: { n: { type: 'number' } }, properties: { a: { $ref: '#/$defs/n' } } },
    { a: 'x' },
    ['/a: text where a number belongs'],
  ],
  [
    'the schema of the dialect can be referred to',
    { $ref: 'https://json-schema.org/draft/2020-12/schema' },
    { minLength: 'x' },
    ['/minLength: text where a whole number belongs'],
  ],
  [
    'the schema of draft-07 can be referred to',
    { $schema: draft7, properties: { a: { $ref: draft7 } } },
    { a: { minLength: 'x' } },
    ['/a/minLength: text where a whole number belongs'],
  ],
];

for (const [what, schema, value, said] of validated) {
  test(what, () => assert.deepEqual(findings(schema, value), said));
}

const outside = 'which is not in this schema; eva follows references inside it only';

const refused: readonly (readonly [what: string, schema: JsonValue, problem: string])[] = [
  [
    'a type that does not exist',
    { type: 'strng' },
    'not a valid JSON Schema: /type: "strng" is not one of "array", "boolean", "integer", "null", "number", "object", "string"',
  ],
  [
    'a reference to the network',
    { $ref: 'http://127.0.0.1:1/x.json' },
    `"$ref" leads to "http://127.0.0.1:1/x.json", ${outside}`,
  ],
  ['a reference to a file', { $ref: 'file:///etc/passwd' }, `"$ref" leads to "file:///etc/passwd", ${outside}`],
  ['a reference to a neighbour', { items: { $ref: 'other.json' } }, `"$ref" leads to "other.json", ${outside}`],
  ['a reference to nothing', { $ref: '#/$defs/gone' }, `"$ref" leads to "#/$defs/gone", ${outside}`],
  [
    'another dialect',
    { $schema: 'http://json-schema.org/draft-04/schema#' },
    '"$schema" names "http://json-schema.org/draft-04/schema#"; eva reads JSON Schema 2020-12 and draft-07',
  ],
  ['an asynchronous schema', { $async: true, type: 'string' }, '"$async" is not JSON Schema'],
  ['an invalid pattern', { pattern: '(' }, 'the pattern "(" cannot be read: unterminated group'],
  ['a text', 'schema', 'a JSON Schema is a mapping'],
  ['a list', [], 'a JSON Schema is a mapping'],
];

for (const [what, schema, problem] of refused) {
  test(`${what} is refused as a schema`, () => assert.equal(findings(schema, 1), problem));
}

test('ten of many mistakes are listed, with the number of the others', () => {
  const said = findings({ items: { type: 'integer' } }, Array(30).fill('x'));
  assert.equal(said.length, 11);
  assert.equal(said[10], 'and 20 more');
});

test('two schemas with the same $id do not conflict', () => {
  assert.deepEqual(findings({ $id: 'https://x/y', type: 'string' }, 'a'), []);
  assert.deepEqual(findings({ $id: 'https://x/y', type: 'null' }, null), []);
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { copyJson } from '#model/data/json.js';

const shared = { a: 1 };
const circle: Record<string, unknown> = {};
circle['self'] = [circle];

function nested(levels: number): unknown {
  return levels === 0 ? 1 : { a: nested(levels - 1) };
}

const copies: readonly (readonly [title: string, value: unknown, copy: unknown])[] = [
  ['a text', 'é', { value: 'é' }],
  ['null', null, { value: null }],
  ['what JSON leaves out', { a: undefined, b: 1 }, { value: { b: 1 } }],
  ['a mapping without a prototype', Object.assign(Object.create(null), { a: 1 }), { value: { a: 1 } }],
  ['one value in two places', [shared, shared], { value: [{ a: 1 }, { a: 1 }] }],
  ['a circle', circle, { flaw: 'no_json' }],
  ['a date', new Date(0), { flaw: 'no_json' }],
  ['a list with a hole', new Array(1), { flaw: 'no_json' }],
  ['a number beyond all numbers', [Number.POSITIVE_INFINITY], { flaw: 'no_json' }],
  ['a function', () => 1, { flaw: 'no_json' }],
  ['nothing', undefined, { flaw: 'no_json' }],
  [
    'a value that throws',
    {
      get a() {
        throw new Error('no');
      },
    },
    { flaw: 'no_json' },
  ],
  ['100 levels', nested(100), { value: nested(100) }],
  ['101 levels', nested(101), { flaw: 'too_deep' }],
  ['a text of the maximum size', 'x'.repeat(998), { value: 'x'.repeat(998) }],
  ['a text of one byte more', 'x'.repeat(999), { flaw: 'too_large' }],
  ['a text with more bytes than characters', 'é'.repeat(500), { flaw: 'too_large' }],
  ['long names', { ['x'.repeat(1000)]: 1 }, { flaw: 'too_large' }],
  ['a huge list', new Array(1e6).fill(0), { flaw: 'too_large' }],
];

for (const [title, value, copy] of copies) {
  test(`a copy of ${title} is ${JSON.stringify(copy).slice(0, 60)}`, () => {
    assert.deepEqual(copyJson(value, 1000), copy);
  });
}

test('copying stops at the size limit', () => {
  let looks = 0;
  const part = {
    get a() {
      return ++looks;
    },
  };
  assert.deepEqual(copyJson(new Array(100_000).fill(part), 1000), { flaw: 'too_large' });
  assert.ok(looks > 0 && looks <= 500, `${looks} looks`);
});

test('a copy shares no object with the value', () => {
  const value = { list: [shared] };
  const copy = copyJson(value, 1000);
  assert.ok('value' in copy && copy.value !== value);
});

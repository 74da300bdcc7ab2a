import assert from 'node:assert/strict';
import test from 'node:test';
import {
  anything,
  bothOf,
  count,
  countUpTo,
  flag,
  listOf,
  mapOf,
  number,
  objectOf,
  oneOf,
  optional,
  orNull,
  type Shape,
  share,
  text,
  variantsOf,
} from '#store/run/shape.js';

type Sized = { readonly kind: 'sized'; readonly size: number } | { readonly kind: 'named'; readonly name: string };

const sized = variantsOf<Sized, 'kind'>('kind', {
  sized: objectOf<Extract<Sized, { kind: 'sized' }>>({ kind: oneOf('sized'), size: number }),
  named: objectOf<Extract<Sized, { kind: 'named' }>>({ kind: oneOf('named'), name: text }),
});

const rows: readonly [what: string, shape: Shape<unknown>, good: readonly unknown[], bad: readonly unknown[]][] = [
  ['a text', text, ['', 'a'], [1, null, undefined, ['a']]],
  ['a flag', flag, [true, false], [0, 'true', null]],
  ['a number', number, [0, -1.5, 1e308], [Number.POSITIVE_INFINITY, Number.NaN, '1', null]],
  ['a count', count, [0, 7], [-1, 0.5, 2 ** 53, '7', null]],
  ['a count with an end', countUpTo(3), [1, 3], [0, 4, 1.5, Number.NaN]],
  ['a share', share, [0.05, 0.999], [0, 1, -1, '0.5', Number.NaN]],
  ['one of some words', oneOf('a', 'b'), ['a', 'b'], ['c', 'toString', null, ['a']]],
  ['a value or null', orNull(text), ['a', null], [undefined, 1]],
  ['a field that may be left out', optional(text), ['a', undefined], [null, 1]],
  ['anything', anything(), [0, null, [], {}], [undefined]],
  ['a list', listOf(text), [[], ['a']], [{}, 'a', ['a', 1], null, { length: 0 }]],
  ['a mapping', mapOf(text), [{}, { a: 'b' }], [[], null, 'a', { a: 1 }]],
  ['an object', objectOf<{ a: string }>({ a: text }), [{ a: 'b' }, { a: 'b', more: 1 }], [{}, [], null, { a: 1 }]],
  [
    'an object by its kind',
    sized,
    [
      { kind: 'sized', size: 1 },
      { kind: 'named', name: '' },
    ],
    [{ kind: 'sized', name: '' }, { kind: 'toString' }, {}, null, []],
  ],
  [
    'two shapes at once',
    bothOf(objectOf<{ a: string }>({ a: text }), objectOf<{ b: string }>({ b: text })),
    [{ a: '', b: '' }],
    [{ a: '' }, { b: '' }],
  ],
];

for (const [what, shape, good, bad] of rows) {
  test(`the shape of ${what} takes what is so and nothing else`, () => {
    assert.deepEqual(
      good.filter((value) => shape.fault(value, 'it') !== null),
      [],
    );
    assert.deepEqual(
      bad.filter((value) => shape.fault(value, 'it') === null),
      [],
    );
  });
}

test('a fault is named by its path', () => {
  const shape = objectOf<{ all: readonly Sized[] }>({ all: listOf(sized) });
  assert.equal(
    shape.fault({ all: [{ kind: 'named', name: '' }, { kind: 'sized' }] }, ''),
    'all[1].size is not a number',
  );
  assert.equal(shape.fault({ all: [{ kind: 'big' }] }, ''), 'all[0].kind is not one of sized, named');
  assert.equal(shape.fault([], ''), 'the file is not a mapping');
});

test('a field that is only inherited is not there', () => {
  const shape = objectOf<{ constructor: unknown }>({ constructor: anything() });
  assert.equal(shape.fault({}, ''), 'constructor is not there');
});

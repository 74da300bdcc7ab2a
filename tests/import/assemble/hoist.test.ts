import assert from 'node:assert/strict';
import test from 'node:test';
import { hoist } from '#import/assemble/hoist.js';
import { caseOf } from './drafts.js';

const shape = ({ shared, cases }: ReturnType<typeof hoist>) => ({
  shared: {
    assert: shared.assert.map(({ item }) => item),
    rubric: shared.rubric.map(({ item }) => item),
    rest: shared.rest,
  },
  cases: cases.map(({ expects }) => [expects.assert.map(({ item }) => item), expects.rubric.map(({ item }) => item)]),
});

test('the first checks that all judged cases share move into defaults, and rubrics only as a whole', () => {
  const cases = [
    caseOf('a', {
      assert: [{ contains: 'x' }, { equals: 'a' }],
      rubric: ['Is it kind?'],
      rest: { extract: { tag: 'b' } },
    }),
    caseOf('look', {}),
    caseOf('b', {
      assert: [{ contains: 'x' }, { equals: 'b' }],
      rubric: ['Is it kind?'],
      rest: { extract: { tag: 'b' } },
    }),
  ];
  assert.deepEqual(shape(hoist(cases)), {
    shared: { assert: [{ contains: 'x' }], rubric: ['Is it kind?'], rest: { extract: { tag: 'b' } } },
    cases: [
      [[{ equals: 'a' }], []],
      [[], []],
      [[{ equals: 'b' }], []],
    ],
  });
});

test('rubrics that differ stay with their cases, and a single case shares nothing', () => {
  const one = caseOf('a', { assert: [{ contains: 'x' }], rubric: ['1', '2'] });
  const two = caseOf('b', { assert: [{ contains: 'x' }], rubric: ['1'] });
  assert.deepEqual(shape(hoist([one, two])).cases, [
    [[], ['1', '2']],
    [[], ['1']],
  ]);
  assert.deepEqual(shape(hoist([one])).shared.assert, []);
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { parseYaml } from '#library/source/yaml-source.js';
import { said } from './said.js';

const foreign = (text: string) => parseYaml(text, 'f', { foreign: true });

const readable: readonly (readonly [what: string, text: string, value: unknown])[] = [
  [
    'a merge key adds what is missing',
    'a: &a {x: 1, y: 2}\nb:\n  <<: *a\n  y: 3',
    { a: { x: 1, y: 2 }, b: { x: 1, y: 3 } },
  ],
  ['its place in the mapping changes nothing', 'a: &a {x: 1}\nb:\n  x: 2\n  <<: *a', { a: { x: 1 }, b: { x: 2 } }],
  [
    'of several, the first wins',
    'a: &a {x: 1}\nb: &b {x: 2, y: 2}\nc: {<<: [*a, *b]}',
    { a: { x: 1 }, b: { x: 2, y: 2 }, c: { x: 1, y: 2 } },
  ],
  [
    'two merge keys',
    'a: &a {x: 1}\nb: &b {y: 2}\nc:\n  <<: *a\n  <<: *b',
    { a: { x: 1 }, b: { y: 2 }, c: { x: 1, y: 2 } },
  ],
  ['a merge of a merge', 'a: &a {x: 1}\nb: &b {<<: *a}\nc: {<<: *b}', { a: { x: 1 }, b: { x: 1 }, c: { x: 1 } }],
  ['a merge key in quotes is a key', '"<<": 1', { '<<': 1 }],
  ['numbers and booleans as keys', '1.50: a\ntrue: b', { '1.5': 'a', true: 'b' }],
  ['the tags of the core schema', 'a: !!str 12\nb: !!int "3"\nc: !!seq [1]', { a: '12', b: 3, c: [1] }],
];

for (const [what, text, value] of readable) {
  test(`a foreign file is read as its tool reads it: ${what}`, () => {
    const read = foreign(text);
    assert.deepEqual(said(read.problems), []);
    assert.deepEqual(read.value?.value, value);
    assert.deepEqual(read.value?.flaws, []);
  });
}

const refused: readonly (readonly [what: string, text: string, problems: readonly string[]])[] = [
  [
    'a key given twice, beside a merge',
    'a: &a {x: 1}\nb: {<<: *a, x: 2, x: 3}',
    ['f:2:19 EVA_YAML_KEY:twice the key "x" is given twice (it is already on line 2)'],
  ],
  [
    'a merge of a text',
    'a:\n  <<: b',
    [
      'f:2:3 EVA_YAML_KEY:merged a merge key (<<) takes a mapping or a list of mappings (name an anchor that is a mapping)',
    ],
  ],
  [
    'a merge of nothing',
    '<<:',
    [
      'f:1:1 EVA_YAML_KEY:merged a merge key (<<) takes a mapping or a list of mappings (name an anchor that is a mapping)',
    ],
  ],
  [
    'a merge of itself',
    'a: &a\n  <<: *a',
    [
      'f:2:7 EVA_YAML_ALIAS:inside the alias *a is inside its own anchor (if it is a text, put it in quotes)',
      'f:2:3 EVA_YAML_KEY:merged a merge key (<<) takes a mapping or a list of mappings (name an anchor that is a mapping)',
    ],
  ],
  [
    'an unknown tag',
    'a: !!python/object x',
    [
      'f:1:4 EVA_YAML_TAG:tag eva does not read tags such as !!python/object (remove it; put a text in quotes, and write other values plainly)',
    ],
  ],
];

for (const [what, text, problems] of refused) {
  test(`a foreign file is refused at its place: ${what}`, () => {
    assert.deepEqual(said(foreign(text).problems), problems);
  });
}

test('a merged key has the place of its anchor', () => {
  const { value } = foreign('a: &a {x: 1}\nb:\n  <<: *a');
  assert.equal(value?.place(['b', 'x'], 'key').line, 1);
  assert.equal(value?.place(['b', 'x'], 'key').column, 8);
});

test('merge keys that expand without end are refused at once', () => {
  const keys = Array.from({ length: 2000 }, (_, index) => `k${index}: 1`).join(', ');
  const merges = Array.from({ length: 2000 }, () => '- {<<: *a}').join('\n');
  const { value, problems } = foreign(`a: &a {${keys}}\nb:\n${merges}`);
  assert.equal(value, null);
  assert.deepEqual(
    problems.map(({ code }) => code),
    ['EVA_YAML_LIMIT'],
  );
});

test('aliases that double at each level are refused at once', () => {
  const levels = Array.from({ length: 40 }, (_, index) => `a${index + 1}: &a${index + 1} [*a${index}, *a${index}]`);
  const { value, problems } = foreign(['a0: &a0 lol', ...levels].join('\n'));
  assert.equal(value, null);
  assert.deepEqual(
    problems.map(({ code }) => code),
    ['EVA_YAML_LIMIT'],
  );
});

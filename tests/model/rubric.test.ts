import assert from 'node:assert/strict';
import test from 'node:test';
import { levelsOf, levelText, type RubricFlaw, rubricFlaws, upperHalf } from '#model/rubric.js';

const scale = { min: 1, max: 3 };

const whole = { '1': 'None.', '2': 'Some.', '3': 'All.' };

const rows: readonly (readonly [string, Readonly<Record<string, unknown>>, readonly RubricFlaw[]])[] = [
  ['a whole rubric has no flaw', whole, []],
  ['a level that is missing', { '1': 'None.', '3': 'All.' }, [{ level: '2', flaw: 'is missing' }]],
  ['no level at all', {}, ['1', '2', '3'].map((level) => ({ level, flaw: 'is missing' }))],
  ['a blank level', { ...whole, '3': ' \u00a0 ' }, [{ level: '3', flaw: 'is blank' }]],
  ['a level that is no text', { ...whole, '3': 7 }, [{ level: '3', flaw: 'is not a text' }]],
  [
    'a level of 601 characters',
    { ...whole, '3': 'x'.repeat(601) },
    [{ level: '3', flaw: 'is longer than 600 characters' }],
  ],
  ['a level of 600 characters outside the basic plane', { ...whole, '3': '😀'.repeat(600) }, []],
  ['a line break', { ...whole, '2': 'Some\nmore.' }, [{ level: '2', flaw: 'is not one line of plain characters' }]],
  [
    'a separator of lines',
    { ...whole, '2': 'Some\u2028more.' },
    [{ level: '2', flaw: 'is not one line of plain characters' }],
  ],
  ['an escape', { ...whole, '2': 'Some\u001b[2K' }, [{ level: '2', flaw: 'is not one line of plain characters' }]],
  ['half a character', { ...whole, '2': 'Some\ud83d' }, [{ level: '2', flaw: 'is not one line of plain characters' }]],
  ...['\ufffe', '\uffff', '\u0085'].map(
    (odd) =>
      [
        `U+${odd.charCodeAt(0).toString(16)}, which no file may hold as it is`,
        { ...whole, '2': `Some${odd}` },
        [{ level: '2', flaw: 'is not one line of plain characters' }],
      ] as const,
  ),
  ['equal neighbours', { ...whole, '3': 'Some.' }, [{ level: '3', flaw: 'says the same as level 2', same_as: '2' }]],
  [
    'neighbours that differ in white space and case alone',
    { '1': 'a b', '2': ' A  B ', '3': 'c' },
    [{ level: '2', flaw: 'says the same as level 1', same_as: '1' }],
  ],
  ['levels that are equal and no neighbours', { ...whole, '3': 'None.' }, []],
  [
    'a level off the scale',
    { ...whole, '4': 'More than all.', best: 'x' },
    [
      { level: '4', flaw: 'is not on the scale from 1 to 3' },
      { level: 'best', flaw: 'is not on the scale from 1 to 3' },
    ],
  ],
  [
    'a level by another spelling',
    { '1': 'a', '02': 'b', '2': 'c', '3': 'd' },
    [{ level: '02', flaw: 'is not on the scale from 1 to 3' }],
  ],
];

for (const [title, levels, flaws] of rows) {
  test(`flaws of a rubric: ${title}`, () => assert.deepEqual(rubricFlaws(levels, scale), flaws));
}

test('a level with the name of an inherited property is missing', () => {
  const levels: Readonly<Record<string, unknown>> = Object.create({ '2': 'inherited' }, {});
  assert.deepEqual(rubricFlaws(levels, { min: 2, max: 3 }), [
    { level: '2', flaw: 'is missing' },
    { level: '3', flaw: 'is missing' },
  ]);
});

test('the levels of a scale are its whole numbers, the worst first', () => {
  assert.deepEqual(levelsOf({ min: 8, max: 11 }), ['8', '9', '10', '11']);
});

const halves: readonly (readonly [number, number, number])[] = [
  [1, 10, 6],
  [1, 5, 4],
  [0, 1, 1],
  [0, 10, 6],
  [0, 100, 51],
];

for (const [min, max, first] of halves) {
  test(`the upper half of ${min} to ${max} begins with ${first}`, () => assert.equal(upperHalf({ min, max }), first));
}

test('reading a missing level throws', () => {
  assert.equal(levelText(whole, '2'), 'Some.');
  assert.throws(() => levelText(whole, 'toString'), { message: 'a rubric without level toString was planned' });
});

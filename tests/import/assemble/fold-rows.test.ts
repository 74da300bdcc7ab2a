import assert from 'node:assert/strict';
import test from 'node:test';
import { foldRows } from '#import/assemble/fold-rows.js';
import { caseOf } from './drafts.js';

test('rows with the same kinds of checks become one case, whose expected values are fields', () => {
  const rows = [
    caseOf('Row #1', { inputs: { q: 'a, "b"', n: 7 }, assert: [{ equals: 'yes' }], rowsFile: 'data/tickets.csv' }),
    caseOf('Row #2', { inputs: { q: 'c', n: 8 }, assert: [{ equals: 'no' }], rowsFile: 'data/tickets.csv' }),
  ];
  const { cases, files } = foldRows(rows);
  assert.deepEqual(
    cases.map(({ name, setup, expects }) => ({ name, setup, assert: expects.assert.map(({ item }) => item) })),
    [
      {
        name: 'tickets',
        setup: { dataset: { file: 'data/tickets.csv', id: 'row' }, stop_early: false },
        assert: [{ equals: { field: 'expected' } }],
      },
    ],
  );
  assert.deepEqual(files, [{ path: 'data/tickets.csv', content: 'row,q,n,expected\n1,"a, ""b""",7,yes\n2,c,8,no\n' }]);
});

test('a value that all rows share stays in the check', () => {
  const row = (name: string, q: string) =>
    caseOf(name, { inputs: { q }, assert: [{ contains: 'EUR' }], rowsFile: 'x.csv', description: q });
  const { cases, files } = foldRows([row('1', 'a'), row('2', 'b')]);
  assert.deepEqual(cases[0]?.expects.assert[0]?.item, { contains: 'EUR' });
  assert.equal(files[0]?.content, 'row,description,q\n1,a,a\n2,b,b\n');
});

test('rows of another form, with other rubrics, alone of their form or without a check stay cases', () => {
  const rowsFile = 'x.csv';
  const rows = [
    caseOf('1', { inputs: { q: 'a' }, assert: [{ equals: 'x' }], rowsFile }),
    caseOf('2', { inputs: { q: 'b' }, rubric: ['Is it polite?'], rowsFile }),
    caseOf('3', { inputs: { q: 'c' }, rubric: ['Is it short?'], rowsFile }),
    caseOf('4', { inputs: { q: 'd' }, rowsFile }),
    caseOf('5', { inputs: { q: 'e' }, rowsFile }),
  ];
  const { cases, files } = foldRows(rows);
  assert.deepEqual(
    cases.map(({ name }) => name),
    ['1', '2', '3', '4', '5'],
  );
  assert.deepEqual(files, []);
});

test('lists and mappings are written as JSON lines, and two data sets of a file have names of their own', () => {
  const rowsFile = 'rows.csv';
  const rows = [
    caseOf('1', { inputs: { q: 'a' }, assert: [{ contains_any: ['x', 'y'] }], rowsFile }),
    caseOf('2', { inputs: { q: 'b' }, assert: [{ contains_any: ['z'] }], rowsFile }),
    caseOf('3', { inputs: { q: 'c' }, assert: [{ equals: 'x' }], rowsFile }),
    caseOf('4', { inputs: { q: 'd' }, assert: [{ equals: 'y' }], rowsFile, metadata: { q: 1, lang: 'en' } }),
  ];
  const { cases, files } = foldRows(rows);
  assert.deepEqual(
    cases.map(({ name, setup }) => [name, setup['dataset']]),
    [
      ['rows', { file: 'data/rows.jsonl', id: 'row' }],
      ['rows (2)', { file: 'data/rows.csv', id: 'row' }],
    ],
  );
  assert.deepEqual(
    files.map(({ content }) => content),
    [
      '{"row":"1","q":"a","expected":["x","y"]}\n{"row":"2","q":"b","expected":["z"]}\n',
      'row,q,q_2,lang,expected\n3,c,,,x\n4,d,1,en,y\n'.replace(',,,x', ',"","",x'),
    ],
  );
});

test('variables that nothing uses are fields of the data file, or a comment of a case that is left', () => {
  const long = 'x'.repeat(300);
  const rowsFile = 'rows.csv';
  const rows = [
    caseOf('1', { inputs: { q: 'a' }, assert: [{ equals: 'x' }], rowsFile, unused: { row: 'r1', lang: 'en' } }),
    caseOf('2', { inputs: { q: 'b' }, assert: [{ equals: 'y' }], rowsFile, unused: { row: 'r2' } }),
    caseOf('3', { inputs: { q: 'c' }, rowsFile, unused: { lang: ['de', long] }, metadata: { id: 7 } }),
    caseOf('4', { inputs: { q: 'd' }, unused: Object.fromEntries(Array.from({ length: 33 }, (_, n) => [`v${n}`, n])) }),
  ];
  const { cases, files } = foldRows(rows);
  assert.equal(files[0]?.content, 'row_2,q,row,lang,expected\n1,a,r1,en,x\n2,b,r2,"",y\n');
  assert.deepEqual(
    cases.slice(0, 2).map(({ comments }) => comments),
    [[], ['metadata: {"id":7}', `variables that nothing uses: {"lang":["de","${'x'.repeat(200)}…"]}`]],
  );
  assert.match(cases[2]?.comments[0] ?? '', /"v29":29\} and 3 more$/);
});

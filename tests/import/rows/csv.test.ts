import assert from 'node:assert/strict';
import test from 'node:test';
import { parseCsv } from '#import/rows/csv-rows.js';

const tables: readonly (readonly [what: string, text: string, values: readonly object[]])[] = [
  ['line ends of one kind', 'a,b\r\n1,2\r\n', [{ a: '1', b: '2' }]],
  ['line ends of old machines', 'a,b\r1,2\r', [{ a: '1', b: '2' }]],
  ['no last line end', 'a,b\n1,2', [{ a: '1', b: '2' }]],
  ['quotes around and inside', '"a",b\n"x ""y""",2', [{ a: 'x "y"', b: '2' }]],
  ['a line end in quotes', 'a,b\n"l1\nl2",2\n', [{ a: 'l1\nl2', b: '2' }]],
  ['a quote in the middle', 'a,b\nsay "hi",2', [{ a: 'say "hi"', b: '2' }]],
  ['a text after a quote', 'a,b\n"x"y,2', [{ a: '"x"y', b: '2' }]],
  ['white space, which is kept', ' a ,b\n 1 , 2', [{ ' a ': ' 1 ', b: ' 2' }]],
  ['an empty line of one column', 'a\n1\n\n2\n', [{ a: '1' }, { a: '' }, { a: '2' }]],
  ['empty lines at the end', 'a,b\n1,2\n\n\n', [{ a: '1', b: '2' }]],
  ['a name given twice', 'a,a\n1,2', [{ a: '2' }]],
  ['a header alone', 'a,b', []],
  ['nothing', '', []],
];

for (const [what, text, values] of tables) {
  test(`a table is read as promptfoo reads it: ${what}`, () => {
    const rows = parseCsv(text);
    assert.deepEqual('flaw' in rows ? rows : rows.records.map((row) => row.values), values);
  });
}

test('rows of another length and quotes without end are refused at their place', () => {
  assert.deepEqual(parseCsv('a,b\n1,2,3'), { flaw: 'a row has 3 values and the header 2', offset: 4 });
  assert.deepEqual(parseCsv('a,b\n1\n2,3'), { flaw: 'a row has 1 value and the header 2', offset: 4 });
  assert.deepEqual(parseCsv('a,b\n1,"x\n2,3'), { flaw: 'a quote is never closed', offset: 6 });
});

test('each cell has its offset', () => {
  const rows = parseCsv('a,b\n"1",2\n');
  assert.deepEqual('flaw' in rows ? [] : [...(rows.records[0]?.cells ?? [])], [
    ['a', 4],
    ['b', 8],
  ]);
});

import assert from 'node:assert/strict';
import test from 'node:test';
import type { IndexOptions } from '#library/items/item.js';
import type { FileSource } from '#library/items/item-source.js';
import { readItems } from '#library/items/read-items.js';
import { ProblemList } from '#library/items/record-place.js';
import { indexed, inShort, written } from './indexed.js';

/** Reads the values of all items, as lists. */
function rowsOf(content: string | Uint8Array, source: Partial<FileSource> = {}): readonly (readonly unknown[])[] {
  const rows: unknown[][] = [];
  const problems = new ProblemList('items.csv');
  readItems({ ...written(content), ...source }, ({ values }) => rows.push(Object.values(values)), problems);
  assert.deepEqual(problems.list(), []);
  return rows;
}

function problemsOf(
  content: string | Uint8Array,
  options: Partial<IndexOptions> = {},
  source: Partial<FileSource> = {},
): readonly string[] {
  return inShort(indexed({ ...written(content), ...source }, options).problems);
}

test('values are read exactly as they are written, but for their line ends', () => {
  const rows = rowsOf('a,b\n0123,1.10\n  x ,""\n"a ""b"" c","l1\nl2\r\nl3"\n');
  assert.deepEqual(rows, [
    ['0123', '1.10'],
    ['  x ', ''],
    ['a "b" c', 'l1\nl2\nl3'],
  ]);
});

test('lines end with LF, CRLF or CR, empty ones are skipped, and the last needs no end', () => {
  for (const end of ['\n', '\r\n', '\r']) {
    assert.deepEqual(rowsOf(['', 'a,b', '1,2', '', '', '3,4'].join(end)), [
      ['1', '2'],
      ['3', '4'],
    ]);
    assert.deepEqual(rowsOf(`a\n1${end}""${end}`), [['1'], ['']]);
  }
});

test('a byte order mark is dropped, and a delimiter may be any character', () => {
  assert.deepEqual(rowsOf('\ufeffa;b\n1;2,3\n', { delimiter: ';' }), [['1', '2,3']]);
  assert.deepEqual(rowsOf('a😀b\n1😀"2😀3"\n', { delimiter: '😀' }), [['1', '2😀3']]);
});

test('names of fields that objects have are ordinary', () => {
  const names = '__proto__,constructor,toString\n1,2,3\n';
  assert.deepEqual(rowsOf(names), [['1', '2', '3']]);
  assert.equal(({} as { polluted?: string }).polluted, undefined);
});

test('each mistake is reported at its place, in code points', () => {
  assert.deepEqual(problemsOf('text,b\nü😀"x,1\n"a"b,2\n1,2,3,4\n1\n"x,\ny'), [
    'EVA_DATA_SYNTAX:stray_quote 2:3+1',
    'EVA_DATA_SYNTAX:after_quote 3:4+1',
    'EVA_DATA_SYNTAX:too_many 4:5+1',
    'EVA_DATA_SYNTAX:too_few 5:1+1',
    'EVA_DATA_SYNTAX:open_quote 6:1+1',
  ]);
  assert.deepEqual(problemsOf('text,b\n1,a\0b\n'), ['EVA_DATA_SYNTAX:nul 2:4+1']);
  assert.deepEqual(problemsOf('text,b, ,text\n1,2,3,4\n'), [
    'EVA_DATA_FIELD:blank 1:8+1',
    'EVA_DATA_FIELD:twice 1:10+4',
  ]);
});

test('columns without a name are no fields, with a warning', () => {
  for (const content of ['text,b,\n1,2,3\n', ',text,b\n3,1,2\n', ',text, ,b\n3,1,3,2\n']) {
    const { value, problems } = indexed(written(content));
    assert.ok(value, JSON.stringify(problems));
    assert.deepEqual({ ...value.read(0) }, { text: '1', b: '2' });
    assert.ok(problems.every(({ severity, variant }) => severity === 'warning' && variant === 'blank'));
  }
  assert.deepEqual(problemsOf(', \n1,2\n').slice(0, 2), ['EVA_DATA_FIELD:blank 1:1+1', 'EVA_DATA_FIELD:blank 1:2+1']);
});

test('a wrong delimiter is one problem', () => {
  const rows = Array.from({ length: 200 }, (_, index) => `${index};fr;Bonjour, monsieur`).join('\n');
  assert.deepEqual(problemsOf(`id;language;message\n${rows}\n`), ['EVA_DATA_SYNTAX:delimiter 1:1+19']);
  const quoted = Array.from({ length: 200 }, (_, index) => `${index};fr;"Bonjour, ""monsieur"""`).join('\n');
  assert.deepEqual(problemsOf(`${quoted}\n`), ['EVA_DATA_SYNTAX:delimiter 1:1+28'], 'without a header');
  assert.deepEqual(problemsOf(`Export\nid;language;message\n${quoted}\n`), ['EVA_DATA_SYNTAX:delimiter 1:1+6']);
  assert.deepEqual(problemsOf(`sep=;\nid;language;message\n${rows}\n`), ['EVA_DATA_SYNTAX:sep 1:1+5']);
  assert.deepEqual(problemsOf('sep=;\ntext;b\n1;2\n', {}, { delimiter: ';' }), ['EVA_DATA_SYNTAX:sep 1:1+5']);
  assert.deepEqual(problemsOf('text\na; b\nc; d\n', {}), []);
  assert.deepEqual(problemsOf('text,b\n1,x; y\nx; y\n'), ['EVA_DATA_SYNTAX:too_few 3:1+1'], 'a value is missing');
  assert.deepEqual(problemsOf('text\na;b\n', {}), []);
  assert.deepEqual(problemsOf('a;text\nhello\n', { inputs: { text: 'a;text' } }), []);
});

test('a place in a value of several lines counts them', () => {
  const { problems } = indexed(written('text,b\n"1\r\n2\r3",x,"ä""\ny\n'), {});
  assert.deepEqual(inShort(problems), ['EVA_DATA_SYNTAX:open_quote 4:6+1']);
  assert.equal(problems[0]?.at?.source, '3",x,"ä""');
});

test('other encodings are refused', () => {
  assert.deepEqual(problemsOf(Buffer.from('\ufefftext\nä\n', 'utf16le')), ['EVA_NOT_UTF8:utf16 -:-+-']);
  assert.deepEqual(problemsOf(Buffer.from('text\nab\nxyä\n', 'latin1')), ['EVA_NOT_UTF8:bytes 3:3+1']);
});

test('a file without items is refused at its first line', () => {
  for (const content of ['', '\n\n', 'text,b\n', '\ufeff'])
    assert.deepEqual(problemsOf(content), ['EVA_DATA_EMPTY:file 1:1+-'], JSON.stringify(content));
});

test('an item above 1 MiB is refused, also in a quote that is never closed', () => {
  const most = 1024 ** 2;
  assert.deepEqual(problemsOf(`text\n${'x'.repeat(most)}\n1\n`), []);
  assert.deepEqual(problemsOf(`text\n${'x'.repeat(most + 1)}\n`), ['EVA_DATA_LARGE:item 2:1+1']);
  assert.deepEqual(problemsOf(`text,b\n1,"${'x\n'.repeat(most)}`), ['EVA_DATA_LARGE:quote 2:3+1']);
});

test('twenty problems of a code are listed, and the others counted', () => {
  const { problems } = indexed(written(`text\n${'a,b\n'.repeat(100)}${'a"b\n'.repeat(70)}`));
  assert.equal(problems.length, 21);
  assert.equal(problems.at(-1)?.message, 'and 150 more problems');
});

/** Splits CSV character by character; null if it is wrong. Line ends inside of values become LF. */
function naive(text: string): readonly (readonly string[])[] | null {
  const rows: string[][] = [];
  let row: string[] = [];
  let value = '';
  let state: 'start' | 'plain' | 'quoted' | 'closed' = 'start';
  const endRow = () => {
    row.push(value.replaceAll('\r\n', '\n'));
    if (row.length > 1 || value !== '' || state === 'closed') rows.push(row);
    [row, value, state] = [[], '', 'start'];
  };
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? '';
    if (state === 'quoted') {
      if (character !== '"') value += character;
      else if (text[at + 1] === '"') value += text[at++];
      else state = 'closed';
    } else if (character === ',') {
      row.push(value.replaceAll('\r\n', '\n'));
      [value, state] = ['', 'start'];
    } else if (character === '\n' || character === '\r') {
      if (character === '\r' && text[at + 1] === '\n') at++;
      endRow();
    } else if (character === '"') {
      if (state !== 'start') return null;
      state = 'quoted';
    } else {
      if (state === 'closed') return null;
      value += character;
      state = 'plain';
    }
  }
  if (state === 'quoted') return null;
  if (state !== 'start' || row.length > 0) endRow();
  return rows;
}

/** Returns numbers below a limit, always the same ones. */
function randomNumbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

test('reading equals that of a naive parser, right or wrong', () => {
  const random = randomNumbers(7);
  const alphabet = ['a', 'é', '😀', ',', '"', '"', '\n', '\r', '\r\n', ' ', ',"', '",', '""'];
  for (let round = 0; round < 2000; round++) {
    const text = `x,y\n${Array.from({ length: random(12) }, () => alphabet[random(alphabet.length)]).join('')}`;
    const expected = naive(text);
    const rows: unknown[] = [];
    const problems = new ProblemList('items.csv');
    readItems(written(text), ({ values }) => rows.push(Object.values(values)), problems);
    const isSound = expected?.every((row) => row.length === 2) ?? false;
    assert.equal(problems.hasErrors, !isSound, JSON.stringify(text));
    if (isSound) assert.deepEqual(rows, expected?.slice(1), JSON.stringify(text));
  }
});

test('values that cross the parts in which a file is read are whole, and their lines are right', () => {
  const random = randomNumbers(11);
  const ends = ['\n', '\r\n', '\r'];
  let text = 'x,y,z\n';
  let line = 2;
  const lines: number[] = [];
  const rows: string[][] = [];
  while (text.length < 1_500_000) {
    const row = [random(2000), random(3), random(60_000)].map((length) => `${'😀"\r\n,ä'.repeat(length / 6)}x`);
    const end = ends[random(3)] ?? '';
    rows.push(row.map((value) => value.replaceAll('\r\n', '\n')));
    lines.push(line);
    line += 1 + row.join('').split('\n').length - 1;
    text += row.map((value) => `"${value.replaceAll('"', '""')}"`).join(',') + end;
  }
  const found: unknown[] = [];
  const foundLines: number[] = [];
  const problems = new ProblemList('items.csv');
  const source = written(text);
  readItems(
    source,
    (item) => {
      found.push(Object.values(item.values));
      foundLines.push(item.line);
    },
    problems,
  );
  assert.deepEqual(problems.list(), []);
  assert.deepEqual(foundLines, lines);
  assert.ok(JSON.stringify(found) === JSON.stringify(rows));
});

test('a hundred thousand mistakes in one record take no long time', () => {
  const flawed = [`text\n${'a"b,'.repeat(60_000)}\n`, `${','.repeat(250_000)}\n`, `${'a,'.repeat(125_000)}\n`];
  const started = performance.now();
  const counts = flawed.map((content) => indexed(written(content)).problems.at(-1)?.message);
  assert.deepEqual(
    counts,
    [59_980, 249_981, 124_980].map((more) => `and ${more} more problems`),
  );
  assert.ok(performance.now() - started < 60_000);
});

test('a line whose values have another delimiter between them is told from one with too few values', () => {
  const found = (line: string, source: Partial<FileSource> = {}) =>
    indexed({ ...written(`${source.delimiter === ';' ? 'text;b;c' : 'text,b,c'}\n${line}\n`), ...source }).problems.map(
      ({ code, variant, hint }) => [`${code}:${variant}`, hint],
    );
  const tooFew = 'EVA_DATA_SYNTAX:too_few';
  const emptyValues = 'write empty values as well, with a delimiter between them';
  const otherDelimiter = (between: string, wanted: string) =>
    `this line has ${JSON.stringify(between)} between its values: write "${wanted}" as in the header, and put a value that contains "${wanted}" in quotes`;
  for (const delimiter of [';', '\t', '|']) {
    const line = ['1', 'x y', '3'].join(delimiter);
    assert.deepEqual(found(line), [[tooFew, otherDelimiter(delimiter, ',')]]);
  }
  assert.deepEqual(found('1,2,3', { delimiter: ';' }), [[tooFew, otherDelimiter(',', ';')]]);
  for (const line of ['1', '1;2', '1;2;3;4', '"1;2;3"']) assert.deepEqual(found(line), [[tooFew, emptyValues]], line);
});

test('text after a closing quote names the opening one if that is on an earlier line', () => {
  const found = (content: string) =>
    indexed(written(content)).problems.map(({ variant, at, hint = '' }) => [
      variant,
      at?.line,
      /line (\d+)(?:, column (\d+))?/.exec(hint)?.slice(1) ?? null,
    ]);
  assert.deepEqual(found('text,b\n1,2\nü,"x\n4,5\n6,"y, z"\n'), [
    ['after_quote', 5, ['3', undefined]],
    ['stray_quote', 5, ['3', '3']],
  ]);
  assert.deepEqual(found('text,b\n1,"2"3"\n4,"5\n6"\n7,8"9\n'), [
    ['after_quote', 2, null],
    ['stray_quote', 5, null],
  ]);
});

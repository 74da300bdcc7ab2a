import assert from 'node:assert/strict';
import test from 'node:test';
import type { FileSource } from '#library/items/item-source.js';
import { parsePlacedJson, rangeInJson } from '#library/items/json-text.js';
import { isObject, type JsonValue } from '#model/data/json.js';
import { indexed, indexOf, inShort, linesOf, written } from './indexed.js';

function problemsOf(content: string | Uint8Array, format: FileSource['format']): readonly string[] {
  return inShort(indexed(written(content, format)).problems);
}

test('JSONL has one object a line, and blank lines are skipped', () => {
  const source = written('\ufeff{"text":"a"}\r\n \t\r\n{"text":"b"}\r{"text":"c"}', 'jsonl');
  assert.deepEqual(linesOf(source), [1, 3, 4]);
});

test('each mistake of JSONL is reported at its place, in code points', () => {
  const lines = [
    '{"text":"😀" x}',
    '[1]',
    '{"text":1,"text":2}',
    '{"text":"a',
    '{"text":01}',
    '{text:1}',
    '{"text":1',
    '7',
  ];
  assert.deepEqual(problemsOf(lines.join('\n'), 'jsonl'), [
    'EVA_DATA_SYNTAX:json 1:13+1',
    'EVA_DATA_SYNTAX:not_mapping 2:1+3',
    'EVA_DATA_SYNTAX:twice 3:11+6',
    'EVA_DATA_SYNTAX:json 4:9+1',
    'EVA_DATA_SYNTAX:json 5:9+2',
    'EVA_DATA_SYNTAX:json 6:2+4',
    'EVA_DATA_SYNTAX:json 7:9+1',
    'EVA_DATA_SYNTAX:not_mapping 8:1+1',
  ]);
});

test('a list of JSON has the same items, wherever they are in their lines', () => {
  const text = ' [ {"text":"a",\n  "b":[1,{"c":"]"}]} ,{"text":"b"}, {"text":"c\\"]"} ]\n';
  const source = written(text, 'json');
  const index = indexOf(source);
  assert.deepEqual(linesOf(source), [1, 2, 2]);
  assert.deepEqual(
    index
      .ids()
      .map((_, position) => index.read(position)['text'])
      .sort(),
    ['a', 'b', 'c"]'],
  );
});

test('the list in a mapping is named', () => {
  const found = (text: string) => indexed(written(text, 'json')).problems.map(({ message }) => message);
  assert.deepEqual(found('{"n": 1, "examples": [{"text":"a"}], "more": []}'), [
    'the file is a mapping, and its list is in "examples"',
  ]);
  const notList = ['the file is not a list of items'];
  assert.deepEqual([found('{"text":1}'), found('{"text":[1]}\n{"text":[2]}\n')], [notList, notList]);
});

test('each mistake of a list of JSON is reported at its place', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['{"text":1}', 'EVA_DATA_SYNTAX:not_list 1:1+1'],
    ['[{"text":1} {"text":2}]', 'EVA_DATA_SYNTAX:json 1:13+1'],
    ['[{"text":1},]', 'EVA_DATA_SYNTAX:json 1:13+1'],
    ['[,{"text":1}]', 'EVA_DATA_SYNTAX:json 1:2+1'],
    ['[{"text":1}', 'EVA_DATA_SYNTAX:open_list 1:1+1'],
    ['[{"text":1}] x', 'EVA_DATA_SYNTAX:json 1:14+1'],
    ['[{"text":1},\n {"text":[1}]', 'EVA_DATA_SYNTAX:json 2:12+1'],
    ['["é", {"text":1,"a":tru}]', 'EVA_DATA_SYNTAX:not_mapping 1:2+3'],
    ['[]', 'EVA_DATA_EMPTY:file 1:1+-'],
    ['', 'EVA_DATA_EMPTY:file 1:1+-'],
  ];
  for (const [text, expected] of cases) assert.equal(problemsOf(text, 'json')[0], expected, text);
  assert.equal(problemsOf('["é", {"text":1,"a":tru}]', 'json')[1], 'EVA_DATA_SYNTAX:json 1:21+3');
  const [entry] = indexed(written('[{"text":"é"}, {"text":}]', 'json')).problems;
  assert.deepEqual([entry?.at?.column, entry?.at?.source], [24, '[{"text":"é"}, {"text":}]']);
});

test('nesting, size and encoding have limits', () => {
  assert.deepEqual(problemsOf(`{"text":${'['.repeat(1000)}`, 'jsonl'), ['EVA_DATA_SYNTAX:json 1:208+1']);
  const long = `{"text":"${'x'.repeat(1024 ** 2)}"}`;
  assert.deepEqual(problemsOf(`${long}\n{"text":"a"}`, 'jsonl'), ['EVA_DATA_LARGE:item 1:1+1']);
  assert.deepEqual(problemsOf(`[${long}]`, 'json'), ['EVA_DATA_LARGE:item 1:2+1']);
  assert.deepEqual(problemsOf(Buffer.from('{"text":"a"}\n{"text":"ä"}', 'latin1'), 'jsonl'), [
    'EVA_NOT_UTF8:bytes 2:10+1',
  ]);
  assert.deepEqual(problemsOf(Buffer.from('[{"text":"a"},\n{"text":"ä"}]', 'latin1'), 'json'), [
    'EVA_NOT_UTF8:bytes 2:10+1',
  ]);
});

test('numbers that a double cannot hold are refused where they are used', () => {
  const line = (number: string) => `{"text":"a","n":{"x":[${number}]},"o":${number}}`;
  const problemsWith = (number: string) => inShort(indexed(written(line(number), 'jsonl'), { used: ['n'] }).problems);
  for (const exact of ['9007199254740992', '-9007199254740992', '1e300', '9007199254740993.5', '0.1'])
    assert.deepEqual(problemsWith(exact), [], exact);
  for (const inexact of ['9007199254740993', '-12345678901234567890', '1e999'])
    assert.deepEqual(problemsWith(inexact), [`EVA_DATA_VALUE:number 1:23+${inexact.length}`], inexact);
});

test('a list that a program passes has properties as places', () => {
  const items = [{ text: 'a' }, { text: 'b', label: null }, 3] as const;
  const { problems } = indexed({ name: 'tickets', items }, { used: ['label'] });
  assert.deepEqual(
    problems.map(({ code, at }) => [code, at?.property ?? at?.line]),
    [
      ['EVA_DATA_SYNTAX', 'items[2]'],
      ['EVA_DATA_VALUE', 'items[0]'],
      ['EVA_DATA_VALUE', 'items[1].label'],
    ],
  );
});

/** Returns numbers from 0 to 1, always the same ones. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

test('what is JSON, and where its values are, agrees with JSON.parse', () => {
  const next = random(5);
  const parts = [
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '"b":',
    '"\\u0041"',
    '"\\x"',
    '1',
    '-0.5e3',
    '01',
    'true',
    'nul',
    ' ',
    '"',
    '\t',
  ];
  const sound = ['{"a":[1,{"b":"x"}],"c":null}', '[[],{},"",[true,false]]'];
  for (let round = 0; round < 20_000; round++) {
    const base = round % 2 ? (sound[round % 4 === 1 ? 0 : 1] ?? '') : '';
    const at = Math.floor(next() * (base.length + 1));
    const part = Array.from(
      { length: 1 + Math.floor(next() * 4) },
      () => parts[Math.floor(next() * parts.length)],
    ).join('');
    const text = base.slice(0, at) + part + base.slice(at + Math.floor(next() * 2));
    const parsed = parsePlacedJson(text);
    if ('flaw' in parsed && parsed.flaw.flaw === 'twice') continue;
    let expected: JsonValue | undefined;
    try {
      expected = JSON.parse(text) as JsonValue;
    } catch {
      expected = undefined;
    }
    assert.equal('value' in parsed, expected !== undefined, JSON.stringify(text));
    if (expected !== undefined) samePlaces(text, expected, []);
  }
});

function samePlaces(text: string, value: JsonValue, path: readonly (string | number)[]): void {
  const range = rangeInJson(text, path);
  assert.deepEqual(JSON.parse(text.slice(range?.start, range?.end)), value, `${text} ${path.join('.')}`);
  if (!isObject(value) && !Array.isArray(value)) return;
  for (const [key, part] of Object.entries(value)) {
    samePlaces(text, part as JsonValue, [...path, Array.isArray(value) ? Number(key) : key]);
  }
}

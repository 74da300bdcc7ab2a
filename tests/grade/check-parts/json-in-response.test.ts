import assert from 'node:assert/strict';
import test from 'node:test';
import { jsonInResponse } from '#grade/check-parts/json-in-response.js';

const read: readonly (readonly [claim: string, response: string, value: unknown])[] = [
  ['the whole response', ' \n{"a": [1, 2]}\n', { a: [1, 2] }],
  ['a bare number', '42', 42],
  ['null, which is a value', 'null', null],
  ['the only fenced block', 'Sure!\n```json\n{"a": 1}\n```\nAnything else?', { a: 1 }],
  ['a fence without a language', '```\n[]\n```', []],
  ['a fence of tildes', '~~~ JSON\n[1]\n~~~', [1]],
  ['a longer fence that holds a shorter one in a string', '````\n"```"\n````', '```'],
  ['a fence that is indented, as in a list', '1. Here:\n   ```json\n   {"a": 1}\n   ```', { a: 1 }],
  ['lines that end with CRLF', '```json\r\n{"a": 1}\r\n```\r\n', { a: 1 }],
  ['fences inside a JSON string of a whole response', '{"a": "\\n```\\n```\\n```"}', { a: '\n```\n```\n```' }],
  ['equal keys, the last of which counts', '{"a": 1, "a": 2}', { a: 2 }],
];

for (const [claim, response, value] of read) {
  test(`${claim} is parsed`, () => {
    const found = jsonInResponse(response);
    assert.ok('value' in found);
    assert.deepEqual(found.value, value);
    assert.ok(response.startsWith(found.block.text, found.block.start));
    assert.deepEqual(JSON.parse(found.block.text), value);
  });
}

const refused: readonly (readonly [response: string, problem: string, offset: number])[] = [
  ['', 'the text is empty', 0],
  ['Sure! {"a": 1}', 'a value was expected', 0],
  ['```json {"a": 1} ```', 'a value was expected', 0],
  ['{"a": 1} done', 'the JSON value is over, but the text goes on', 9],
  ['{"a": [1, 2', 'the text ends before "]"', 11],
  ['{"a": {"b": 1}', 'the text ends before "}"', 14],
  ['{"a": 1,}', 'JSON has no comma before a closing bracket', 8],
  ['[1, 2, ]', 'JSON has no comma before a closing bracket', 7],
  ['{"a" 1}', '":" was expected after the property name', 5],
  ['{"a": 1 "b": 2}', '"," or "}" was expected', 8],
  ['{"a": 1, "b": tru}', 'a value was expected', 14],
  ['[1 2]', '"," or "]" was expected', 3],
  ['[1}', '"," or "]" was expected', 2],
  ['{a: 1}', 'a property name in double quotes or "}" was expected', 1],
  ["{'a': 1}", 'a property name in double quotes or "}" was expected; JSON has no single quotes', 1],
  ['{"a": True}', 'a value was expected; JSON has no True', 6],
  ['{"a": NaN}', 'a value was expected; JSON has no NaN', 6],
  ['[1, // one\n2]', 'a value was expected; JSON has no comments', 4],
  ['{"a": 01}', 'a value was expected', 6],
  ['["a\nb"]', 'a string may not hold a raw line break, tab or control character', 3],
  ['["\\x41"]', 'this escape does not exist in JSON', 2],
  ['["abc]', 'this string is not closed', 1],
  ['Here:\n```\n{"a": }\n```', 'a value was expected', 16],
  ['```\n1\n```\n```\n2\n```', 'the response has 2 fenced blocks, so none of them is the answer', 14],
  ['```json\n{"a": 1}\n', 'a fenced block is not closed', 8],
];

for (const [response, problem, offset] of refused) {
  test(`${JSON.stringify(response)} is refused: ${problem}`, () => {
    assert.deepEqual(jsonInResponse(response), { problem, offset });
  });
}

test('neither deep nor long JSON crashes the parser', () => {
  const problem = 'the JSON is nested deeper than 200 levels';
  assert.deepEqual(jsonInResponse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`), {
    problem,
    offset: 200,
    isUnread: true,
  });
  assert.deepEqual(jsonInResponse(`\`\`\`\n${'['.repeat(200_000)}\n\`\`\``), { problem, offset: 204, isUnread: true });
  assert.deepEqual(jsonInResponse('['.repeat(200)), { problem: 'the text ends before "]"', offset: 200 });
  assert.deepEqual(jsonInResponse(`["${'\\n'.repeat(500_000)}`), { problem: 'this string is not closed', offset: 1 });
});

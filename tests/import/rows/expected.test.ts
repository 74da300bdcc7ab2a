import assert from 'node:assert/strict';
import test from 'node:test';
import { assertionOf } from '#import/rows/row-parts.js';

const readings: readonly (readonly [expected: string, assertion: object])[] = [
  ['hello', { type: 'equals', value: 'hello' }],
  ['hello: you', { type: 'equals', value: 'hello: you' }],
  ['contains: a, b', { type: 'contains', value: 'a, b' }],
  ['not-contains: a', { type: 'not-contains', value: 'a' }],
  [
    'contains-any: a,, b ,"c, d","say ""x"" \\"y\\""',
    { type: 'contains-any', value: ['a', 'b', 'c, d', 'say "x" "y"'] },
  ],
  ['similar(0.9): hi', { type: 'similar', value: 'hi', threshold: 0.9 }],
  ['similar: hi', { type: 'similar', value: 'hi', threshold: 0.8 }],
  ['similar:cosine(0.8): x', { type: 'similar', value: 'cosine(0.8): x', threshold: 0.8 }],
  ['latency(200)', { type: 'latency', threshold: 200 }],
  ['levenshtein: hi', { type: 'levenshtein', value: 'hi', threshold: 0.75 }],
  ['is-json', { type: 'is-json' }],
  ['is-json: {"a": 1}', { type: 'is-json', value: ' {"a": 1}' }],
  ['javascript: output > 1', { type: 'javascript', value: 'output > 1' }],
  ['fn:output', { type: 'javascript', value: 'output' }],
  ['eval: output', { type: 'javascript', value: 'output' }],
  ['file://check.mjs', { type: 'javascript', value: 'file://check.mjs' }],
  ['python: len(output)', { type: 'python', value: 'len(output)' }],
  ['file://check.py:fn', { type: 'python', value: 'file://check.py:fn' }],
  ['file://text.txt', { type: 'equals', value: 'file://text.txt' }],
  ['grade: is kind', { type: 'llm-rubric', value: ' is kind' }],
  ['llm-rubric: is kind', { type: 'llm-rubric', value: ' is kind' }],
  ['llm-rubric(0.8): is kind', { type: 'llm-rubric', value: 'is kind' }],
  ['trajectory:tool-used: search', { type: 'trajectory:tool-used', value: 'search' }],
  ['select-best: x', { type: 'equals', value: 'select-best: x' }],
  ['contains-all: "open', { flaw: 'a quote in its list is never closed' }],
  ['contains-all: "a" b', { flaw: 'its list lacks a comma after a quote' }],
];

for (const [expected, assertion] of readings) {
  test(`an expected text is read as promptfoo reads it: ${expected}`, () => {
    assert.deepEqual(assertionOf(expected), assertion);
  });
}

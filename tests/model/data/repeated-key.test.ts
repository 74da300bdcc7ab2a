import assert from 'node:assert/strict';
import test from 'node:test';
import { repeatedKeyIn } from '#model/data/json.js';

test('A key that is written twice in one mapping is found, at any depth and however it is written', () => {
  assert.equal(repeatedKeyIn('{"a": 1, "b": 2, "a": 3}'), 'a');
  assert.equal(repeatedKeyIn('[{"a": {"x,": [1, {"b": "}", "\\u0062": 2}]}}]'), 'b');
  assert.equal(repeatedKeyIn('{"": 1, "": 2}'), '');
  assert.equal(repeatedKeyIn('{"__proto__": 1, "a": {"__proto__": 2}, "__proto__": 3}'), '__proto__');
});

test('The same key in other mappings, and the same text as a value, are no repetition', () => {
  const texts = ['{"a": {"a": [{"a": 1}, {"a": 2}]}, "b": "a"}', '["a", "a", {"a": "a"}, {}, "a"]', '"a"', '7', '{}'];
  for (const text of texts) assert.equal(repeatedKeyIn(text), undefined, text);
});

test('A million mappings are read in seconds', () => {
  const text = `[${'{"a":1,"b":{"a":2}},'.repeat(250_000)}{}]`;
  const startedAt = performance.now();
  assert.equal(repeatedKeyIn(text), undefined);
  assert.ok(performance.now() - startedAt < 60_000, `${performance.now() - startedAt} ms`);
});

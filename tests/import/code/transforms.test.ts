import assert from 'node:assert/strict';
import test from 'node:test';
import { nodeOf } from '#import/config-node.js';
import type { JsonObject } from '#model/data/json.js';
import { importAsserts } from '../assertions/import-asserts.js';
import { callModule, factsOf, writeFiles } from './run-code.js';

const contains = { type: 'contains', value: 'x' };

function extractOf(transform: string, context: JsonObject = {}) {
  return importAsserts([contains], { options: { transform }, context }).extract;
}

test('simple transforms become a form of extract', () => {
  assert.deepEqual(extractOf('JSON.parse(output).a.b'), { json: '/a/b' });
  assert.deepEqual(extractOf("JSON.parse(output)?.list[0]['a/b'];"), { json: '/list/0/a~1b' });
  assert.deepEqual(extractOf('JSON.parse(output)'), { json: '' });
  assert.deepEqual(extractOf('output.answer', { parsesJson: true }), { json: '/answer' });
  assert.deepEqual(extractOf('output.match(/<a>(.*?)<\\/a>/is)[1]'), { matches: '(?is)<a>(.*?)<\\/a>', group: 1 });
  assert.deepEqual(extractOf('output.match(/\\d+$/)?.[0]'), { matches: '(?a)\\d+\\Z' });
});

test('removing white space at the ends matters for patterns and distances only', () => {
  const given = { options: { transform: 'output.trim()' } };
  const { assert: checks, extract } = importAsserts([contains, { type: 'regex', value: 'x$' }], given);
  assert.equal(extract, undefined);
  assert.deepEqual(checks, [{ contains: 'x' }, { matches: 'x\\Z', extract: { matches: '\\S(?:[\\s\\S]*\\S)?' } }]);
});

test('other code becomes a function that returns the text', async (t) => {
  const given = { options: { transform: "output.split('|')[1]" } };
  const { extract, files } = importAsserts([contains], given);
  assert.deepEqual(extract, { module: 'checks.mjs#extract_1' });
  const folder = writeFiles(t, files);
  const texts = await Promise.all(
    ['a|b', 'a'].map((reply) => callModule(folder, 'checks.mjs#extract_1', factsOf(reply))),
  );
  assert.deepEqual(texts, ['b', null]);
});

test('the transform of the provider comes first, then that of the test, then that of the assertion', async (t) => {
  const providerTransform = nodeOf('JSON.parse(output)', { file: 'promptfooconfig.yaml', line: 7 });
  const given = { options: { transform: 'output.text' }, context: { providerTransform } };
  const asserts = [contains, { type: 'equals', value: 'X', transform: 'output.toUpperCase()' }];
  const { assert: checks, extract, files } = importAsserts(asserts, given);
  const folder = writeFiles(t, files);
  const own = checks[1]?.['extract'] as JsonObject;
  const facts = factsOf('{"text":"x"}');
  assert.equal(await callModule(folder, extract?.['module'], facts), 'x');
  assert.equal(await callModule(folder, own['module'], facts), 'X');
});

test('code of an assertion sees the data that a transform returns', async (t) => {
  const given = { options: { transform: 'JSON.parse(output)' } };
  const { assert: checks, extract, files } = importAsserts([{ type: 'javascript', value: 'output.a > 1' }], given);
  assert.equal(extract, undefined, 'nothing else sees the answer');
  const folder = writeFiles(t, files);
  const results = await Promise.all(
    ['{"a":2}', '{"a":1}'].map((reply) => callModule(folder, checks[0]?.['module'], factsOf(reply))),
  );
  assert.deepEqual(results, [true, false]);
});

test('a transform that eva cannot run is left out with the reason', () => {
  const files = { 'get.py': 'def get_transform(output, context): return output' };
  const { findings, extract } = importAsserts([contains], { files, options: { transform: 'file://get.py' } });
  assert.equal(extract, undefined);
  assert.deepEqual(findings, ['left_out :50 transform: eva takes pieces out of an answer with JavaScript only']);
});

test('a function of a file can be the transform', async (t) => {
  const files = { 'pick.js': 'module.exports = { last: (output) => output.at(-1) };' };
  const given = { files, options: { transform: 'file://pick.js:last' } };
  const { extract, files: written } = importAsserts([contains], given);
  assert.equal(await callModule(writeFiles(t, written), extract?.['module'], factsOf('abc')), 'c');
});

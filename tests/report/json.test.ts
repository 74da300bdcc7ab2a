import assert from 'node:assert/strict';
import test from 'node:test';
import { jsonResult } from '#report/json.js';
import { hostileTexts } from '../fixtures/hostile-texts.js';

test('a result is indented JSON that ends in a newline', () => {
  assert.equal(jsonResult({ id: 'diff', passed: 2 }), '{\n  "id": "diff",\n  "passed": 2\n}\n');
});

test('an invisible character is an escape', () => {
  assert.equal(jsonResult('a\u202eb\u{e0061}'), '"a\\u202eb\\udb40\\udc61"\n');
});

test('hostile texts are read back unchanged, and are escaped in the JSON text', () => {
  const texts = hostileTexts.map(({ text }) => text);
  const json = jsonResult({ texts });
  assert.deepEqual(JSON.parse(json), { texts });
  assert.doesNotMatch(json, /[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}\p{Cs}]|::error|##vso\[/u);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostileTexts, withEveryText } from '../../support/hostile-texts.js';

test('The corpus has at least 60 texts, each with a name of its own', () => {
  assert.ok(hostileTexts.length >= 60, `${hostileTexts.length} texts`);
  assert.equal(new Set(hostileTexts.map(({ name }) => name)).size, hostileTexts.length);
  assert.equal(new Set(hostileTexts.map(({ text }) => text)).size, hostileTexts.length);
});

test('A hostile text replaces each text from outside and each path, and nothing else', () => {
  const view = { key: 'a', at: { file: 'eval.yml', line: 3 }, cases: [{ name: { raw: 'x' }, n: 2, bar: null }] };
  assert.deepEqual(withEveryText(view, '<b>'), {
    ...view,
    at: { file: '<b>', line: 3 },
    cases: [{ name: { raw: '<b>' }, n: 2, bar: null }],
  });
});

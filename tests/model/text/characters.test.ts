import assert from 'node:assert/strict';
import test from 'node:test';
import { isBlank } from '#model/text/characters.js';

test('a text without visible characters is blank', () => {
  for (const text of ['', ' \t\r\n', '\u00a0\u3000', '\u200b\u2060\ufeff', '\u3164', '\u202e']) {
    assert.equal(isBlank(text), true, JSON.stringify(text));
  }
  for (const text of ['.', ' a ', '\u200b0', '👩‍👩‍👧', 'é']) assert.equal(isBlank(text), false, JSON.stringify(text));
});

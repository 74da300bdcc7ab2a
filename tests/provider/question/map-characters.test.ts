import assert from 'node:assert/strict';
import test from 'node:test';
import { mapCharacters } from '#provider/question/fold.js';

test('characters are replaced, and indexes map back to them', () => {
  const pieces: Readonly<Record<string, string>> = { a: '', b: 'BBB', '😀': 'xy', '\ud800': '?' };
  const { text, originOf } = mapCharacters('ab😀c\ud800', (character) => pieces[character] ?? character);
  assert.equal(text, 'BBBxyc?');
  assert.deepEqual([0, 1, 2, 3, 4, 5, 6, 7, 99].map(originOf), [1, 1, 1, 2, 2, 4, 5, 6, 6]);
});

test('a replacement is made once for each different character', () => {
  const asked: string[] = [];
  const { text } = mapCharacters('абв'.repeat(20_000), (character) => {
    asked.push(character);
    return character.toUpperCase();
  });
  assert.equal(text, 'АБВ'.repeat(20_000));
  assert.deepEqual(asked, ['а', 'б', 'в']);
});

test('a text that becomes longer is complete', () => {
  assert.equal(mapCharacters('ab'.repeat(5_000), (character) => character.repeat(18)).text.length, 180_000);
  assert.equal(mapCharacters('', String).text, '');
});

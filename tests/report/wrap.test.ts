import assert from 'node:assert/strict';
import test from 'node:test';
import { wrap } from '#report/text/wrap.js';

const table: [string, string, number, string[]][] = [
  ['lines break between words', 'one two three', 7, ['one two', 'three']],
  ['own line ends are kept', 'one\ntwo', 20, ['one', 'two']],
  ['indentation is kept', '  one two', 6, ['  one', 'two']],
  ['a word longer than the line is divided', 'abcdefgh', 3, ['abc', 'def', 'gh']],
  ['wide characters count two', '日本語', 4, ['日本', '語']],
  ['a character wider than the line is kept', '日', 1, ['日']],
  ['nothing is one empty line', '', 10, ['']],
  ['what is hidden is shown', 'a\u001bb', 10, ['a\\x1bb']],
];
for (const [title, text, width, lines] of table) {
  test(title, () => assert.deepEqual(wrap(text, width), lines));
}

test('a word of 100,000 letters is split within a second', () => {
  assert.equal(wrap('x'.repeat(100_000), 80).length, 1250);
});

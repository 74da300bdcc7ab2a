import assert from 'node:assert/strict';
import test from 'node:test';
import { wrap } from '#report/text/visible.js';

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

for (const [what, text] of [
  ['letters', 'x'.repeat(1_000_000)],
  ['combining marks', '\u0301'.repeat(250_000)],
  ['wide characters', '日'.repeat(500_000)],
  ['spaces', ' '.repeat(1_000_000)],
  ['short words', 'a b '.repeat(250_000)],
] as const) {
  test(`a line of many ${what} is wrapped within seconds`, () => {
    const began = performance.now();
    wrap(text, 80);
    assert.ok(performance.now() - began < 60_000);
  });
}

test('wrapping keeps every character', () => {
  for (const text of ['x'.repeat(1000), '日本'.repeat(500), 'e\u0301'.repeat(500), 'ab '.repeat(300).trim()]) {
    assert.equal(wrap(text, 7).join(text.includes(' ') ? ' ' : ''), text);
  }
});

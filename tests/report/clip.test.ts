import assert from 'node:assert/strict';
import test from 'node:test';
import { cellsText, clip, column, displayWidth, toCells, windowAround } from '#report/text/visible.js';

const widths: [string, number][] = [
  ['', 0],
  ['abc', 3],
  ['日本', 4],
  ['ｆｕｌｌ', 8],
  ['😀', 2],
  ['e\u0301', 1],
  ['한국', 4],
  ['\u001b', 4],
  ['a\u202eb', 8],
];
for (const [text, width] of widths) {
  test(`${JSON.stringify(text)} is ${width} columns wide`, () => assert.equal(displayWidth(text), width));
}

test('a text that fits is not cut', () => assert.equal(clip('abcde', 5), 'abcde'));
test('a text that does not fit ends in an ellipsis', () => assert.equal(clip('abcdef', 5), 'abcd…'));
test('a wide character is never cut in half', () => assert.equal(clip('日本語', 4), '日…'));
test('a clipped text is padded to its column', () => assert.equal(column('日本語', 4), '日… '));

test('a window contains the marked part, with an ellipsis at each truncated end', () => {
  const cells = toCells('0123456789abcdefghij');
  assert.equal(cellsText(windowAround(cells, 0, 9)), '01234567…');
  assert.equal(cellsText(windowAround(cells, 10, 9)), '…89abcde…');
  assert.equal(cellsText(windowAround(cells, 19, 9)), '…cdefghij');
});

test('tabs are spaces up to the next stop', () => {
  assert.equal(cellsText(toCells('\ta\tb')), '    a   b');
});

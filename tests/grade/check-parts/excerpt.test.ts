import assert from 'node:assert/strict';
import test from 'node:test';
import { excerptAt, openingOf, placeInResponse } from '#grade/check-parts/excerpt.js';

test('an excerpt is the line of the mark, with its number from 1', () => {
  assert.deepEqual(excerptAt('one\ntwo three\nfour', 8, 13), {
    text: 'two three',
    line: 2,
    mark: { start: 4, end: 9 },
  });
});

test('a mark ends at the end of its line, without a carriage return', () => {
  assert.deepEqual(excerptAt('ab\r\ncd', 1, 6), { text: 'ab', line: 1, mark: { start: 1, end: 2 } });
});

test('an empty range has no mark', () => {
  assert.deepEqual(excerptAt('ab\ncd', 3), { text: 'cd', line: 2 });
  assert.deepEqual(excerptAt('\nx', 0, 1), { text: '', line: 1 });
  assert.deepEqual(excerptAt('', 0, 1), { text: '', line: 1 });
});

test('a line break belongs to the line that it ends', () => {
  assert.deepEqual(excerptAt('ab\n\ncd', 2), { text: 'ab', line: 1 });
  assert.equal(placeInResponse('ab\ncd', 2), 'line 1, column 3');
});

test('a long line is truncated to 160 characters around the mark', () => {
  const line = `${'a'.repeat(1000)}HERE${'b'.repeat(1000)}`;
  const { text, mark } = excerptAt(line, 1000, 1004);
  assert.equal(text, `…${'a'.repeat(60)}HERE${'b'.repeat(96)}…`);
  assert.deepEqual(mark, { start: 61, end: 65 });
});

test('truncation never splits a surrogate pair', () => {
  for (const shift of ['', 'a']) {
    const { text } = excerptAt(`${shift}${'🎉'.repeat(500)}`, 400, 402);
    assert.doesNotMatch(text, /\p{Surrogate}/u);
  }
});

test('the opening is the first non-blank line', () => {
  assert.deepEqual(openingOf('\n  \n  Sorry.\nMore'), { text: '  Sorry.', line: 3 });
  assert.deepEqual(openingOf(''), { text: '', line: 1 });
});

test('a place has line and column, both from 1', () => {
  assert.equal(placeInResponse('ab\ncd', 0), 'line 1, column 1');
  assert.equal(placeInResponse('ab\ncd', 4), 'line 2, column 2');
  assert.equal(placeInResponse('\nab', 1), 'line 2, column 1');
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { parse } from 'yaml';
import { plainOrQuoted, withEdits } from '#model/text/yaml-text.js';
import { cpuMs } from '../../support/cpu-time.js';

test('edits are made in the order of the text, whatever their own order', () => {
  const edits = [
    { start: 4, end: 7, text: 'B' },
    { start: 0, end: 3, text: 'A' },
    { start: 7, end: 7, text: '!' },
  ];
  assert.equal(withEdits('one two three', edits), 'A B! three');
});

test('200,000 edits of a text take seconds at most', () => {
  const text = '\ta\n'.repeat(200_000);
  const edits = Array.from(text.matchAll(/\t/g), ({ index: start }) => ({ start, end: start + 1, text: '  ' }));
  const ms = cpuMs(() => assert.equal(withEdits(text, edits), '  a\n'.repeat(200_000)));
  assert.ok(ms < 60_000, `${ms} ms`);
});

test('YAML reads a scalar as the same text, also in braces', () => {
  for (const text of ['123', '1e5', 'yes', 'Null', 'a b ', 'a: b', 'a:b', 'a:', 'a #b', 'a@b.c', '@a', 'a,b', '', '~'])
    assert.deepEqual(parse(`{ key: ${plainOrQuoted(text)} }`), { key: text }, text);
});

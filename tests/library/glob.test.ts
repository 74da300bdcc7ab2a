import assert from 'node:assert/strict';
import test from 'node:test';
import { globMatcher, isGlob } from '#library/glob.js';
import { cpuMs } from '../support/cpu-time.js';

/** A pattern, names that it matches, and names that it does not. */
const patterns: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['sup*', ['sup', 'support'], ['a-sup', 'SUP']],
  ['*port', ['port', 'support', 'portport'], ['ports']],
  ['s*p*t', ['spt', 'support'], ['supper', 'st']],
  ['a?c', ['abc', 'aäc', 'a🙂c'], ['ac', 'abbc']],
  ['[ab]x', ['ax', 'bx'], ['cx', 'x', '[ab]x']],
  ['v[0-9]', ['v1'], ['va', 'v10']],
  ['[!a-c]*', ['d', 'dog'], ['a', 'cat', '']],
  ['[]x]', [']', 'x'], ['[]']],
  ['[!]', ['!'], ['a', '']],
  ['a[', ['a['], ['a']],
  ['a[b', ['a[b'], ['ab']],
  ['**', ['', 'a'], []],
  ['a.b', ['a.b'], ['axb']],
  ['(a+)+$', ['(a+)+$'], ['aaaa']],
];

for (const [pattern, matched, others] of patterns) {
  test(`${pattern} matches ${matched.join(', ')} and not ${others.join(', ')}`, () => {
    const matches = globMatcher(pattern);
    assert.deepEqual(matched.filter(matches), matched);
    assert.deepEqual(others.filter(matches), []);
  });
}

test('a pattern that makes other matchers run for years takes seconds at most', () => {
  const ms = cpuMs(() => {
    assert.equal(globMatcher(`${'a*'.repeat(5000)}b`)('a'.repeat(100)), false);
    assert.equal(globMatcher(`${'*a'.repeat(50)}b`)('a'.repeat(100)), false);
    assert.equal(globMatcher('['.repeat(3000))('a'), false);
  });
  assert.ok(ms < 60_000, `${ms} ms`);
});

test('only *, ? and [ make a pattern', () => {
  assert.deepEqual(['a', 'a*', '?', '[a]', '{a,b}', 'a+'].filter(isGlob), ['a*', '?', '[a]']);
});

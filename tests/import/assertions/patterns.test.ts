import assert from 'node:assert/strict';
import test from 'node:test';
import { compilePattern } from '#grade/pattern/python-regex.js';
import { toPythonNotation } from '#import/assertions/text-kinds.js';
import { checkOf, importAsserts } from './import-asserts.js';

test('patterns keep the meaning that they have in JavaScript', () => {
  const rows: readonly (readonly [pattern: string, becomes: string])[] = [
    ['^Order \\d+$', '(?a)^Order \\d+\\Z'],
    ['a.c|\\$5', 'a.c|\\$5'],
    ['\\w+\\s\\S', '(?a)\\w+[\\s\\p{Z}][^\\s\\p{Z}]'],
    ['a\\s+b', 'a\\s+b'],
    ['[\\w-.]+@[^]', '(?a)[\\w\\-.]+@(?:.|\\n)'],
    ['{"a":', '\\{"a":'],
    ['x{2,3}y{,3}', 'x{2,3}y\\{,3}'],
    ['\\A\\y\\/\\-', 'Ay\\/\\-'],
    ['(a)\\1\\2', '(a)\\1\\x02'],
    ['(?<n>a)\\k<n>', '(?<n>a)\\k<n>'],
    ['[[$]', '[\\[$]'],
    ['\\cJ\\0', '\\x0a\\x00'],
    ['\\\\d$', '\\\\d\\Z'],
  ];
  for (const [pattern, becomes] of rows) assert.equal(toPythonNotation(pattern), becomes, pattern);
});

test('a rewritten pattern finds what the original finds', () => {
  const patterns = [
    '^\\d{3}$',
    '\\bcat\\b',
    '[^\\d\\s]+',
    '[]',
    'a[^]b',
    '(a|b)\\1',
    '^{$',
    '[\\w-]+',
    '\\s',
    'x\\u0041',
    '[\\b]',
  ];
  const texts = ['123', '123\n', '١٢٣', 'cat', 'écat', 'a\nb', 'aa', 'ab', '{', 'a-b', '\u00a0', 'xA', '\b', ' '];
  for (const pattern of patterns) {
    const compiled = compilePattern(toPythonNotation(pattern));
    assert.ok('regex' in compiled, pattern);
    for (const text of texts) {
      assert.equal(compiled.regex.test(text), new RegExp(pattern).test(text), JSON.stringify([pattern, text]));
    }
  }
});

test('regex becomes matches', () => {
  assert.deepEqual(checkOf({ type: 'regex', value: 'a$' }), [{ matches: 'a\\Z' }]);
  assert.deepEqual(checkOf({ type: 'not-regex', value: 'a' }), [{ not_matches: 'a' }]);
});

test('a pattern that one of both cannot read is left out', () => {
  assert.match(
    String(checkOf({ type: 'regex', value: '(' })),
    /^regex: promptfoo cannot read its pattern: unterminated group/,
  );
  assert.match(String(checkOf({ type: 'regex', value: '(?=a)*b' })), /^regex: eva cannot use it: /);
});

test('flags at the beginning are carried over, though promptfoo cannot read them', () => {
  const { assert: checks, findings } = importAsserts([{ type: 'regex', value: '(?i)yes' }]);
  assert.deepEqual(checks, [{ matches: '(?i)yes' }]);
  assert.match(findings[0] ?? '', /^replaced :1 regex: promptfoo cannot read flags/);
});

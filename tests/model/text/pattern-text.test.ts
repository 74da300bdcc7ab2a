import assert from 'node:assert/strict';
import test from 'node:test';
import { compilePattern } from '#grade/pattern/python-regex.js';
import { renderPattern } from '#model/references.js';

const hostile = [
  '.',
  '*',
  'a|b',
  '(',
  ')',
  ')(',
  '(?i)',
  '(?:',
  '\\',
  '\\d',
  '[',
  ']',
  '^',
  '$',
  '{2}',
  '+?',
  'a\nb',
  '😀',
  '-',
  '&&',
  '#',
  '{{other}}',
];

for (const value of hostile) {
  test(`inside a pattern, ${JSON.stringify(value)} matches itself and nothing else`, () => {
    const regex = compiled(renderPattern('^x{{value}}y$', { value, other: 'o' }));
    assert.ok(regex.test(`x${value}y`));
    for (const other of hostile) if (other !== value) assert.equal(regex.test(`x${other}y`), false, other);
  });

  test(`inside a character class, ${JSON.stringify(value)} is a list of characters`, () => {
    const regex = compiled(renderPattern('^[0{{value}}1]+$', { value }));
    assert.ok(regex.test(`1${value}0`));
    assert.equal(regex.test('7'), false);
  });
}

test('a quantifier repeats the whole value, and an empty value leaves what is before it alone', () => {
  assert.ok(compiled(renderPattern('^{{v}}{2}$', { v: 'ab' })).test('abab'));
  assert.equal(compiled(renderPattern('^a{{v}}*$', { v: '' })).test('aa'), false);
});

test('a value is no number of a group, of a quantifier or of an escape', () => {
  assert.ok(compiled(renderPattern('^(a)\\1{{v}}$', { v: '0' })).test('aa0'));
  assert.ok(compiled(renderPattern('^a\\{{{v}}\\}$', { v: '3' })).test('a{3}'));
  assert.ok('problem' in compilePattern(renderPattern('\\{{v}}', { v: 'd' }), 1000));
  assert.equal(compiled(renderPattern('^[\\{{v}}]$', { v: 'd' })).test('7'), false);
});

test('an empty pattern stays empty, and so does one whose class loses its characters', () => {
  assert.equal(renderPattern('{{v}}', { v: '' }), '');
  assert.equal(renderPattern('[{{v}}]abc]', { v: '' }), '');
});

function compiled(pattern: string): RegExp {
  const result = compilePattern(pattern, 1000);
  if ('problem' in result) throw new Error(`${pattern}: ${result.problem}`);
  return result.regex;
}

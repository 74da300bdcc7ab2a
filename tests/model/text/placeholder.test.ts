import assert from 'node:assert/strict';
import test from 'node:test';
import { placeholders, render } from '#model/text/quoted.js';

const bodies: readonly (readonly [body: string, names: readonly string[]])[] = [
  ['{{a}} {{ b }} {{  c_1-x  }}', ['a', 'b', 'c_1-x']],
  ['{{a}}{{a}}{{b}}{{a}}', ['a', 'b']],
  ['{a} {{ }} {{1a}} {{a b}} {{-a}} {{a.b}} {{a\n}} {{\ta}}', []],
  ['{{{a}}} {{{{b}}}}', ['a', 'b']],
  ['{{__proto__}} {{constructor}}', ['__proto__', 'constructor']],
];

for (const [body, names] of bodies) {
  test(`the placeholders of ${JSON.stringify(body)} are ${names.join(', ') || 'none'}`, () => {
    assert.deepEqual(placeholders(body), names);
  });
}

const table: readonly [string, string, Record<string, string>, string][] = [
  ['a value', 'Hello {{name}}.', { name: 'Ada' }, 'Hello Ada.'],
  ['spaces inside the braces', '{{ name }}|{{  name  }}', { name: 'x' }, 'x|x'],
  ['a value that looks like a template', '{{a}} {{b}}', { a: '{{b}}', b: 'B' }, '{{b}} B'],
  ['replacement patterns', '{{a}}', { a: "$& $1 $$ $` $'" }, "$& $1 $$ $` $'"],
  ['a NUL', '<{{a}}>', { a: '\u0000' }, '<\u0000>'],
  ['markup, unescaped', '{{a}}', { a: '<b>&amp;"\'' }, '<b>&amp;"\''],
  [
    'template engines of others',
    '{{a}}',
    { a: '${7*7} #{7*7} <%= 7*7 %> {% x %}' },
    '${7*7} #{7*7} <%= 7*7 %> {% x %}',
  ],
  ['single braces left alone', '{name} {{name}}', { name: 'x' }, '{name} x'],
  [
    'other doubles left alone',
    '{{#if a}} {{a.b}} {{1a}} {{}} {{ a | upper }}',
    { a: 'x' },
    '{{#if a}} {{a.b}} {{1a}} {{}} {{ a | upper }}',
  ],
  ['a placeholder without a value', '{{b}}', { a: 'x' }, '{{b}}'],
  ['triple braces', '{{{a}}}', { a: 'x' }, '{x}'],
  ['dashes and underscores', '{{old-id}} {{_x}}', { 'old-id': '1', _x: '2' }, '1 2'],
  ['the empty value', '[{{a}}]', { a: '' }, '[]'],
  [
    'names of prototypes',
    '{{constructor}} {{toString}} {{__proto__}}',
    {},
    '{{constructor}} {{toString}} {{__proto__}}',
  ],
  ['a newline inside the braces is no placeholder', '{{\na\n}}', { a: 'x' }, '{{\na\n}}'],
];

for (const [title, body, values, expected] of table) {
  test(`rendering keeps ${title}`, () => assert.equal(render(body, values), expected));
}

test('an input may be named like a prototype property', () => {
  const values = Object.fromEntries([
    ['__proto__', 'P'],
    ['constructor', 'C'],
  ]);
  assert.equal(render('{{__proto__}}{{constructor}}', values), 'PC');
});

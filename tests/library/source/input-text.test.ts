import assert from 'node:assert/strict';
import test from 'node:test';
import { documentIn } from '#library/source/document.js';
import { givenInputs, inputText } from '#library/source/input-text.js';

const values: readonly (readonly [written: string, text: string | null])[] = [
  ['1.10', '1.10'],
  ['007', '007'],
  ['yes', 'yes'],
  ['True', 'True'],
  ['2024-01-01', '2024-01-01'],
  ['0x1F', '0x1F'],
  ['1e3', '1e3'],
  ['12345678901234567890', '12345678901234567890'],
  ['-0', '-0'],
  ['"1.10"', '1.10'],
  ["'  spaces  '", '  spaces  '],
  ['""', ''],
  ['~', null],
  ['null', null],
  ['', null],
  ['"{{other}} $& $1 \\0"', '{{other}} $& $1 \0'],
  ['[1.10, 007, a, null, true, 1e3]', '[1.10,7,"a",null,true,1e3]'],
  ['{a: 1.0, "b c": [x, {d: 12345678901234567890}]}', '{"a":1.0,"b c":["x",{"d":12345678901234567890}]}'],
  ['[]', '[]'],
  ['{}', '{}'],
  ['|\n  line 1\n  line 2\n', 'line 1\nline 2\n'],
];

function inputsOf(yaml: string) {
  const { value } = documentIn('inputs', yaml, 'inputs.yml');
  assert.ok(value);
  return value;
}

function textOf(yaml: string, name: string): string | null {
  return inputText(inputsOf(yaml).in(name));
}

for (const [written, text] of values) {
  test(`${JSON.stringify(written)} is inserted as ${JSON.stringify(text)}`, () => {
    assert.equal(textOf(`x: ${written}\n`, 'x'), text);
  });
}

test('a value that an alias refers to is the same text', () => {
  const aliases = 'a: &a 1.10\nb: *a\nc: [*a]\n';
  assert.deepEqual([textOf(aliases, 'b'), textOf(aliases, 'c')], ['1.10', '[1.10]']);
});

test('names of inherited properties are ordinary inputs', () => {
  const inputs = inputsOf('__proto__: a\nconstructor: b\n');
  assert.deepEqual(
    [...givenInputs(inputs)].map(([name, { text, at }]) => [name, text, at.line]),
    [
      ['__proto__', 'a', 1],
      ['constructor', 'b', 2],
    ],
  );
});

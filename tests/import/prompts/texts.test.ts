import assert from 'node:assert/strict';
import test from 'node:test';
import { freePromptId } from '#import/prompts/read-prompts.js';
import { bodies, read, said } from './reading.js';

test('JSON that is no list of messages is a text whose values are written as JSON', () => {
  const result = read('[a.json]', { 'a.json': '{"task":"{{q}}","n":2,"all":"{{ x | upper }} and {{q}}"}' });
  assert.deepEqual(bodies(result), [
    '{\n  "task": "{{q_json}}",\n  "n": 2,\n  "all": "{{x_upper_json}} and {{q_json}}"\n}',
  ]);
  const [first] = result.prompts[0]?.inputs ?? [];
  assert.deepEqual(first?.valueOf({ q: { kind: 'value', value: 'a "b"\n' } }), {
    kind: 'value',
    value: 'a \\"b\\"\\n',
  });
});

test('texts before and after a prompt are part of its template', () => {
  const result = read('["Say {{x}}"]', {}, { prefix: 'Dear {{y}}: ', suffix: ' {# end #}Bye' });
  assert.deepEqual(bodies(result), ['Dear {{y}}: Say {{x}} Bye']);
});

test('a text that only looks like a list of messages stays a text for eva too', () => {
  const result = read('[a.txt]', { 'a.txt': '-  role: user\n   content: hello' });
  assert.deepEqual(bodies(result), ['{{literal_start}}  role: user\n   content: hello']);
  assert.equal(result.prompts[0]?.inputs[0]?.fixed, '-');
});

test('a template with a tag over several lines is literal, as promptfoo sends it', () => {
  const result = read('[a.txt]', { 'a.txt': 'Hi {{x}} {# a\nb #}' });
  assert.deepEqual(bodies(result), ['Hi {{literal_x}} {# a\nb #}']);
});

test('invisible characters are left out and named; line ends become LF', () => {
  const result = read('[a.md]', { 'a.md': 'one\u200b\r\ntwo\n' });
  assert.deepEqual(bodies(result), ['one\ntwo\n']);
  assert.deepEqual(said(result), ['left_out U+200B ZERO WIDTH SPACE: the prompt has invisible characters (a.md:1)']);
});

test('a prompt that is empty, huge or has a NUL blocks', () => {
  const result = read('[a.md, b.md, c.md]', { 'a.md': ' \n', 'b.md': 'x'.repeat(1024 * 1024 + 1), 'c.md': 'a\0b' });
  assert.deepEqual(said(result), [
    'blocks prompt: it is empty (a.md:1)',
    'blocks prompt: it is larger than 1 MB (b.md:1)',
    'blocks prompt: it has the character U+0000, which eva does not send (c.md:1)',
  ]);
});

test('braces of other languages are marked as literal', () => {
  const result = read('["{{x}} {x}", "{{x}}"]');
  assert.deepEqual(
    result.prompts.map(({ hasBraces }) => hasBraces),
    [true, false],
  );
});

test('hostile templates of a megabyte are read in linear time', () => {
  for (const text of ['{{a}}', '- role: {{a}}', '[{"role":"{{a}}"},', '{', '[', '"\\', '{#', '{{ a | dump }}', '-'])
    read('[a.txt, b.json]', {
      'a.txt': text.repeat(1_000_000 / text.length),
      'b.json': text.repeat(100_000 / text.length),
    });
});

test('ids fit the rules of skills and are unique', () => {
  const taken = new Set(['prompt']);
  assert.deepEqual(
    [
      'Order status!',
      '../../etc/passwd',
      'Claude Opus',
      '日本',
      'a'.repeat(200),
      'one two three four five six seven eight nine ten',
    ].map((title) => freePromptId(title, taken)),
    ['order-status', 'etc-passwd', 'opus', 'prompt-2', 'a'.repeat(40), 'one-two-three-four-five-six-seven-eight'],
  );
});

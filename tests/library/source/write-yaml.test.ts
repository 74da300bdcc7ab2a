import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { writeYaml } from '#library/source/write-yaml.js';
import { parseYaml } from '#library/source/yaml-source.js';
import type { JsonValue } from '#model/data/json.js';

function read(text: string): JsonValue | undefined {
  const { value, problems } = parseYaml(text, 'x.yml');
  assert.deepEqual(problems, []);
  return value?.value;
}

test('what is written as YAML is read again as the same data', () => {
  const odd = fc.constantFrom(
    '<<',
    '007',
    'yes',
    'true',
    'null',
    '~',
    '',
    ' ',
    '{{x}}',
    'a: b',
    '- a',
    '#',
    'a\nb\n',
    '\n',
    'a\r\nb',
    '\ta',
    '\u0085',
    '\ufeff',
    '\u001b[31m',
    '---',
    '...',
    '|',
    '&a',
    '*a',
    '!!js',
    '%YAML',
  );
  const text = fc.oneof(
    odd,
    fc.string({ unit: 'grapheme' }),
    fc.tuple(odd, odd).map((both) => both.join('\n')),
  );
  const scalar = fc.oneof(
    text,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  );
  const key = fc.oneof(odd, fc.stringMatching(/^[a-z_ -]{1,12}$/)).filter((one) => one !== '__proto__');
  const { tree } = fc.letrec<{ tree: JsonValue }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      scalar,
      fc.array(tie('tree'), { maxLength: 4 }),
      fc.dictionary(key, tie('tree'), { maxKeys: 4 }),
    ) as fc.Arbitrary<JsonValue>,
  }));
  fc.assert(
    fc.property(tree, (value) => {
      const whole = { value: value === undefined ? null : value };
      assert.deepEqual(JSON.parse(JSON.stringify(read(writeYaml(whole)))), JSON.parse(JSON.stringify(whole)));
    }),
    { numRuns: 400 },
  );
});

test('comments are above their parts, and cannot become data', () => {
  const text = writeYaml({ cases: [{ name: 'a', assert: [{ contains: 'x' }] }, { name: 'b' }] }, [
    { path: [], text: 'Made of evals/promptfooconfig.yaml' },
    { path: ['cases', 1], text: 'left out: similar\u2028- name: evil\ncases: []' },
    { path: ['cases', 0, 'assert'], text: 'two' },
  ]);
  assert.equal(
    text,
    [
      '# Made of evals/promptfooconfig.yaml',
      'cases:',
      '  - name: a',
      '    # two',
      '    assert:',
      '      - contains: x',
      '  # left out: similar',
      '  # - name: evil',
      '  # cases: []',
      '  - name: b',
      '',
    ].join('\n'),
  );
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { parseYaml } from '#library/source/yaml-source.js';
import { said } from './said.js';

const refused: readonly (readonly [mistake: string, text: string, problems: readonly string[]])[] = [
  [
    'a list on the line of its key',
    'a: - b',
    [
      'f:1:4 EVA_YAML_SYNTAX:list_on_key_line a list begins on the line of its key (begin the list on the next line, or write [a, b])',
    ],
  ],
  [
    'an alias without an anchor',
    'a: *b',
    ['f:1:4 EVA_YAML_ALIAS:unknown the alias *b has no anchor above it (if it is a text, put it in quotes)'],
  ],
  [
    'an alias inside what it names',
    'a: &a [*a]',
    ['f:1:8 EVA_YAML_ALIAS:inside the alias *a is inside its own anchor (if it is a text, put it in quotes)'],
  ],
  [
    'not a number',
    'a: .nan\nb: -.inf\nc: 1e999',
    [
      'f:1:4 EVA_YAML_NUMBER .nan is not a finite number (write a number, or put a text in quotes)',
      'f:2:4 EVA_YAML_NUMBER -.inf is not a finite number (write a number, or put a text in quotes)',
      'f:3:4 EVA_YAML_NUMBER 1e999 is not a finite number (write a number, or put a text in quotes)',
    ],
  ],
];

for (const [mistake, text, problems] of refused) {
  test(`${mistake} is refused at its place`, () => {
    const loaded = parseYaml(text, 'f');
    assert.deepEqual(said(loaded.problems), problems);
  });
}

test('a text that cannot be parsed has no value', () => {
  for (const text of ['a: "x', '', 'a: 1\n---\nb: 2', '%YAML 1.1\n---\na: yes', 'a\0: "x']) {
    assert.equal(parseYaml(text, 'f').value, null, text);
  }
});

test('mistakes that the parser can skip are reported together, and the rest has its value', () => {
  const text =
    'n: .nan\ns: !!str 7\nm: !mine { a: 1 }\nx: &x { y: 1 }\nb:\n  <<: *x\n  c: 1\nd: 1\nd: 2\ne: a\x07b\nf: *g\nok: yes\n';
  const { value, problems } = parseYaml(text, 'f');
  assert.deepEqual(
    problems.map(({ code, at }) => `${at?.line} ${code}`),
    [
      '10 EVA_BAD_CHARACTER',
      '2 EVA_YAML_TAG',
      '3 EVA_YAML_TAG',
      '1 EVA_YAML_NUMBER',
      '6 EVA_YAML_KEY',
      '9 EVA_YAML_KEY',
      '11 EVA_YAML_ALIAS',
    ],
  );
  assert.deepEqual(value?.value, {
    n: null,
    s: null,
    m: { a: 1 },
    x: { y: 1 },
    b: { c: 1 },
    d: 1,
    e: null,
    f: null,
    ok: 'yes',
  });
  assert.deepEqual(value?.flaws.map(({ path, flaw }) => `${path.join('/')} ${flaw}`).sort(), [
    'b incomplete',
    'e unreadable',
    'f unreadable',
    'm incomplete',
    'n unreadable',
    's unreadable',
  ]);
});

const accepted: readonly (readonly [text: string, value: unknown])[] = [
  [
    'a: yes\nb: 007\nc: 2024-01-01\nd: 1.10\ne: ~\nf:\ng: ""\n',
    { a: 'yes', b: 7, c: '2024-01-01', d: 1.1, e: null, f: null, g: '' },
  ],
  ['a: |\r\n  x\r\n  y\r\nb: "q\r\n  z"\r\n', { a: 'x\ny\n', b: 'q z' }],
  ['{\n\t"a": 1,\n\t"b": [\n\t\t"\\ud83d\\ude00\\/"\n\t]\n}', { a: 1, b: ['😀/'] }],
  ['---\na: &x {m: 1}\nb: *x\n...\n', { a: { m: 1 }, b: { m: 1 } }],
  ['a: "tab\there"\nb: x\ty\n', { a: 'tab\there', b: 'x\ty' }],
  ['"<<": 1\n', { '<<': 1 }],
];

for (const [text, value] of accepted) {
  test(`${JSON.stringify(text)} is read`, () => {
    const loaded = parseYaml(text, 'f');
    assert.deepEqual(said(loaded.problems), []);
    assert.deepEqual(loaded.value?.value, value);
  });
}

test('names of inherited properties are ordinary keys', () => {
  const value = parseYaml('__proto__: 1\nconstructor: {toString: 2}\n', 'f').value?.value;
  assert.deepEqual(Object.entries(value ?? {}), [
    ['__proto__', 1],
    ['constructor', { toString: 2 }],
  ]);
});

const sample = parseYaml('cases:\r\n  - name: "one"\r\n    n: 1.10\r\n    list: [a, b]\r\n    none:\r\n', 'f').value;

test('keys and values have places, also in files with CRLF', () => {
  assert.deepEqual(sample?.place(['cases', 0, 'name'], 'key'), {
    file: 'f',
    line: 2,
    column: 5,
    length: 4,
    source: '  - name: "one"',
  });
  assert.deepEqual(sample?.place(['cases', 0, 'name']), {
    file: 'f',
    line: 2,
    column: 11,
    length: 5,
    source: '  - name: "one"',
  });
  assert.deepEqual(sample?.place(['cases', 0, 'list', 1]), {
    file: 'f',
    line: 4,
    column: 15,
    length: 1,
    source: '    list: [a, b]',
  });
});

test('a mapping is marked at its first key, a missing value at its key, a missing part at its parent', () => {
  const spots = [
    sample?.place(['cases', 0]),
    sample?.place(['cases', 0, 'none']),
    sample?.place(['cases', 0, 'gone', 3]),
    sample?.place([]),
  ];
  assert.deepEqual(
    spots.map((at) => [at?.line, at?.column, at?.length]),
    [
      [2, 5, 4],
      [5, 5, 4],
      [2, 5, 4],
      [1, 1, 5],
    ],
  );
});

test('a plain scalar has its source text, a quoted one has not', () => {
  assert.equal(sample?.scalarText(['cases', 0, 'n']), '1.10');
  assert.equal(sample?.scalarText(['cases', 0, 'name']), undefined);
  assert.equal(sample?.scalarText(['cases', 0, 'gone']), undefined);
});

test('a range cuts the value out of the text, quotes included', () => {
  const text = 'status: "draft" # yes\r\nupdated: 2026-01-03\r\n';
  const source = parseYaml(text, 'f').value;
  const cut = (key: string) => {
    const range = source?.range([key]);
    return range && text.slice(range.start, range.end);
  };
  assert.deepEqual([cut('status'), cut('updated'), cut('gone')], ['"draft"', '2026-01-03', undefined]);
});

const heavy: readonly (readonly [what: string, text: string, code: string])[] = [
  ['50,000 open brackets', `a: ${'['.repeat(50_000)}`, 'EVA_YAML_LIMIT'],
  ['50,000 closed brackets', `a: ${'['.repeat(50_000)}${']'.repeat(50_000)}`, 'EVA_YAML_LIMIT'],
  ['500,000 dashes', '- '.repeat(500_000), 'EVA_YAML_LIMIT'],
  [
    '1,300 levels of indentation',
    Array.from({ length: 1300 }, (_, i) => `${' '.repeat(i)}a:`).join('\n'),
    'EVA_YAML_LIMIT',
  ],
  ['half a million zeros', `[${'0,'.repeat(500_000)}0]`, 'EVA_YAML_LIMIT'],
  ['a million laughs', laughs(12), 'EVA_YAML_LIMIT'],
  ['a long text, a hundred times', `a: &a ${'x'.repeat(500_000)}\nb: [${'*a, '.repeat(100)}]`, 'EVA_YAML_LIMIT'],
  ['a million blank lines', '\n'.repeat(1_000_000), 'EVA_YAML_LIMIT'],
  ['half a million control characters', `a: ${'\x07\n'.repeat(500_000)}`, 'EVA_BAD_CHARACTER'],
  ['100,000 tags on a line', `a: [${'!x y, '.repeat(100_000)}]`, 'EVA_YAML_TAG'],
  ['20,000 equal keys', 'k: v\n'.repeat(20_000), 'EVA_YAML_KEY'],
];

for (const [what, text, code] of heavy) {
  test(`${what} end in a message`, () => {
    const loaded = parseYaml(text, 'f');
    assert.equal(loaded.problems[0]?.code, code);
  });
}

function laughs(levels: number): string {
  const lines = Array.from(
    { length: levels },
    (_, i) => `a${i + 1}: &a${i + 1} [${Array(10).fill(`*a${i}`).join(', ')}]`,
  );
  return ['a0: &a0 ha', ...lines].join('\n');
}

test('20,000 keys are read', () => {
  const text = Array.from({ length: 20_000 }, (_, i) => `key${i}: value`).join('\n');
  assert.equal(Object.keys(parseYaml(text, 'f').value?.value ?? {}).length, 20_000);
});

test('150 ordinary aliases are read', () => {
  const text = `base: &base {m: 1}\nlist:\n${'  - *base\n'.repeat(150)}`;
  const loaded = parseYaml(text, 'f');
  assert.deepEqual(said(loaded.problems), []);
  assert.equal(
    JSON.stringify(loaded.value?.value),
    `{"base":{"m":1},"list":[${Array(150).fill('{"m":1}').join(',')}]}`,
  );
});

test('brackets inside a text do not count as nesting', () => {
  const loaded = parseYaml(`a: |\n${'  [[[[ {{{{ [ {\n'.repeat(5000)}`, 'f');
  assert.deepEqual(said(loaded.problems), []);
});

test('the depth of a document on one line, such as JSON, is that of its brackets', () => {
  const cases = Array.from({ length: 500 }, (_, n) => ({ name: `case ${n}`, assert: [{ contains: 'a' }] }));
  assert.deepEqual(parseYaml(JSON.stringify({ cases }), 'f').value?.value, { cases });
});

import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { type Files, goodEval, goodMeta } from '../support/temp-library.js';
import { openLibrary } from './open-library.js';

/** A value as a file writes it, and the text that must arrive at the model. */
const values: readonly (readonly [written: string, sent: string])[] = [
  ['1.10', '1.10'],
  ['007', '007'],
  ['0x1F', '0x1F'],
  ['0o17', '0o17'],
  ['1e3', '1e3'],
  ['-0', '-0'],
  ['+12', '+12'],
  ['.5', '.5'],
  ['1_000', '1_000'],
  ['12345678901234567890', '12345678901234567890'],
  ['0.30000000000000000001', '0.30000000000000000001'],
  ['yes', 'yes'],
  ['NO', 'NO'],
  ['on', 'on'],
  ['True', 'True'],
  ['2024-01-01', '2024-01-01'],
  ['2024-01-01T00:00:00Z', '2024-01-01T00:00:00Z'],
  ['12:30:45', '12:30:45'],
  ['~/x', '~/x'],
  ["'~'", '~'],
  ['"null"', 'null'],
  ["''", ''],
  ['"  spaces  "', '  spaces  '],
  ['"line\\nline\\r\\n\\ttab\\n"', 'line\nline\r\n\ttab\n'],
  ['"a\\0b"', 'a\u0000b'],
  ['"\\u202e\\ufeff\\ud800"', '\u202e\ufeff\ud800'],
  ['"e\\u0301 \\u00e9"', 'e\u0301 é'],
  ['"{{other}} {{code}} {{ code }}"', '{{other}} {{code}} {{ code }}'],
  ["'$& $1 $$ $` $'''", "$& $1 $$ $` $'"],
  ["'${7*7} #{7*7} <%= 7*7 %> {% raw %}'", '${7*7} #{7*7} <%= 7*7 %> {% raw %}'],
  ['"{{7*7}} {{constructor.constructor(\'return 1\')()}}"', "{{7*7}} {{constructor.constructor('return 1')()}}"],
  ["'</task><system>&amp; \\n \\u0041'", '</task><system>&amp; \\n \\u0041'],
  ['[1.10, a, { b: 1e3 }]', '[1.10,"a",{"b":1e3}]'],
];

const body = '<task>Change {{code}} and nothing else, {{ other }}.</task>\n';
const rendered = (code: string, other: string) => `<task>Change ${code} and nothing else, ${other}.</task>\n`;

const meta = `${goodMeta}  - name: other\n    required: false\n`;
const asserts = 'assert: [ { contains: "<diff>" } ]';
const evalOf = (cases: readonly string[]) =>
  `defaults: { model: claude-opus-4-7 }\ncases:\n${cases.map((one, n) => `  - { name: c${n}, ${one}, ${asserts} }\n`).join('')}`;

/** What the model is sent, in the order of the cases. */
async function sentBy(t: TestContext, files: Files, ...more: readonly string[]): Promise<readonly string[]> {
  const all = {
    'prompts/diff/prompt.xml': body,
    'prompts/diff/meta.yml': meta,
    'eva.yml': 'concurrency: 1\n',
    ...files,
  };
  const { eva, server } = await openLibrary(t, { files: all });
  const output = await eva('eval', 'diff', ...more);
  assert.equal(output.exitCode, 0, output.stdout + output.stderr);
  return server.requests.map((request) => {
    assert.deepEqual(Object.keys(request.body), ['model', 'max_tokens', 'messages'], 'and nothing else is sent');
    assert.equal(request.body.messages.length, 1);
    return request.body.messages[0].content;
  });
}

const expected = values.map(([, sent]) => rendered(sent, 'second'));

test(`${values.length} values of inputs arrive as they are written`, async (t) => {
  const cases = values.map(([written]) => `inputs: { code: ${written}, other: second }`);
  assert.deepEqual(await sentBy(t, { 'prompts/diff/eval.yml': evalOf(cases) }), expected);
});

test('so do those of an inputs.yml', async (t) => {
  const folders = values.map(([written], n) => [
    `prompts/diff/ex/${n}/inputs.yml`,
    `code: ${written}\nother: second\n`,
  ]);
  const cases = values.map((_, n) => `inputs_from: ex/${n}`);
  const files = { ...Object.fromEntries(folders), 'prompts/diff/eval.yml': evalOf(cases) };
  assert.deepEqual(await sentBy(t, files), expected);
});

test('so do the defaults of meta.yml', async (t) => {
  for (const [written, sent] of values) {
    const defaults = `${goodMeta.replace('required: true', () => `default: ${written}`)}  - name: other\n    required: false\n`;
    const files = { 'prompts/diff/meta.yml': defaults, 'prompts/diff/eval.yml': evalOf(['inputs: { other: second }']) };
    assert.deepEqual(await sentBy(t, files), [rendered(sent, 'second')]);
  }
});

test('so does the text of a file, its blanks too; line ends are those of Unix', async (t) => {
  const texts = [
    'a\r\nb\r\n',
    '\n\n a\t\n',
    'no end',
    '$& {{other}} {{code}}',
    'a\u0000b',
    '\u{1f600}\u200d',
    'x'.repeat(1_000_000),
  ];
  const files = texts.map((text, n) => [`prompts/diff/${n}.txt`, text]);
  const cases = texts.map((_, n) => `inputs: { other: second }, files: { code: ${n}.txt }`);
  const all = { ...Object.fromEntries(files), 'prompts/diff/eval.yml': evalOf(cases) };
  assert.deepEqual(
    await sentBy(t, all),
    texts.map((text) => rendered(text.replaceAll('\r\n', '\n'), 'second')),
  );
});

test('two values that name each other stay what they are', async (t) => {
  const evalFile = evalOf(['inputs: { code: "{{other}}", other: "{{code}}" }']);
  assert.deepEqual(await sentBy(t, { 'prompts/diff/eval.yml': evalFile }), [rendered('{{other}}', '{{code}}')]);
});

test('no value is the default, or nothing; an empty text is a value', async (t) => {
  const withDefault = `${goodMeta}  - name: other\n    default: standby\n`;
  const given = ['', ', other: ~', ', other: null', ', other: ""'];
  const cases = given.map((other, n) => `inputs: { code: x${n}${other} }`);
  const files = { 'prompts/diff/eval.yml': evalOf(cases) };
  assert.deepEqual(await sentBy(t, { ...files, 'prompts/diff/meta.yml': withDefault }), [
    rendered('x0', 'standby'),
    rendered('x1', 'standby'),
    rendered('x2', 'standby'),
    rendered('x3', ''),
  ]);
  assert.deepEqual(
    await sentBy(t, files),
    [0, 1, 2, 3].map((n) => rendered(`x${n}`, '')),
  );
});

test('braces of other shapes stay in the body as they are', async (t) => {
  const odd = '{code} {{ }} {{1}} {{co de}} {{{code}}} {{code}}} {{\ncode}} {{CODE!}} \\{{code}}';
  const sent = await sentBy(t, {
    'prompts/diff/prompt.xml': odd,
    'prompts/diff/meta.yml': goodMeta,
    'prompts/diff/eval.yml': evalOf(['inputs: { code: x }']),
  });
  assert.deepEqual(sent, ['{code} {{ }} {{1}} {{co de}} {x} x} {{\ncode}} {{CODE!}} \\x']);
});

test('a program gets the same bytes on its standard input', async (t) => {
  const cases = values.map(([written, sent]) => {
    const equal = JSON.stringify(rendered(sent, 'second')).replace(
      /[\u007f-\uffff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    return `  - { name: ${JSON.stringify(written)}, inputs: { code: ${written}, other: second }, assert: [ { equals: ${equal} } ] }\n`;
  });
  const withoutSurrogates = cases.filter((one) => !one.includes('\\ud800'));
  const { eva } = await openLibrary(t, {
    files: {
      'eva.yml': 'providers: { cat: { type: command, command: [cat] } }\n',
      'prompts/diff/prompt.xml': body,
      'prompts/diff/meta.yml': meta,
      'prompts/diff/eval.yml': `defaults: { model: "command:cat" }\ncases:\n${withoutSurrogates.join('')}`,
    },
  });
  const output = await eva('eval', 'diff', '--trust');
  assert.equal(output.exitCode, 0, output.stdout + output.stderr);
});

test('the good case arrives as it is written', async (t) => {
  const files = {
    'prompts/diff/meta.yml': goodMeta,
    'prompts/diff/eval.yml': goodEval,
    'prompts/diff/prompt.xml': '{{code}}',
  };
  assert.deepEqual(await sentBy(t, files), ['x = 1']);
});

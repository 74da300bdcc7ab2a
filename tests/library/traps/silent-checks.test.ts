import assert from 'node:assert/strict';
import test from 'node:test';
import { readLibrary, readPrompt } from '#run/prompt/read-prompt.js';
import { goodPrompt, tempLibrary } from '../../support/temp-library.js';

const evalYml = 'prompts/diff/eval.yml';

/** Returns the problems of a case with these lines, as `VARIANT MARKED` of eval.yml, with and without `--strict`. */
function found(t: Parameters<typeof tempLibrary>[0], lines: string, files: Readonly<Record<string, string>> = {}) {
  const text = `defaults: { model: claude-x }\ncases:\n  - name: a\n    inputs: { code: a }\n    ${lines}\n`;
  const root = tempLibrary(t, { ...goodPrompt(), [evalYml]: text, ...files });
  const read = (strict: boolean) =>
    readPrompt(readLibrary(root), 'diff', { strict }).problems.filter(({ code }) => code === 'EVA_SILENT_CHECK');
  return {
    warnings: read(false).map(
      ({ variant, at: { source = '', column = 1, length = 1 } = { file: '' } }) =>
        `${variant} ${source.slice(column - 1, column - 1 + length)}`,
    ),
    refused: read(true).filter(({ severity }) => severity === 'error').length,
  };
}

for (const [lines, ...warnings] of [
  ['assert: [{ not_matches: "\\bbar\\b" }]', 'control "\\bbar\\b"'],
  ['assert: [{ matches_any: [a, "\\bb"] }]', 'control "\\bb"'],
  ['assert: [{ not_matches: "\\P{Lu}" }]', 'control "\\P{Lu}"'],
  ['assert: [{ contains: "\\bx" }]', 'control "\\bx"'],
  ['assert: [{ equals: { text: "\\0{{code}}" } }]', 'control "\\0{{code}}"'],
  ['assert: [{ json_value: { at: /a, equals: "\\bx" } }]', 'control "\\bx"'],
  ["assert: [{ not_matches: '/error/i' }]", "slashes '/error/i'"],
  ['assert: [{ at_least: { count: 1, of: [{ contains: "\\bx" }, { contains: a }] } }]', 'control "\\bx"'],
  ['extract: { matches: "\\bx" }\n    assert: [{ contains: x }]', 'control "\\bx"'],
  ['assert: [{ json_schema: { type: object, requird: [a] } }]', 'keyword requird'],
  ['assert: [{ json_schema: { type: object, properties: { a: { type: string, patern: b } } } }]', 'keyword patern'],
  ['assert: [{ json_schema: { type: object, property: { a: {} } } }]', 'keyword property'],
  ['assert: [{ json_schema: { type: array, items: { propertys: { a: {} } } } }]', 'keyword propertys'],
  ['assert: [{ json_schema: { type: object, properties: { a: { pattern: "\\bx" } } } }]', 'control "\\bx"'],
  ['tools: [{ name: t, input_schema: { type: object, propertys: {} } }]\n    assert: [{ contains: x }]', 'keyword {'],
  ['response_format: { json_schema: { type: object, requird: [a] } }\n    assert: [{ contains: x }]', 'keyword {'],
] as const) {
  test(`${lines} is said to decide nothing`, (t) => {
    const { warnings: seen, refused } = found(t, lines);
    assert.deepEqual([seen, refused], [warnings, warnings.length]);
  });
}

for (const lines of [
  "assert: [{ not_matches: '\\bbar\\b' }]",
  'assert: [{ contains: "a\\tb\\nc" }, { not_contains: "\\e[31m" }]',
  "assert: [{ matches: '/api/items' }, { contains: /error/i }]",
  'assert: [{ json_schema: { type: object, required: [a], x-order: [a], example: {}, nullable: true, discriminator: {} } }]',
  'assert: [{ json_schema: { type: object, properties: { requird: {}, format: { type: string } }, examples: [{ patern: 1 }] } }]',
]) {
  test(`${lines} is left alone`, (t) => assert.deepEqual(found(t, lines), { warnings: [], refused: 0 }));
}

test('a format is said to be unchecked, once a schema, and is not refused', (t) => {
  const schema = '{ type: object, properties: { a: { format: date }, b: { format: email } } }';
  const lines = `assert: [{ json_schema: ${schema} }]`;
  assert.deepEqual(found(t, lines), { warnings: ['format format'], refused: 0 });
});

test('a schema in a file is read as one in place', (t) => {
  const files = { 'a.json': '{"type":"object","requird":["a"]}' };
  assert.deepEqual(found(t, 'assert: [{ json_schema: a.json }]', files), { warnings: ['keyword a.json'], refused: 1 });
});

test('a pattern of an item that means something else is said so at its place', (t) => {
  const lines = 'dataset: a.jsonl\n    assert: [{ not_matches: { field: p } }]';
  const text = `defaults: { model: claude-x }\ncases:\n  - name: a\n    ${lines}\n`;
  const items = ['{"code":"a","p":"\\bx"}', '{"code":"b","p":"\\\\bx"}', '{"code":"c","p":"/x/i"}'];
  const root = tempLibrary(t, { ...goodPrompt(), [evalYml]: text, 'a.jsonl': items.join('\n') });
  const { problems } = readPrompt(readLibrary(root), 'diff');
  const seen = problems.filter(({ code }) => code === 'EVA_SILENT_CHECK');
  assert.deepEqual(
    seen.map(({ variant, at, severity }) => [variant, at?.file, at?.line, severity]),
    [
      ['control', 'a.jsonl', 1, 'warning'],
      ['slashes', 'a.jsonl', 3, 'warning'],
    ],
  );
});

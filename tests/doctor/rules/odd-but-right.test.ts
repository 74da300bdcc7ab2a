import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runDoctor } from '#doctor/run-doctor.js';
import { type Files, goodEval, goodMeta, goodPrompt, tempLibrary } from '../../support/temp-library.js';
import { doctorEnv } from '../doctor-env.js';

const body = 'prompts/diff/prompt.xml';
const evalYml = 'prompts/diff/eval.yml';
const metaYml = 'prompts/diff/meta.yml';
const inputsYml = 'prompts/diff/examples/one/inputs.yml';

const withCase = (...lines: readonly string[]): Files => ({
  [evalYml]: `defaults: { model: claude-opus-4-7 }\ncases:\n  - name: happy\n${lines.map((line) => `    ${line}\n`).join('')}`,
});
const withInputs = (content: string): Files => ({
  ...withCase('inputs_from: examples/one', 'rubric: x'),
  [inputsYml]: content,
});
const crlf = (text: string) => text.replaceAll('\n', '\r\n');

/** Returns a prompt whose input, placeholder, case and check text have this name. */
const namedAlike = (name: string): Files => ({
  [metaYml]: `${goodMeta}  - name: ${name}\n    required: true\n`,
  [body]: `{{code}} {{${name}}}\n`,
  ...withCase(`inputs: { code: x, ${name}: y }`, `assert: [{ contains: ${name} }]`),
});

/** Unusual files that are valid. */
const rows: Readonly<Record<string, Files>> = {
  'a byte order mark at the head of every file': Object.fromEntries(
    Object.entries(goodPrompt()).map(([name, text]) => [name, `\ufeff${text}`]),
  ),
  'lines that end as on Windows': { [metaYml]: crlf(goodMeta), [evalYml]: crlf(goodEval), [body]: '{{code}}\r\n' },
  'no newline at the end': { [metaYml]: goodMeta.trimEnd(), [evalYml]: goodEval.trimEnd(), [body]: '{{code}}' },
  'comments and blank lines everywhere': { [evalYml]: `# cases\n\n${goodEval.replaceAll('\n', '  # why\n\n')}` },
  'one document between markers': { [evalYml]: `---\n${goodEval}...\n` },
  'a file in JSON': {
    [evalYml]:
      '{"defaults": {"model": "claude-opus-4-7"}, "cases": [{"name": "a", "inputs": {"code": "x"}, "rubric": "y"}]}',
  },
  'dates in quotes': { [metaYml]: goodMeta.replace('2026-01-02', '"2026-01-02"') },
  'the twenty-ninth of February of a leap year': { [metaYml]: goodMeta.replace('2026-01-02', '2024-02-29') },
  'a version that YAML takes for a number': { [metaYml]: goodMeta.replace('1.0.0', '1.10') },
  'keys of meta.yml that eva does not know': { [metaYml]: `${goodMeta}owner: Ada\nreview: { by: Grace }\n` },
  'an anchor and its alias': withCase('inputs: { code: &text "x = 1" }', 'rubric: *text'),
  'a hundred and fifty honest aliases': withCase(
    'inputs: { code: &text "x = 1" }',
    `assert: [{ contains_any: [${Array(150).fill('*text').join(', ')}] }]`,
  ),
  'an input that is an empty text': withCase('inputs: { code: "" }', 'rubric: x'),
  'inputs of every kind': withInputs('code: { a: [1, 2.50, true, null], b: { c: 007 } }\n'),
  'a value that looks like a placeholder': withInputs('code: "{{other}} $& $1 $$"\n'),
  'a value of many lines': withInputs('code: |\n  one\n\n  two\n'),
  'braces that are no placeholder': {
    [body]: '{{code}} {x} {{ 1 }} {{}}\n',
    ...withCase('inputs: { code: x }', 'rubric: x'),
  },
  'spaces inside the braces': { [body]: '{{ code }} {{   code   }}\n' },
  'a body that is no XML': { [body]: '<old-id> & <b {{code}}\n</other>\n' },
  'a default for an input that is not required': {
    [metaYml]: `${goodMeta}  - { name: tone, required: false, default: "" }\n`,
    [body]: '{{code}} {{tone}}\n',
  },
  'a case without inputs for a prompt without required inputs': {
    [metaYml]: goodMeta.replace('required: true', 'required: false'),
    ...withCase('rubric: x'),
  },
  'a link that stays inside the library': {
    ...withCase('inputs_from: examples/one', 'rubric: x'),
    'prompts/diff/examples/one': { link: '../../_shared/one' },
    'prompts/_shared/one/inputs.yml': 'code: x\n',
  },
  'inputs found at the root first': {
    ...withCase('inputs_from: examples/one', 'rubric: x'),
    'examples/one/inputs.yml': 'code: x\n',
  },
  'a path with spaces and accents': {
    ...withCase('files: { code: "examples/für alle/façade.py" }', 'rubric: x'),
    'prompts/diff/examples/für alle/façade.py': 'x = 1\n',
  },
  'a pattern in the dialect of Python': withCase(
    'inputs: { code: x }',
    "assert: [{ matches: '(?is)\\A(?P<word>diff).*(?P=word)\\Z' }, { not_matches: '(?m)^\\s+$(?#blank)' }]",
  ),
  'a schema in YAML, in place and by path': {
    ...withCase('inputs: { code: x }', 'assert: [{ json_schema: { type: object } }, { json_schema: schema.json }]'),
    'prompts/diff/schema.json': '{"$schema": "http://json-schema.org/draft-07/schema#", "type": "array"}',
  },
  'triggering and no cases': {
    [evalYml]: 'triggering: { should_match: [refactor this], should_not_match: ["explain: this"] }\n',
  },
  'names and texts in every script': withCase('inputs: { code: "日本語 🎉" }', 'rubric: "Ist es höflich? 礼儀正しい?"'),
  'a name like a method of every object': namedAlike('toString'),
  'a name like the constructor': namedAlike('constructor'),
  'a name like the prototype': namedAlike('__proto__'),
  'a name like hasOwnProperty': namedAlike('hasOwnProperty'),
  'inputs.yml with names like methods': {
    ...namedAlike('valueOf'),
    ...withCase('inputs_from: examples/one', 'rubric: x'),
    [inputsYml]: 'code: x\nvalueOf: y\n',
  },
};

for (const [oddity, files] of Object.entries(rows)) {
  test(`accepted: ${oddity}`, (t) => {
    const root = tempLibrary(t, { ...goodPrompt(), ...files });
    const env = doctorEnv(root);
    const report = runDoctor({ root, env, ids: ['diff'], strict: false, now: new Date('2026-11-21T12:00:00Z') });
    assert.deepEqual(
      report.prompts.map(({ id, problems }) => [id, problems]),
      [['diff', []]],
    );
    assert.deepEqual(report.library, []);
  });
}

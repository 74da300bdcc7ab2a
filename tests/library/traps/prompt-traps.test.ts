import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { readLibrary, readPrompt } from '#run/prompt/read-prompt.js';
import { type Files, goodMeta, goodPrompt, tempLibrary } from '../../support/temp-library.js';

/** Reads a prompt as `plan` and `eval` do. Returns its warnings. */
function warnings(t: TestContext, files: Files): readonly string[] {
  const root = tempLibrary(t, { ...goodPrompt(), ...files });
  const { planRun, problems } = readPrompt(readLibrary(root), 'diff');
  assert.ok(planRun, JSON.stringify(problems));
  return problems.map(({ severity, code, at }) => `${severity} ${code} ${at?.file}:${at?.line}:${at?.column}`);
}

const body = 'prompts/diff/prompt.xml';

test('reading a prompt warns of each trap of its body at its place', (t) => {
  const text = '{{code}}\n{% if vip %} {{ user.name }} ${code}\na\u200bb {{c\u043ede}}\n';
  assert.deepEqual(warnings(t, { [body]: text }), [
    `warning EVA_TEMPLATE_LEFTOVER ${body}:2:1`,
    `warning EVA_TEMPLATE_LEFTOVER ${body}:2:14`,
    `warning EVA_TEMPLATE_LEFTOVER ${body}:2:30`,
    `warning EVA_LOOKALIKE ${body}:3:5`,
    `warning EVA_INVISIBLE_TEXT ${body}:3:2`,
  ]);
});

test('leftovers in given and when are found', (t) => {
  const files = {
    'prompts/diff/meta.yml': goodMeta.replace('required: true', 'required: false'),
    'prompts/diff/eval.yml': `defaults: { model: claude-opus-4-7 }
scenarios:
  - title: late
    given: "You are {{ user.name }}."
    when: "{% if vip %}You are angry.{% endif %}"
    sample_size: 20
    then:
      - assert: [{ contains: sorry }]
        criteria: { proportion_gte: { proportion: 0.5 } }
`,
  };
  assert.deepEqual(warnings(t, files), [
    'warning EVA_TEMPLATE_LEFTOVER prompts/diff/eval.yml:4:12',
    'warning EVA_TEMPLATE_LEFTOVER prompts/diff/eval.yml:5:11',
    'warning EVA_TEMPLATE_LEFTOVER prompts/diff/eval.yml:5:11',
  ]);
});

const meta = goodMeta.replace('- name: code', '- name: text');

const rows = 'text,lang\nhello,fr\nhi,de\n';

const check = 'assert: [{ contains: a }]';

test('columns of a data set are known names in the body', (t) => {
  const files = {
    'prompts/diff/meta.yml': meta,
    'prompts/diff/eval.yml': `defaults: { model: claude-x }\ncases:\n  - { name: a, dataset: a.csv, ${check} }\n  - { name: b, dataset: a.csv, ${check} }\n`,
    'a.csv': rows,
    [body]: '{{text}} {lang}\n${lang} %(lang)s\n{{ lang | upper }} {{& lang}}\n{other} %(other)s\n',
  };
  const seen = ['1:10', '2:1', '2:9', '3:1', '3:20'].map((at) => `warning EVA_TEMPLATE_LEFTOVER ${body}:${at}`);
  assert.deepEqual(warnings(t, files), seen);
});

test('columns and inputs are known names in scenarios, checks and rubrics', (t) => {
  const files = {
    'prompts/diff/meta.yml': meta,
    [body]: '{{text}}\n',
    'prompts/diff/eval.yml': `defaults: { model: claude-x }
cases:
  - name: a
    dataset: a.csv
    assert:
      - contains: "{lang}"
      - not_matches: 'to \\\${text}'
      - contains_any: ["%(lang)s", "{other}", "{{ lang | upper }}", { text: "{{text}} {lang}" }, "{{Lang}}"]
      - json_schema: { type: object, properties: { a: { const: "{lang}" } } }
    rubric: Is it in {lang}?
scenarios:
  - title: b
    dataset: a.csv
    given: "You speak {lang}."
    when: "{{& text}} and {{ lang | upper }}"
    sample_size: 2
    then:
      - assert: [{ contains: "{{text}" }]
        criteria: { proportion_gte: { proportion: 0.1 } }
`,
    'a.csv': rows,
  };
  const braces = ['6:19', '7:22', '8:24', '8:47', '8:98', '10:13', '18:30'];
  const leftovers = ['8:77', '14:12', '15:11', '15:11'];
  const expected = [
    ...leftovers.map((at) => `warning EVA_TEMPLATE_LEFTOVER prompts/diff/eval.yml:${at}`),
    ...braces.map((at) => `warning EVA_BRACES_IN_CHECK prompts/diff/eval.yml:${at}`),
  ];
  assert.deepEqual([...warnings(t, files)].filter((one) => /LEFTOVER|BRACES/.test(one)).sort(), expected.sort());
});

test('with strict they are errors, and there is no plan', (t) => {
  const root = tempLibrary(t, { ...goodPrompt(), [body]: '{{code}} {{ a.b }}' });
  const { planRun, problems } = readPrompt(readLibrary(root), 'diff', { strict: true });
  assert.equal(planRun, null);
  assert.deepEqual(
    problems.map(({ severity, code }) => `${severity} ${code}`),
    ['error EVA_TEMPLATE_LEFTOVER'],
  );
});

test('braces: literal silences leftovers alone', (t) => {
  const files = { 'prompts/diff/meta.yml': `${goodMeta}braces: literal\n`, [body]: '{{code}} {% if x %} a\u200bb' };
  assert.deepEqual(warnings(t, files), [`warning EVA_INVISIBLE_TEXT ${body}:1:22`]);
});

test('a body that is a list of messages', (t) => {
  const text = '\n[{"role": "user", "content": "{{code}}"}]';
  assert.deepEqual(warnings(t, { [body]: text }), [`warning EVA_CHAT_IN_TEXT ${body}:2:1`]);
});

test('invisible text is found in eval.yml, in inputs, and once in each file', (t) => {
  const files = {
    'prompts/diff/eval.yml': `defaults: { model: claude-opus-4-7 }
cases:
  - { name: a, inputs_from: one, files: { code: code.txt }, assert: [{ contains: "a\u00adb" }] }
  - { name: b, inputs_from: one, files: { code: code.txt }, rubric: "Is it\u202e kind?" }
`,
    'prompts/diff/one/inputs.yml': 'tone: "a\u{e0041}"\n',
    'prompts/diff/code.txt': 'x\n\u2060y',
    'prompts/diff/meta.yml': `${goodMeta}  - { name: tone }\n`,
    [body]: '{{code}} {{tone}}',
  };
  assert.deepEqual(
    [...warnings(t, files)].sort(),
    [
      'warning EVA_INVISIBLE_TEXT prompts/diff/code.txt:2:1',
      'warning EVA_INVISIBLE_TEXT prompts/diff/eval.yml:3:84',
      'warning EVA_INVISIBLE_TEXT prompts/diff/eval.yml:4:75',
      'warning EVA_INVISIBLE_TEXT prompts/diff/one/inputs.yml:1:9',
    ].sort(),
  );
});

test('invisible text and placeholders are found in the file of a message', (t) => {
  const files = {
    'prompts/diff/eval.yml': `defaults: { model: claude-opus-4-7 }
cases:
  - name: a
    inputs: { code: x }
    messages: [{ role: user, content_from: question.md }]
    assert: [{ contains: a }]
`,
    'prompts/diff/question.md': 'Why?\nIs {{other}} like {{code}}\u200b?\n',
  };
  assert.deepEqual(warnings(t, files), [
    'warning EVA_BRACES_IN_CHECK prompts/diff/question.md:2:19',
    'warning EVA_INVISIBLE_TEXT prompts/diff/question.md:2:27',
  ]);
});

test('invisible text is found in the fields of items that a case uses', (t) => {
  const lines = ['code,label,note', 'x,a,b', 'y\u200b,a,b', 'z,\u00ada,b', 'u,a,\u202eb'];
  const files = {
    'prompts/diff/eval.yml': `defaults: { model: claude-opus-4-7 }
cases: [{ name: a, dataset: data/codes.csv, assert: [{ contains: { field: label } }] }]
`,
    'data/codes.csv': `${lines.join('\n')}\n`,
  };
  assert.deepEqual(warnings(t, files), [
    'warning EVA_INVISIBLE_TEXT data/codes.csv:3:1',
    'warning EVA_INVISIBLE_TEXT data/codes.csv:4:3',
  ]);
});

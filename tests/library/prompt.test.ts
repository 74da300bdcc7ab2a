import assert from 'node:assert/strict';
import { join } from 'node:path';
import test from 'node:test';
import { loadPrompt } from '#library/prompt/meta.js';
import { type Files, goodMeta, goodPrompt, tempLibrary } from '../support/temp-library.js';
import { said } from './said.js';

const meta = (text: string): Files => ({ ...goodPrompt(), 'prompts/diff/meta.yml': text });

test('a prompt is read from its two files', (t) => {
  const root = tempLibrary(t, {
    'prompts/diff/meta.yml': `id: diff
title: Surgical diff
summary: Changes what was asked for.
status: tested
version: 1.10
created: "2026-01-02"
updated: 2026-01-03
model: claude-opus-4-7
triggers: [refactor this]
not_for: [explaining]
owner: nobody in particular
inputs:
  - { name: code, description: The file. }
  - { name: limit, default: 1.50 }
  - { name: note, required: false }
promotion: { max_age_days: 30 }
`,
    'prompts/diff/prompt.xml': '\ufeff<a>\r\n{{code}}\r\n',
  });
  const { value, problems } = loadPrompt(root, 'diff');
  assert.deepEqual(said(problems), []);
  assert.ok(value);
  const { places, body_places, inputs, ...prompt } = value;
  assert.deepEqual(body_places.files, []);
  assert.deepEqual(prompt, {
    id: 'diff',
    title: 'Surgical diff',
    summary: 'Changes what was asked for.',
    status: 'tested',
    version: '1.10',
    created: '2026-01-02',
    updated: '2026-01-03',
    model: 'claude-opus-4-7',
    routing: {
      description: 'Changes what was asked for.',
      triggers: ['refactor this'],
      not_for: ['explaining'],
    },
    promotion: { max_age_days: 30 },
    body: '<a>\n{{code}}\n',
    body_file: 'prompt.xml',
    dir: join(root, 'prompts/diff'),
  });
  assert.deepEqual(
    inputs.map(({ at, ...input }) => [input, at?.line, at?.column]),
    [
      [{ name: 'code', required: true, description: 'The file.' }, 13, 13],
      [{ name: 'limit', required: false, default: '1.50' }, 14, 13],
      [{ name: 'note', required: false }, 15, 13],
    ],
  );
  assert.deepEqual([places['status']?.line, places['status']?.column], [4, 9]);
});

const mistakes: readonly (readonly [mistake: string, files: Files, problems: readonly string[]])[] = [
  [
    'names with Cyrillic letters',
    meta(`${goodMeta.replace('required:', 'r\u0435quired:')}  - name: n\u0430me\n`),
    [
      'meta.yml:11:5 EVA_UNKNOWN_KEY:input unknown key "rеquired" (it holds U+0435) (did you mean "required"?)',
      'meta.yml:12:11 EVA_BAD_INPUT_NAME "nаme" cannot be the name of an input (it holds U+0430) (use letters, digits, _ and -, and do not begin with a digit or -)',
    ],
  ],
  [
    'a misspelt key at the top',
    meta(`${goodMeta}trigers: [x]\nowner: me\n`),
    ['meta.yml:12:1 warning EVA_LIKELY_TYPO eva ignores the key "trigers" (did you mean "triggers"?)'],
  ],
  [
    'wrong in both files',
    { 'prompts/diff/meta.yml': goodMeta.replace('title: Surgical diff', 'title:'), 'prompts/diff/prompt.xml': '' },
    [
      'meta.yml:2:1 EVA_WRONG_TYPE "title" is nothing where text belongs (give it a value, or remove it)',
      'prompt.xml EVA_BLANK_BODY the file is blank (write the prompt into it)',
    ],
  ],
];

for (const [mistake, files, problems] of mistakes) {
  test(`${mistake}: reported at its place`, (t) => {
    assert.deepEqual(said(loadPrompt(tempLibrary(t, files), 'diff').problems), problems);
  });
}

test('a prompt with an invalid title has a value, and one with invalid inputs has none', (t) => {
  const wrongTitle = tempLibrary(t, meta(goodMeta.replace('title: Surgical diff', 'title: [a]')));
  assert.equal(loadPrompt(wrongTitle, 'diff').value?.title, 'diff');
  const wrongInputs = tempLibrary(t, meta(goodMeta.replace('- name: code', '- nam: code')));
  assert.equal(loadPrompt(wrongInputs, 'diff').value, null);
});

const absent: readonly (readonly [text: string, content: string | null])[] = [
  ['no meta.yml', null],
  ['an empty meta.yml', ''],
  ['a meta.yml with comments alone', '# to do\n\n---\n'],
  ['an empty mapping', '{}\n'],
];

for (const [text, content] of absent) {
  test(`${text}: a draft whose inputs are those of the body`, (t) => {
    const root = tempLibrary(t, {
      ...goodPrompt(),
      'prompts/diff/meta.yml': content,
      'prompts/diff/prompt.xml': '{{code}} and {{ limit }}, {{code}}, {% if x %}\n',
    });
    const { value, problems } = loadPrompt(root, 'diff');
    assert.deepEqual(said(problems), []);
    const { body, body_file, body_places, dir, ...prompt } = value ?? assert.fail();
    assert.deepEqual(prompt, {
      id: 'diff',
      title: 'diff',
      summary: '',
      status: 'draft',
      version: '',
      created: '',
      updated: '',
      inputs: [
        { name: 'code', required: true, isImplied: true },
        { name: 'limit', required: true, isImplied: true },
      ],
      routing: { description: '', triggers: [], not_for: [] },
      promotion: {},
      places: {},
    });
  });
}

test('an empty list of inputs declares none, and the files of messages.yml are inputs', (t) => {
  const none = tempLibrary(t, meta('id: diff\ninputs: []\n'));
  assert.deepEqual(loadPrompt(none, 'diff').value?.inputs, []);
  const messages = tempLibrary(t, {
    'prompts/diff/messages.yml':
      '- { role: system, content: "{{tone}}" }\n- { role: user, content: [{ text: "{{tone}} {{q}}" }, { file: { input: receipt } }] }\n',
  });
  const { value } = loadPrompt(messages, 'diff');
  assert.deepEqual(
    value?.inputs.map(({ name }) => name),
    ['tone', 'q', 'receipt'],
  );
});

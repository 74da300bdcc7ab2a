import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { loadCases } from '#library/cases/eval-file.js';
import { sampleOf } from '#library/items/sample.js';
import { loadPrompt } from '#library/prompt/meta.js';
import { loadConfig } from '#library/settings/config.js';
import { caseEvidence } from '#run/plan/evidence.js';
import { media } from '../../support/media.js';
import { type Files, goodMeta, goodPrompt, tempLibrary } from '../../support/temp-library.js';
import { said } from '../said.js';

const digestOf = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

function load(t: TestContext, caseLines: string, files: Files) {
  const root = tempLibrary(t, {
    ...goodPrompt(),
    'prompts/diff/eval.yml': `defaults: { model: claude-opus-4-7 }
cases:
  - name: happy
${caseLines}    assert: [{ contains: a }]
`,
    ...files,
  });
  return { root, ...reload(root) };
}

function reload(root: string) {
  const prompt = loadPrompt(root, 'diff').value;
  assert.ok(prompt);
  const { value, problems } = loadCases(root, prompt, loadConfig(root).value);
  assert.ok(value);
  const [testCase] = value.cases;
  assert.ok(testCase?.subject.kind === 'prompt');
  return { testCase, subject: testCase.subject, datasets: value.datasets, problems: said(problems) };
}

test('messages of a case keep their texts, and find their files', (t) => {
  const { subject, problems, testCase } = load(
    t,
    `    inputs: { code: x, receipt: images/late.png }
    messages:
      - { role: user, content: "Braces {{other}}" }
      - { role: assistant, content_from: answer.md }
      - role: user
        content:
          - text: Look
          - file: { input: receipt }
          - file: a.pdf
`,
    { 'images/late.png': media.png, 'a.pdf': media.pdf, 'prompts/diff/answer.md': 'Yes.\n' },
  );
  assert.deepEqual(problems, []);
  const png = { path: 'images/late.png', media_type: 'image/png', sha256: digestOf(media.png), bytes: 17 };
  const pdf = { path: 'a.pdf', media_type: 'application/pdf', sha256: digestOf(media.pdf), bytes: 15 };
  assert.deepEqual(subject.messages, [
    { role: 'user', content: 'Braces {{other}}' },
    { role: 'assistant', content: 'Yes.\n' },
    { role: 'user', content: [{ text: 'Look' }, { file: { input: 'receipt' } }, { file: pdf }] },
  ]);
  assert.deepEqual(subject.files, { receipt: png });
  assert.equal(subject.inputs['receipt'], 'images/late.png');
  const evidence = JSON.stringify(caseEvidence(testCase));
  assert.ok(evidence.includes(png.sha256) && evidence.includes(pdf.sha256));
  assert.ok(!evidence.includes('a.pdf'), 'the path of a file is no evidence');
});

test('a case without messages and files has neither in its subject', (t) => {
  const { subject } = load(t, '    inputs: { code: x }\n', {});
  assert.deepEqual(Object.keys(subject), ['kind', 'inputs', 'settings']);
});

test('a prefill that ends in white space is a warning at its end', (t) => {
  const { problems } = load(
    t,
    `    inputs: { code: x }
    messages:
      - { role: user, content: Go }
      - { role: assistant, content: "So: " }
`,
    {},
  );
  assert.deepEqual(problems, [
    'eval.yml:7:41 warning EVA_BAD_VALUE:prefill the answer that the model continues ends in white space (remove the white space at its end: some models refuse it)',
  ]);
});

test('a text before the file or the reference that ends a prefill is no prefill', (t) => {
  const ends = ['{ file: a.pdf }', '{ text: { input: code } }'];
  const problems = ends.map(
    (end) =>
      load(
        t,
        `    inputs: { code: x }\n    messages:\n      - { role: user, content: Go }\n      - { role: assistant, content: [{ text: "So: " }, ${end}] }\n`,
        {
          'a.pdf': media.pdf,
        },
      ).problems,
  );
  assert.deepEqual(problems, [[], []]);
});

test('a text of a message that is blank with its inputs is a problem, also with those of a default', (t) => {
  const { problems } = load(
    t,
    `    inputs: { code: "\u00a0" }
    messages:
      - { role: user, content: { input: code } }
      - { role: user, content: [{ text: { text: "{{tone}}{{code}}" } }, { text: { text: "a{{tone}}" } }] }
`,
    { 'prompts/diff/meta.yml': `${goodMeta}  - { name: tone, required: false }\n` },
  );
  assert.deepEqual(problems, [
    'eval.yml:6:32 EVA_EMPTY:rendered "content" is blank with its inputs: code (give them values under "inputs", or write a text in "content")',
    'eval.yml:7:41 EVA_EMPTY:rendered "content" is blank with its inputs: tone, code (give them values under "inputs", or write a text in "content")',
  ]);
});

const withReceipt: Files = {
  'prompts/diff/meta.yml': `${goodMeta}  - name: receipt\n`,
  'prompts/diff/prompt.xml': null,
  'prompts/diff/messages.yml': '- role: user\n  content: [{ text: "{{code}}" }, { file: { input: receipt } }]\n',
  'data/a.png': media.png,
  'data/b.png': media.png,
  'data/mail.csv': 'code,receipt\na,data/a.png\na,data/b.png\n',
};

test('each item of a data set has its own file, and its bytes are in the digest', (t) => {
  const { root, testCase, datasets, problems } = load(t, '    dataset: data/mail.csv\n', withReceipt);
  assert.deepEqual(problems, []);
  const index = datasets.get('happy');
  assert.ok(index);
  const sample = sampleOf(testCase, index);
  const trials = [0, 1].map((trial) => sample.at(trial));
  const files = trials.map(({ testCase: { subject } }) =>
    subject.kind === 'prompt' ? subject.files?.['receipt'] : null,
  );
  assert.deepEqual(files.map((file) => file?.path).sort(), ['data/a.png', 'data/b.png']);
  assert.deepEqual(
    files.map((file) => file?.sha256),
    [digestOf(media.png), digestOf(media.png)],
  );
  assert.deepEqual(trials.map(({ draw }) => draw).sort(), [0, 1], 'items with equal bytes share no answer');

  const before = testCase.dataset?.digest;
  assert.equal(reload(root).testCase.dataset?.digest, before);
  writeFileSync(join(root, 'data/b.png'), Buffer.concat([media.png, media.png]));
  assert.notEqual(reload(root).testCase.dataset?.digest, before);
});

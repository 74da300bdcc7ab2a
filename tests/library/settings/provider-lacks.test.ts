import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import test from 'node:test';
import { loadCases } from '#library/cases/eval-file.js';
import { loadPrompt } from '#library/prompt/meta.js';
import { loadConfig } from '#library/settings/config.js';
import { media } from '../../support/media.js';
import { type Files, goodPrompt, tempLibrary } from '../../support/temp-library.js';

const toClaude = 'defaults: { model: claude-cli:opus }\n';

const oneCase = `${toClaude}cases:\n  - { name: a, inputs: { code: x }, assert: [ { contains: a } ] }\n`;

const scenario = `${toClaude}scenarios:
  - title: a
    given: A person.
    when: The person asks.
    inputs: { code: x }
    then: [ { metric: per_conversation.turn_count, criteria: { mean_lt: { threshold: 4 } } } ]
`;

const ofUser = '- { role: user, content: "{{code}}" }\n';

const fileOf = (name: string) => `- { role: user, content: [ { text: "{{code}}" }, { file: ${name} } ] }\n`;

/** Files of a prompt that is sent to a command-line program, and what the program lacks, each with line and column. */
const needs: readonly (readonly [what: string, files: Files, lacks: readonly string[]])[] = [
  ['one text', { 'prompts/diff/eval.yml': oneCase }, []],
  ['a system message and a text', messages(`- { role: system, content: Be kind. }\n${ofUser}`), []],
  [
    'several messages',
    messages(`- { role: user, content: a }\n- { role: assistant, content: b }\n${ofUser}`),
    ['several messages in one request 1:20'],
  ],
  [
    'the opening of a conversation',
    { ...messages(`${ofUser}- { role: assistant, content: b }\n`), 'prompts/diff/eval.yml': scenario },
    [],
  ],
  [
    'messages of a case',
    {
      'prompts/diff/eval.yml': oneCase.replace(
        ', assert',
        ', messages: [ { role: user, content: a }, { role: assistant, content: b } ], assert',
      ),
    },
    ['several messages in one request 3:37'],
  ],
  ['an image', { ...messages(fileOf('a.png')), 'a.png': media.png }, ['images 1:20']],
  ['a PDF', { ...messages(fileOf('a.pdf')), 'a.pdf': media.pdf }, ['PDFs 1:20']],
];

function messages(text: string): Files {
  return { 'prompts/diff/prompt.xml': null, 'prompts/diff/messages.yml': text, 'prompts/diff/eval.yml': oneCase };
}

function ofEvalFile(t: TestContext, text: string): string {
  return tempLibrary(t, { ...goodPrompt(), 'prompts/diff/eval.yml': text });
}

/** Returns the codes of problems; of what a provider lacks, the feature with line and column. */
function found(root: string, variant?: string): readonly string[] {
  const prompt = loadPrompt(root, 'diff').value;
  assert.ok(prompt);
  const { problems } = loadCases(root, prompt, loadConfig(root).value, { variant });
  return problems.map(({ code, message, at }) =>
    code === 'EVA_PROVIDER_LACKS' ? `${message.replace(/^.* cannot send /, '')} ${at?.line}:${at?.column}` : code,
  );
}

for (const [what, files, lacks] of needs) {
  test(`what a command-line program lacks for ${what}`, (t) => {
    assert.deepEqual(found(tempLibrary(t, { ...goodPrompt(), ...files })), lacks);
  });
}

const variants = `defaults:
  models: [claude-cli:opus, { name: small, model: "openai:s" }, { name: own, model: "anthropic:m" }]
cases:
  - { name: a, models: [small], sampling_seed: 3, inputs: { code: x }, assert: [ { contains: a } ] }
  - { name: b, inputs: { code: x }, assert: [ { contains: a } ] }
scenarios:
  - title: c
    models: [small, own]
    response_format: json
    given: A person.
    when: The person asks.
    inputs: { code: x }
    then: [ { metric: per_conversation.turn_count, criteria: { mean_lt: { threshold: 4 } } } ]
`;

/** The models that a run can have, and what their providers lack for the cases that they ask, with the lines. */
const ofVariants: readonly (readonly [variant: string, lacks: readonly string[]])[] = [
  ['claude-cli:opus', []],
  ['small', []],
  ['own', ['response_format: json 9:5']],
  ['claude-cli:haiku', []],
];

for (const [variant, lacks] of ofVariants) {
  test(`what the provider lacks for the cases that ${variant} asks`, (t) => {
    assert.deepEqual(found(ofEvalFile(t, variants), variant), lacks);
  });
}

test('tools of a variant serve the cases that only this variant asks', (t) => {
  const tools = 'tools: [{ name: find, description: Finds., input_schema: { type: object } }]';
  const evalFile = variants
    .replace('model: "openai:s"', `model: "openai:s", ${tools}`)
    .replace('model: "anthropic:m"', `model: "openai:m", ${tools.replace('find', 'look')}`)
    .replace('sampling_seed: 3', 'tool_choice: { tool: find }');
  for (const variant of ['claude-cli:opus', 'small', 'own', 'openai:other']) {
    assert.deepEqual(found(ofEvalFile(t, evalFile), variant), [], variant);
  }
});

test('a case for a variant that is not listed has that problem alone', (t) => {
  assert.deepEqual(found(ofEvalFile(t, variants.replace('[small]', '[smal]')), 'claude-cli:opus'), ['EVA_BAD_VALUE']);
});

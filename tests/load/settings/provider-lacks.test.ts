import assert from 'node:assert/strict';
import test from 'node:test';
import { loadConfig } from '#load/config.js';
import { loadCases } from '#load/eval-file.js';
import { loadPrompt } from '#load/prompt/meta.js';
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
    ['messages 1:20'],
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
    ['messages 3:37'],
  ],
  ['an image', { ...messages(fileOf('a.png')), 'a.png': media.png }, ['images 1:20']],
  ['a PDF', { ...messages(fileOf('a.pdf')), 'a.pdf': media.pdf }, ['pdf 1:20']],
];

function messages(text: string): Files {
  return { 'prompts/diff/prompt.xml': null, 'prompts/diff/messages.yml': text, 'prompts/diff/eval.yml': oneCase };
}

for (const [what, files, lacks] of needs) {
  test(`what a command-line program lacks for ${what}`, (t) => {
    const root = tempLibrary(t, { ...goodPrompt(), ...files });
    const prompt = loadPrompt(root, 'diff').value;
    assert.ok(prompt);
    const { problems } = loadCases(root, prompt, loadConfig(root).value);
    assert.deepEqual(
      problems.map(({ code, params, at }) =>
        code === 'EVA_PROVIDER_LACKS'
          ? `${(params as { readonly feature: string }).feature} ${at?.line}:${at?.column}`
          : code,
      ),
      lacks,
    );
  });
}

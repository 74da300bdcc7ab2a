import assert from 'node:assert/strict';
import test from 'node:test';
import type { SeenRequest } from '../../support/fake-http.js';
import { startFakeMessagesApi } from '../../support/fake-messages-api.js';
import { runEva } from '../../support/run-eva.js';
import { sentinelKey } from '../../support/secrets.js';
import { goodMeta, tempLibrary } from '../../support/temp-library.js';
import { hostile, written } from './hostile-values.js';

type Request = SeenRequest['body'];

const list = `- { role: system, content: "Sort {{value}} now." }
- { role: user, content: [ { text: "{{value}}" }, { text: "Sort {{value}} now." } ] }
- { role: assistant, content: "Done: {{value}}" }
`;
const text = 'Sort {{value}} now.';

/** A case with the value in its messages, in what a module sees, and in the arguments of a module, which are kept as they are. */
const caseOf = (value: string, index: number) => `  - name: c${index}
    inputs: { value: ${written(value)} }
    messages:
      - { role: user, content: { input: value } }
      - { role: assistant, content: "{{value}} is plain text" }
      - { role: user, content: { text: "again: {{value}}" } }
    extract: { module: same.mjs#whole }
    assert:
      - module: { use: same.mjs#same, args: { value: ${written(value)}, literal: { input: value } } }
`;

const module = `export const whole = (response, { inputs }) => JSON.stringify([JSON.parse(response).value, inputs.value]);
export const same = (response, { inputs, args, reply }) => {
  const [said, given] = JSON.parse(response);
  const texts = [said, given, inputs.value, JSON.parse(reply).value];
  return texts.every((one) => one === args.value) && args.literal.input === 'value';
};
`;

/** Returns the value in the last message, as JSON. */
function answer({ messages }: Request): string {
  return JSON.stringify({ value: messages.at(-1).content.slice('again: '.length) });
}

const values = ['plain', ...hostile];

for (const [name, body] of [
  ['messages.yml', list],
  ['prompt.md', text],
] as const) {
  test(`hostile inputs stay texts in ${name}, in messages of cases and in modules`, async (t) => {
    const server = await startFakeMessagesApi({ answer });
    t.after(() => server.close());
    const root = tempLibrary(t, {
      'prompts/diff/meta.yml': goodMeta.replace('- name: code\n', '- name: value\n'),
      [`prompts/diff/${name}`]: body,
      'prompts/diff/same.mjs': module,
      'prompts/diff/eval.yml': `defaults: { model: claude-opus-4-7 }\ncases:\n${values.map(caseOf).join('')}`,
    });
    const env = {
      ANTHROPIC_API_KEY: sentinelKey,
      ANTHROPIC_BASE_URL: server.url,
      XDG_DATA_HOME: tempLibrary(t, {}),
    };
    const { exitCode, stdout, stderr } = await runEva(['eval', 'diff', '--trust'], { cwd: root, env });
    assert.equal(exitCode, 0, stdout + stderr);
    const given = (value: string) => [
      { role: 'user', content: value },
      { role: 'assistant', content: '{{value}} is plain text' },
      { role: 'user', content: `again: ${value}` },
    ];
    const opening = (value: string) => [
      { role: 'user', content: [value, `Sort ${value} now.`].map((one) => ({ type: 'text', text: one })) },
      { role: 'assistant', content: `Done: ${value}` },
    ];
    const expected = values.map((value) => ({
      system: `Sort ${value} now.`,
      messages: [...(name === 'messages.yml' ? opening(value) : []), ...given(value)],
      keys: ['max_tokens', 'messages', 'model', 'system'],
    }));
    const sent = server.requests.map(({ body: { system, messages, ...others } }) => ({
      system,
      messages,
      keys: Object.keys({ ...others, system, messages }).sort(),
    }));
    const inOrder = (requests: readonly unknown[]) => requests.map((one) => JSON.stringify(one)).sort();
    assert.deepEqual(inOrder(sent), inOrder(expected));
  });
}

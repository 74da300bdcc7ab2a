import assert from 'node:assert/strict';
import test from 'node:test';
import { startFakeChatApi } from '../support/fake-chat-api.js';
import { runEva } from '../support/run-eva.js';
import { sentinelKey } from '../support/secrets.js';
import { goodPrompt, tempLibrary } from '../support/temp-library.js';

const cases = `defaults:
  model: openai:small
  assert: [{ max_tokens: 20 }]
  extract: { tag: answer }
cases:
  - { name: piece, inputs: { code: a }, assert: [{ equals: "1" }] }
  - { name: raw, inputs: { code: b }, inherit: false, extract: whole, assert: [{ equals: OK }] }
`;

test('a case with extract: whole checks the whole reply, although defaults have an extract', async (t) => {
  const server = await startFakeChatApi({
    answer: ({ messages }) => (JSON.stringify(messages).includes('Change b') ? 'OK' : 'So <answer>1</answer>'),
  });
  t.after(() => server.close());
  const root = tempLibrary(t, { ...goodPrompt(), 'prompts/diff/eval.yml': cases });
  const env = { OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: sentinelKey };
  const { exitCode, stdout, stderr } = await runEva(['eval', 'diff'], { cwd: root, env });
  assert.equal(exitCode, 0, stdout + stderr);
});

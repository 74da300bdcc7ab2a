import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import test from 'node:test';
import { startFakeChatApi } from '../support/fake-chat-api.js';
import { startFakeMessagesApi } from '../support/fake-messages-api.js';
import { runEva } from '../support/run-eva.js';
import { goodPrompt, tempLibrary } from '../support/temp-library.js';

const { cache, resolve } = createRequire(import.meta.url);
const isSdkLoaded = () => cache[resolve('@anthropic-ai/sdk')] !== undefined;

const evalFile = `defaults: { model: openai/gpt-5, judge: { model: claude-x } }
cases:
  - { name: happy, inputs: { code: x }, rubric: Score how small the diff is., sample_size: 2, assert: [ { contains: good } ] }
`;

test("the judge's modules are loaded before the first trial is timed, and not without a call", async (t) => {
  const loadedAt: boolean[] = [];
  const subject = await startFakeChatApi({
    answer: () => {
      loadedAt.push(isSdkLoaded());
      return 'good';
    },
  });
  const verdict = { tool_input: { reason: 'It is small.', score: 5 } };
  const judge = await startFakeMessagesApi({ answer: () => verdict });
  t.after(() => Promise.all([subject.close(), judge.close()]));
  const root = tempLibrary(t, { ...goodPrompt(), 'prompts/diff/eval.yml': evalFile });
  const env = {
    OPENAI_API_KEY: 'none',
    OPENAI_BASE_URL: `${subject.url}/v1`,
    ANTHROPIC_API_KEY: 'none',
    ANTHROPIC_BASE_URL: judge.url,
  };
  assert.equal((await runEva(['plan', 'diff'], { cwd: root, env })).exitCode, 0);
  assert.equal(isSdkLoaded(), false);
  const { exitCode, stdout, stderr } = await runEva(['eval', 'diff'], { cwd: root, env });
  assert.equal(exitCode, 0, stdout + stderr);
  assert.deepEqual(loadedAt, [true, true]);
});

import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import type { SeenRequest } from '../support/fake-http.js';
import { startFakeMessagesApi } from '../support/fake-messages-api.js';
import { runEva } from '../support/run-eva.js';
import { sentinelKey } from '../support/secrets.js';
import { goodPrompt, tempLibrary } from '../support/temp-library.js';

const evalFile = `defaults: { model: claude-x, judge: { model: claude-judge, votes: 3 } }
cases:
  - name: happy
    inputs: { code: x }
    sample_size: 4
    stop_early: false
    assert: [ { contains: good }, { not_contains: bad } ]
    rubric: "Is it good?"
`;

const isJudge = ({ body }: SeenRequest) => body.model === 'claude-judge';

/** Makes a library whose model gives these answers in turn, and counts the calls of each of the two models. */
async function library(t: TestContext, answers: readonly string[]) {
  let next = 0;
  const server = await startFakeMessagesApi({
    answer: (body) =>
      body.model === 'claude-judge' ? { tool_input: { reason: 'fine', score: 5 } } : (answers[next++] ?? assert.fail()),
  });
  t.after(() => server.close());
  const root = tempLibrary(t, { ...goodPrompt(), 'prompts/diff/eval.yml': evalFile, 'eva.yml': 'concurrency: 1\n' });
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url };
  const asked = () => {
    const judged = server.requests.filter(isJudge).length;
    return { model: server.requests.length - judged, judge: judged };
  };
  return { asked, eva: (...args: string[]) => runEva(['eval', 'diff', ...args], { cwd: root, env }) };
}

const answers = ['good', 'no', 'good and bad', 'good'];

test('with --fail-fast no judge is called after a failed check, and without it all judges are called', async (t) => {
  for (const [flags, judge] of [
    [['--fail-fast'], 2 * 3],
    [[], 4 * 3],
  ] as const) {
    const { asked, eva } = await library(t, answers);
    const output = await eva(...flags);
    assert.equal(output.exitCode, 1, output.stdout + output.stderr);
    assert.deepEqual(asked(), { model: 4, judge });
  }
});

test('a resumed run with --fail-fast calls no judge after a failed check', async (t) => {
  const { asked, eva } = await library(t, answers);
  assert.equal((await eva('--fail-fast', '--max-calls', '4', '--allow-short-budget')).exitCode, 3);
  assert.deepEqual(asked(), { model: 1, judge: 3 });
  assert.equal((await eva('--resume', '--max-calls', '99')).exitCode, 1);
  assert.deepEqual(asked(), { model: 4, judge: 2 * 3 });
});

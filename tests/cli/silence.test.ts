import assert from 'node:assert/strict';
import test from 'node:test';
import { startFakeMessagesApi } from '../support/fake-messages-api.js';
import { runEva } from '../support/run-eva.js';
import { sentinelKey } from '../support/secrets.js';
import { goodPrompt, tempLibrary } from '../support/temp-library.js';

test('while a provider is busy eva says so where nobody looks at a terminal: who, status, how many wait, until when', async (t) => {
  const server = await startFakeMessagesApi({
    answer: () => '<diff>',
    faults: [{ status: 429, headers: { 'retry-after': '1' } }],
  });
  t.after(() => server.close());
  const root = tempLibrary(t, goodPrompt());
  const env = {
    CI: 'true',
    ANTHROPIC_API_KEY: sentinelKey,
    ANTHROPIC_BASE_URL: server.url,
    EVA_SILENCE_S: '0.3',
  };
  const { exitCode, stdout, stderr } = await runEva(['eval', 'diff', '--json'], { cwd: root, env });
  assert.equal(exitCode, 0, stderr);
  assert.equal(JSON.parse(stdout).state, 'finished');
  assert.match(stderr.replace(/\s+/g, ' '), /anthropic .*\(429\) .* \d\d:\d\d:\d\d · 1 call /);
});

test('a silence that is no time is refused before anything is asked', async (t) => {
  const root = tempLibrary(t, goodPrompt());
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: 'http://127.0.0.1:9', EVA_SILENCE_S: 'soon' };
  const { exitCode, stderr } = await runEva(['eval', 'diff'], { cwd: root, env });
  assert.equal(exitCode, 2, stderr);
  assert.match(stderr, /EVA_SILENCE_S[\s\S]*EVA_BAD_VALUE/);
});

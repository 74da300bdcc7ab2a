import assert from 'node:assert/strict';
import test from 'node:test';
import { startFakeMessagesApi } from '../support/fake-messages-api.js';
import { runEva } from '../support/run-eva.js';
import { sentinelKey } from '../support/secrets.js';
import { goodPrompt, tempLibrary } from '../support/temp-library.js';

test('without a terminal eva reports a busy provider: name, status, waiting calls, and next attempt', async (t) => {
  const server = await startFakeMessagesApi({
    answer: () => '<diff>',
    faults: [{ status: 429, headers: { 'retry-after': '3' } }],
  });
  t.after(() => server.close());
  const root = tempLibrary(t, goodPrompt());
  const env = {
    CI: 'true',
    ANTHROPIC_API_KEY: sentinelKey,
    ANTHROPIC_BASE_URL: server.url,
    EVA_SILENCE_S: '1.5', // a busy machine may need a second until the answer 429 is read
  };
  const { exitCode, stdout, stderr } = await runEva(['eval', 'diff', '--json'], { cwd: root, env });
  assert.equal(exitCode, 0, stderr);
  assert.equal(JSON.parse(stdout).state, 'finished');
  assert.match(stderr.replace(/\s+/g, ' '), /anthropic .*\(429 .*\) .* \d\d:\d\d:\d\d · 1 call /);
});

test('an invalid EVA_SILENCE_S is refused before the first call', async (t) => {
  const root = tempLibrary(t, goodPrompt());
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: 'http://127.0.0.1:9', EVA_SILENCE_S: 'soon' };
  const { exitCode, stderr } = await runEva(['eval', 'diff'], { cwd: root, env });
  assert.equal(exitCode, 2, stderr);
  assert.match(stderr, /EVA_SILENCE_S[\s\S]*EVA_BAD_VALUE/);
});

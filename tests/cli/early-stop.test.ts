import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import type { RunResult } from '#model/run/run.js';
import { startFakeMessagesApi } from '../support/fake-messages-api.js';
import { runEva } from '../support/run-eva.js';
import { sentinelKey } from '../support/secrets.js';
import { goodPrompt, tempLibrary } from '../support/temp-library.js';

const evalFile = `cases:
  - { name: happy, inputs: { code: x }, model: claude-x, sample_size: 20, assert: [ { contains: good } ] }
`;

function decided({ cases }: RunResult) {
  return cases.map(({ passed, stopped_at, verdicts, trials }) => ({
    passed,
    stopped_at,
    verdicts,
    responses: trials.map(({ turns }) => turns[0]?.app_response),
  }));
}

test('a case stops at its first failure, and its recordings give the same verdict', async (t) => {
  let asked = 0;
  const server = await startFakeMessagesApi({ answer: () => (++asked === 3 ? 'bad' : 'good') });
  t.after(() => server.close());
  const root = tempLibrary(t, { ...goodPrompt(), 'prompts/diff/eval.yml': evalFile, 'eva.yml': 'concurrency: 1\n' });
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url };
  const recorded = await runEva(['eval', 'diff', '--record', '--json'], { cwd: root, env });
  assert.equal(recorded.exitCode, 1, recorded.stderr);
  assert.equal(server.requests.length, 3);
  const first: RunResult = JSON.parse(recorded.stdout);
  assert.deepEqual(
    decided(first).map(({ stopped_at, responses }) => [stopped_at, responses]),
    [[3, ['good', 'good', 'bad']]],
  );

  writeFileSync(join(root, 'eva.yml'), 'concurrency: 8\n');
  const replayed = await runEva(['eval', 'diff', '--replay', '--json'], { cwd: root, env: {} });
  assert.equal(replayed.exitCode, 1, replayed.stderr);
  assert.doesNotMatch(replayed.stderr, /missing|without a reply/);
  assert.deepEqual(decided(JSON.parse(replayed.stdout)), decided(first));
  const rows = readFileSync(join(root, '.eval.jsonl'), 'utf8').trimEnd().split('\n');
  assert.deepEqual(
    rows.map((row) => JSON.parse(row).failed_cases),
    [['happy'], ['happy']],
  );
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { startFakeMessagesApi } from '../support/fake-messages-api.js';
import { runEva } from '../support/run-eva.js';
import { sentinelKey } from '../support/secrets.js';
import { goodEval, goodPrompt, tempLibrary } from '../support/temp-library.js';

const table: readonly [config: string, atOnce: number][] = [
  ['concurrency: 2\n', 2],
  ['concurrency: 2\nproviders: { anthropic: { type: anthropic, concurrency: 5 } }\n', 5],
  ['concurrency: 5\nproviders: { anthropic: { type: anthropic, concurrency: 2 } }\n', 2],
  ['concurrency: 2\nproviders: { other: { type: anthropic, concurrency: 5 } }\n', 2],
];
for (const [config, atOnce] of table) {
  test(`${config.trimEnd().replaceAll('\n', ' and ')}: ${atOnce} concurrent calls`, async (t) => {
    const server = await startFakeMessagesApi({ answer: () => '<diff>', faults: () => ({ delayMs: 100 }) });
    t.after(() => server.close());
    const evalFile = goodEval.replace('defaults:\n', 'defaults:\n  sample_size: 12\n');
    const root = tempLibrary(t, { ...goodPrompt(), 'eva.yml': config, 'prompts/diff/eval.yml': evalFile });
    const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url };
    const { exitCode, stderr } = await runEva(['eval', 'diff'], { cwd: root, env });
    assert.equal(exitCode, 0, stderr);
    assert.equal(server.requests.length, 12);
    assert.equal(server.mostAtOnce(), atOnce);
  });
}

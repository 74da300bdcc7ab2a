import type { TestContext } from 'node:test';
import type { RunResult } from '#model/run/run.js';
import { type FakeMessagesOptions, startFakeMessagesApi } from '../support/fake-messages-api.js';
import { rowsIn } from '../support/rows-in.js';
import { runEva } from '../support/run-eva.js';
import { goodPrompt, tempLibrary } from '../support/temp-library.js';

/** A case of one check, decided by a bar on the rate of trials. */
export const withBar = (more = '', bar = 0.95, trials = 59) => `
  - name: barred
    inputs: { code: "x = 1" }
    assert: [{ contains: "<diff>" }]
    sample_size: ${trials}
    criteria: { proportion_gte: { proportion: ${bar} } }
    ${more}
`;

export const defaults = `defaults:
  model: claude-opus-4-7
  timeout_s: 2
  judge: { timeout_s: 2 }
  user_simulator: { timeout_s: 2 }
`;

export async function library(
  t: TestContext,
  cases: string,
  fake: FakeMessagesOptions,
  config = '',
  limits = defaults,
) {
  const server = await startFakeMessagesApi({ answer: () => '<diff>', ...fake });
  t.after(() => server.close());
  const files = { 'prompts/diff/eval.yml': `${limits}${cases}`, 'eva.yml': `concurrency: 20\n${config}` };
  const root = tempLibrary(t, { ...goodPrompt(), ...files });
  const env = { ANTHROPIC_API_KEY: 'sk-ant-test-0123456789', ANTHROPIC_BASE_URL: server.url };
  const run = async (...args: string[]) => {
    const output = await runEva(['eval', 'diff', '--json', ...args], { cwd: root, env });
    return { ...output, result: JSON.parse(output.stdout) as RunResult };
  };
  const text = (...args: string[]) => runEva(['eval', 'diff', ...args], { cwd: root, env });
  const rows = () => rowsIn(root);
  return { root, server, run, text, rows };
}

export const inCases = (cases: string) => `cases:${cases}`;

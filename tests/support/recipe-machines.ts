import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { builtInJudge } from '#library/cases/case-settings.js';
import type { RunRow } from '#model/run/run.js';
import { startFakeMessagesApi } from './fake-messages-api.js';
import { rowsIn } from './rows-in.js';
import { sentinelKey } from './secrets.js';
import { testShell } from './shell.js';
import { tempLibrary } from './temp-library.js';

export const concurrency = 4;

const evals: Readonly<Record<string, string>> = {
  large: `cases:
  - { name: rate, inputs: { code: one }, sample_size: 60, stop_early: false, assert: [{ contains: good }], criteria: { proportion_gte: { proportion: 0.5 } } }
`,
  judged: `cases:
  - { name: judged, inputs: { code: two }, sample_size: 15, stop_early: false, assert: [{ contains: good }], rubric: Is it good? }
`,
  ...Object.fromEntries(
    ['a', 'b', 'c', 'd'].map((id) => [
      id,
      `cases: [{ name: one, inputs: { code: ${id} }, assert: [{ contains: good }] }]\n`,
    ]),
  ),
};

/** Calls of the whole library: 60, 15 with a judge each, and 4. */
export const allCalls = 94;

/** The numbers of calls after each of which the process of a task that runs then is killed with SIGKILL. */
export type KillAfter = readonly number[];

/** Makes machines with the same library, a model that they ask, and a shell in which the process of a task can be killed. */
export async function machines(t: TestContext) {
  const home = mkdtempSync(join(tmpdir(), 'eva-recipe-'));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  let armed: number[] = [];
  /** The tasks that were killed, each once in a command. */
  const killed = new Set<number | undefined>();
  const isAlive = (pid: number) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  const server = await startFakeMessagesApi({
    answer: ({ tool_choice }) => {
      const isDue = server.requests.length >= (armed[0] ?? Number.POSITIVE_INFINITY);
      const [pid, task] = (isDue ? processes() : []).find((one) => !killed.has(one[1]) && isAlive(one[0])) ?? [];
      if (pid !== undefined) {
        armed.shift();
        killed.add(task);
        process.kill(pid, 'SIGKILL');
      }
      return tool_choice === undefined ? 'good' : { tool_input: { reason: 'it is', score: 5 } };
    },
  });
  t.after(() => server.close());
  const processes = () => {
    const lines = readFileSync(join(home, 'pids'), 'utf8').trim().split('\n');
    return lines.map((line) => line.split(' ').map(Number) as [number, number]);
  };
  writeFileSync(
    join(home, 'node'),
    `#!/bin/sh\necho "$$ \${SLURM_ARRAY_TASK_ID:-$$}" >> "${home}/pids"\nexec "${process.execPath}" "$@"\n`,
  );
  chmodSync(join(home, 'node'), 0o755);
  const shell = testShell(t);
  const machine = () =>
    tempLibrary(t, {
      'package.json': '{ "name": "library" }\n',
      'eva.yml': `defaults: { model: claude-x }\nconcurrency: ${concurrency}\nprices: { claude-x: { input: 1, output: 5 }, ${builtInJudge.model}: { input: 1, output: 5 } }\n`,
      ...Object.fromEntries(
        Object.entries(evals).flatMap(([id, text]) => [
          [`prompts/${id}/prompt.md`, 'Change {{code}}.\n'],
          [`prompts/${id}/eval.yml`, text],
        ]),
      ),
    });
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url, EVA_NODE: join(home, 'node') };
  const run = async (
    script: string,
    cwd: string,
    variables: Readonly<Record<string, string>>,
    kills: KillAfter = [],
  ) => {
    killed.clear();
    armed = kills.map((calls) => server.requests.length + calls);
    const output = await shell.run(script, { cwd, env: { ...env, ...variables } });
    armed = [];
    return output;
  };
  return { home, server, machine, run };
}

export type Machines = Awaited<ReturnType<typeof machines>>;

/** Returns a row without names, times and shards. Its cost is that of the replies of counted trials, in billionths of a dollar. */
export function comparable({ ts, run_id, duration_s, shards, group, cost_usd, evidence, ...row }: RunRow) {
  assert.equal(typeof cost_usd, 'number');
  const leftOut = shards?.left_out.cost_usd ?? 0;
  const cost = Math.round(((cost_usd ?? 0) - leftOut) * 1e9);
  return { ...row, cost, evidence: { ...evidence, oldest_reply: '' } };
}

/** Returns the rows of one machine. */
export async function rowsOfOne({ machine, run }: Machines) {
  const root = machine();
  const { exitCode, stderr } = await run('npm ci && npx eva eval --yes', root, {});
  assert.equal(exitCode, 0, stderr);
  return rowsIn(root).map(comparable);
}

import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { startFakeMessagesApi } from '../support/fake-messages-api.js';
import { rowsIn } from '../support/rows-in.js';
import { runEva } from '../support/run-eva.js';
import { sentinelKey } from '../support/secrets.js';
import { goodPrompt, tempLibrary } from '../support/temp-library.js';

async function library(t: TestContext) {
  const server = await startFakeMessagesApi({ answer: () => '<diff>' });
  t.after(() => server.close());
  const root = tempLibrary(t, goodPrompt());
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url };
  const eva = (args: readonly string[], variables: Readonly<Record<string, string>> = {}) =>
    runEva(args, { cwd: root, env: { ...env, ...variables } });
  return { root, eva, server };
}

test('every command finds the runs in the folder that --runs or EVA_RUNS names, and nothing else leaves the library', async (t) => {
  const { root, eva } = await library(t);
  const evaluated = await eva(['eval', 'diff', '--runs', 'kept/runs']);
  assert.equal(evaluated.exitCode, 0, evaluated.stderr);
  const [run = ''] = readdirSync(join(root, 'kept/runs'));
  assert.equal(rowsIn(root).length, 1);
  assert.equal(existsSync(join(root, '.eva/runs')), false);
  for (const words of ['report', `report ${run.slice(-6)}`, 'report --recompute', 'log', 'clean', 'clean --json']) {
    const flagged = await eva([...words.split(' '), '--runs', 'kept/runs']);
    assert.equal(flagged.exitCode, 0, words + flagged.stderr);
    const named = await eva(words.split(' '), { EVA_RUNS: join(root, 'kept/runs') });
    assert.equal(named.exitCode, 0, words + named.stderr);
  }
  const flagged = await eva(['report', '--runs', 'kept/runs']);
  assert.match(flagged.stdout, /eva report --runs kept\/runs /, 'commands that are printed name the folder');
  assert.match((await eva(['clean', '--runs', 'kept/runs'])).stdout, /1 run, .* in \S*kept\/runs\//);
  const without = await eva(['report']);
  assert.match(without.stderr, /no run in \.eva\/runs\/ has a result/);
  const removed = await eva(['clean', '--max-size', '1B', '--runs', 'kept/runs']);
  assert.equal(removed.exitCode, 0, removed.stderr);
  assert.deepEqual(readdirSync(join(root, 'kept/runs')), []);
});

test('a group is noted in the folder, and --resume goes on with it there', async (t) => {
  const { root, eva, server } = await library(t);
  const args = ['eval', 'diff', '--model', 'claude-x', '--model', 'claude-y', '--runs', 'kept'];
  const bounded = await eva([...args, '--max-calls', '1', '--allow-short-budget']);
  assert.equal(bounded.exitCode, 3, bounded.stdout + bounded.stderr);
  assert.equal(readdirSync(join(root, 'kept/.groups')).length, 1);
  const [command = ''] = /eva eval .*--resume.*/.exec(bounded.stdout + bounded.stderr) ?? [];
  assert.match(command, /--runs kept/);
  assert.match((await eva(['log', '--runs', 'kept'])).stdout, /1 can be continued:\s+eva eval --resume --runs kept\n/);
  const resumed = await eva(['eval', '--resume', '--max-calls', '100', '--runs', 'kept']);
  assert.equal(resumed.exitCode, 0, resumed.stderr);
  assert.deepEqual(readdirSync(join(root, 'kept/.groups')), []);
  assert.ok(server.requests.length > 1);
});

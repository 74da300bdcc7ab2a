import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import type { RunResult } from '#model/run/run.js';
import { alive } from '../support/alive.js';
import { startConversationApi } from '../support/conversation-api.js';
import { runEva } from '../support/run-eva.js';
import { scenarioLibrary } from '../support/scenario-library.js';

/** Misbehaviour in turn 2, one per process, and the reason why its conversation fails. */
const mishaps: [does: string, reason: string][] = [
  ['process.exit(3)', 'ended with exit code 3 and gave no response'],
  ['(child(), process.exit(0))', 'ended with exit code 0 and gave no response'],
  ["(process.on('SIGTERM', () => {}), child(), undefined)", 'gave no response within 5 s'],
  ["'not JSON'", 'is no JSON: "not JSON"'],
  ["'{}'", 'holds no "response"'],
  ["JSON.stringify({ response: 'x'.repeat(1e7) })", 'answered with more than 4 MiB'],
  ['(() => { for (;;) writeSync(2, "noise\\n".repeat(999)); })()', 'wrote more than 8 MiB to standard error'],
  ['(closeSync(1), setInterval(() => {}, 1e6), undefined)', 'closed its standard output'],
];

/** The name of a script that no other process has in its command line. */
const script = `bot-${process.pid}.cjs`;

const bot = `const { mkdirSync, writeSync, closeSync } = require('node:fs');
if (process.argv[2] === 'child') return void setInterval(() => {}, 1e6);
const child = () => require('node:child_process').spawn(process.execPath, [__filename, 'child'], { stdio: 'inherit' }).unref();
const isMine = (number) => mkdirSync('begun/' + number, { recursive: true }) !== undefined;
let number = 0;
while (!isMine(number)) number++;
const mishap = [${mishaps.map(([does]) => `() => ${does}`).join(', ')}][number];
let turn = 0;
require('node:readline').createInterface({ input: process.stdin }).on('line', () => {
  const line = ++turn === 2 && mishap ? mishap() : JSON.stringify({ response: 'Turn ' + turn });
  if (line !== undefined) process.stdout.write(line + '\\n');
});
`;

test('misbehaving applications fail only their own conversations, the run finishes, and no process is left', async (t) => {
  const root = scenarioLibrary(
    t,
    {
      sample_size: mishaps.length + 4,
      timeout_s: 5,
      app: { command: [process.execPath, script] },
      then: [{ metric: 'per_turn.response_words', criteria: { median_lt: { threshold: 9 } } }],
    },
    { [`prompts/bot/${script}`]: bot, 'prompts/bot/begun': { directory: true } },
  );
  const { env } = await startConversationApi(t);
  const output = await runEva(['eval', 'bot', '--trust', '--allow-underpowered'], { cwd: root, env });

  assert.equal(output.exitCode, 1, output.stdout + output.stderr);
  assert.ok(existsSync(join(root, '.eval.jsonl')), 'a row was written');
  const trials = trialsOf(root);
  const failed = trials.flatMap((trial) => (trial.outcome === 'failed' ? [trial.reason] : []));
  for (const [, reason] of mishaps) {
    assert.equal(
      failed.filter((one) => one.startsWith('turn 2: the application') && one.includes(reason)).length,
      1,
      reason,
    );
  }
  assert.equal(failed.length, mishaps.length);
  assert.equal(trials.filter(({ outcome }) => outcome === 'finished').length, 4);
  assert.deepEqual(alive(script), []);
});

function trialsOf(root: string) {
  const runs = join(root, '.eva', 'runs');
  const [run = ''] = readdirSync(runs);
  const result: RunResult = JSON.parse(readFileSync(join(runs, run, 'result.json'), 'utf8'));
  return result.cases[0]?.trials ?? [];
}

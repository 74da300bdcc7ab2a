import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { allowUnderpowered } from '#run/plan/plan-run.js';
import { readLibrary, readPrompt } from '#run/prompt/read-prompt.js';
import { matchesGolden } from '../support/golden.js';
import { runEva } from '../support/run-eva.js';
import { runRow } from '../support/run-row.js';
import { type Files, goodPrompt, tempLibrary } from '../support/temp-library.js';
import { treeHash } from '../support/tree-hash.js';

const evalFile = `defaults:
  model: claude-opus-4-7
cases:
  - name: too-few
    inputs: { code: "x = 1" }
    sample_size: 20
    assert: [ { contains: "<diff>" } ]
    criteria: { proportion_gte: { proportion: 0.95 } }
  - name: enough
    inputs: { code: "x = 1" }
    sample_size: 124
    assert: [ { contains: "<diff>" } ]
    rubric: Is it small?
    criteria: { proportion_gte: { proportion: 0.95 } }
    expected: 0.99
  - name: every
    inputs: { code: "x = 1" }
    assert: [ { contains: "<diff>" } ]
`;

const prices = `defaults:
  judge: { model: claude-haiku-4-5-20251001 }
prices:
  claude-opus-4-7: { input: 5, output: 25 }
  claude-haiku-4-5-20251001: { input: 1, output: 5 }
`;

function library(t: TestContext, files: Files = {}): string {
  return tempLibrary(t, { ...goodPrompt(), 'prompts/diff/eval.yml': evalFile, 'eva.yml': prices, ...files });
}

/** Makes a library whose programs and models fail the test when they are used. */
function untouchable(t: TestContext): string {
  const mine = 'providers: { mine: { type: command, command: [sh, -c, "touch asked"] } }\n';
  const evalOfMine = evalFile.replace('claude-opus-4-7', 'command:mine');
  return library(t, { 'eva.yml': mine, 'prompts/diff/eval.yml': evalOfMine });
}

test('a plan shows the power of each criterion, then the problems that prevent the run: exit 2', async (t) => {
  const { exitCode, stdout, stderr } = await runEva(['plan', 'diff'], { cwd: library(t) });
  assert.equal(exitCode, 2);
  matchesGolden('cli/plan-underpowered', stdout + stderr);
});

test('a criterion that cannot pass is a warning if that is allowed: exit 0', async (t) => {
  const { exitCode, stderr } = await runEva(['plan', 'diff', '--allow-underpowered'], { cwd: library(t) });
  assert.equal(exitCode, 0);
  assert.match(stderr, /eval\.yml:8:17 {2}warning: proportion_gte .*\b20 trials.*\b59\b[\s\S]*EVA_UNDERPOWERED/);
});

test('--case plans only the named cases', async (t) => {
  const { exitCode, stdout, stderr } = await runEva(['plan', 'diff', '--case', 'enough'], { cwd: library(t) });
  assert.deepEqual([exitCode, stderr], [0, '']);
  assert.doesNotMatch(stdout, /too-few/);
  matchesGolden('cli/plan-one-case', stdout);
});

test('--json has cases, calls by role, cost, outlooks and problems', async (t) => {
  const { exitCode, stdout, stderr } = await runEva(['plan', 'diff', '--json'], { cwd: library(t) });
  assert.deepEqual([exitCode, stderr], [2, '']);
  const { id, cases, calls, cost, budget, outlooks, problems, attempt, chance, ...rest } = JSON.parse(stdout);
  assert.deepEqual(chance, { least: 0, most: 0 });
  assert.deepEqual(attempt, { try: 1, corrected: false });
  assert.deepEqual(budget, {});
  assert.deepEqual(rest, {});
  assert.equal(id, 'diff');
  assert.deepEqual(cases[1], { name: 'enough', sample_size: 124 });
  assert.deepEqual(calls, { total: 269, subject: 145, user: 0, judge: 124, trigger: 0, rubric: 0, embedding: 0 });
  assert.deepEqual([cost.about_usd, cost.without_price], [null, []]);
  assert.deepEqual(
    outlooks.map((one: { case: string; smallest_n: number; max_failures: number | null }) => [
      one.case,
      one.smallest_n,
      one.max_failures,
    ]),
    [
      ['too-few', 59, null],
      ['enough', 59, 2],
      ['every', 1, 0],
    ],
  );
  assert.deepEqual(
    problems.map((one: { code: string; severity: string }) => [one.code, one.severity]),
    [['EVA_UNDERPOWERED', 'error']],
  );
});

test('a plan has the mean number of trials of a sequential test, and the cases that retry slow calls', async (t) => {
  const settings = (stop: string) =>
    `sequential: true\n    stop_early: ${stop}\n    timeouts: ask_again\n    sample_size: 136`;
  const plan = async (stop: string) => {
    const evalYml = evalFile.replace('sample_size: 124', settings(stop));
    const cwd = library(t, { 'prompts/diff/eval.yml': evalYml });
    const { stdout } = await runEva(['plan', 'diff', '--case', 'enough', '--full'], { cwd });
    return { stdout, json: JSON.parse((await runEva(['plan', 'diff', '--json', '--case', 'enough'], { cwd })).stdout) };
  };
  const { stdout, json } = await plan('true');
  assert.match(stdout, / on average {2}.*\b89 trials.*\b99%.*\b46\b.*\b95%\n/);
  assert.match(stdout, /\n {4}timeouts {5}ask_again/);
  const { bar, at_bar, at_expected } = json.outlooks[0].mean_trials;
  assert.deepEqual([bar, at_bar.toFixed(1), at_expected.toFixed(1)], ['the true rate is 95%', '45.5', '89.2']);
  assert.deepEqual(json.cases, [{ name: 'enough', sample_size: 136, timeouts: 'ask_again' }]);
  const whole = await plan('false');
  assert.doesNotMatch(whole.stdout, /on average/);
  assert.equal(whole.json.outlooks[0].mean_trials, undefined);
});

test('a plan makes no call, starts no program and writes nothing', async (t) => {
  const cwd = untouchable(t);
  const before = treeHash(cwd);
  const { exitCode, stderr } = await runEva(['plan', 'diff', '--case', 'enough'], { cwd });
  assert.equal(exitCode, 0);
  assert.match(stderr, /^warning: [^\n]* [\s\S]*EVA_NOT_TRUSTED\n$/);
  assert.equal(treeHash(cwd), before);
});

test('earlier runs with the same models give an estimate of the cost', async (t) => {
  const cwd = library(t);
  const now = readPrompt(readLibrary(cwd), 'diff', { manner: allowUnderpowered }).evidence?.();
  const oldest_reply = '2026-01-10T12:00:01.000Z';
  const evidence = { ...runRow().evidence, ...now, oldest_reply };
  const usage = { replies: 10, input_tokens: 100, output_tokens: 100, unmetered_replies: 0 };
  writeFileSync(join(cwd, '.eval.jsonl'), `${JSON.stringify(runRow({ evidence, usage, cost_usd: 0.5 }))}\n`);
  const { stdout } = await runEva(['plan', 'diff', '--case', 'enough', '--json'], { cwd });
  assert.equal(JSON.parse(stdout).cost.about_usd, 248 * 0.05);
});

test('doctor reports a criterion that cannot pass: exit 1', async (t) => {
  const { exitCode, stdout } = await runEva(['doctor'], { cwd: library(t) });
  assert.equal(exitCode, 1);
  assert.match(stdout, /eval\.yml:8:17 {2}proportion_gte .*\b20 trials[\s\S]*EVA_UNDERPOWERED/);
});

test('eval refuses a criterion that cannot pass before anything is written', async (t) => {
  const cwd = library(t);
  const before = treeHash(cwd);
  const { exitCode, stderr } = await runEva(['eval', 'diff', '--replay'], { cwd });
  assert.equal(exitCode, 2);
  assert.match(stderr, /EVA_UNDERPOWERED/);
  assert.equal(treeHash(cwd), before);
});

test('trust shows the programs of a prompt with a criterion that cannot pass, without a warning', async (t) => {
  const { stdout, stderr } = await runEva(['trust', '--json'], { cwd: untouchable(t) });
  assert.equal(JSON.parse(stdout).length, 1);
  assert.equal(stderr, '');
});

const quick = {
  'eva.yml': 'providers: { mine: { type: command, command: [echo, "<diff>"] } }\n',
  'prompts/diff/eval.yml': `defaults:
  model: command:mine
  sample_size: 5
cases:
  - name: half
    inputs: { code: "x = 1" }
    assert: [ { contains: "<diff>" } ]
    criteria: { proportion_gte: { proportion: 0.5 } }
  - name: every
    inputs: { code: "x = 1" }
    assert: [ { contains: "<diff>" } ]
`,
};

test('eval counts the criteria with too few trials before the first call, and plan --full explains each', async (t) => {
  const cwd = library(t, quick);
  const { exitCode, stderr } = await runEva(['eval', 'diff', '--trust'], { cwd });
  assert.equal(exitCode, 0, stderr);
  assert.match(stderr, /^ ! 1 of 1 .*: eva plan diff$/m);
  matchesGolden('cli/plan-full', (await runEva(['plan', 'diff', '--full'], { cwd })).stdout);
});

test('eval prints no such count with --json, nor if every trial must pass', async (t) => {
  const cwd = library(t, quick);
  const asData = await runEva(['eval', 'diff', '--trust', '--json'], { cwd });
  const plain = await runEva(['eval', 'diff', '--trust', '--case', 'every'], { cwd });
  for (const { stderr } of [asData, plain]) assert.doesNotMatch(stderr, /eva plan/);
});

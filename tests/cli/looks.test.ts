import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { startFakeChatApi } from '../support/fake-chat-api.js';
import { lastRow } from '../support/rows-in.js';
import { runEva } from '../support/run-eva.js';
import { sentinelKey } from '../support/secrets.js';
import { goodPrompt, tempLibrary } from '../support/temp-library.js';

const echo = { type: 'command', command: ['node', 'echo.mjs'] };

/** Makes a library whose model answers with its prompt. */
function libraryWith(t: TestContext, cases: readonly object[], defaults: object = {}): string {
  return tempLibrary(t, {
    ...goodPrompt(),
    'echo.mjs': "let text = ''; for await (const part of process.stdin) text += part; console.log(text);\n",
    'data.csv': 'code,label\none,a\ntwo,b\nthree,c\n',
    'eva.yml': JSON.stringify({
      defaults: { model: 'command:echo', judge: { model: 'command:echo' } },
      providers: { echo },
    }),
    'prompts/diff/eval.yml': JSON.stringify({ defaults, cases }),
  });
}

async function evalJson(root: string, ...flags: readonly string[]) {
  const { exitCode, stdout } = await runEva(['eval', 'diff', '--trust', '--json', ...flags], { cwd: root });
  return { exitCode, result: stdout === '' ? null : JSON.parse(stdout) };
}

function attemptsIn(root: string): readonly { kind: string; event: string; outcome?: string; red?: boolean }[] {
  const lines = readFileSync(join(root, '.attempts.jsonl'), 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'end');
}

const inputs = { code: 'x = 1' };
const good = { name: 'good', inputs, assert: [{ contains: 'x = 1' }] };
const bad = { name: 'bad', inputs, assert: [{ contains: 'y = 2' }] };
const look = { name: 'greeting', inputs: { code: 'hello' }, look: true, sample_size: 2 };

test('a look is asked and shown, and counts nowhere', async (t) => {
  const root = libraryWith(t, [good, look]);
  const { exitCode, result } = await evalJson(root);
  assert.equal(exitCode, 0);
  const { state, all_passed, total, passed, looked, failed_cases, missing_cases } = result;
  assert.deepEqual(
    { state, all_passed, total, passed, looked, failed_cases, missing_cases },
    { state: 'finished', all_passed: true, total: 1, passed: 1, looked: 1, failed_cases: [], missing_cases: [] },
  );
  const shown = result.cases[1];
  assert.deepEqual(
    { look: shown.look, passed: shown.passed, verdicts: shown.verdicts, scores: shown.scores },
    { look: true, passed: null, verdicts: [], scores: [] },
  );
  assert.deepEqual(
    shown.trials.map((trial: { turns: { app_response: string }[] }) => trial.turns[0]?.app_response),
    Array(2).fill('<task>Change hello and nothing else.</task>\n'),
  );
  const row = lastRow(root);
  assert.deepEqual([row['total'], row['passed'], row['looked']], [1, 1, 1]);
  const recomputed = await runEva(['report', '--recompute'], { cwd: root });
  assert.equal(recomputed.exitCode, 0, recomputed.stdout);
});

test('a look beside a case that fails changes neither its verdict nor the exit code', async (t) => {
  const { exitCode, result } = await evalJson(libraryWith(t, [bad, look]));
  assert.equal(exitCode, 1);
  assert.deepEqual([result.total, result.failed_cases, result.looked], [1, ['bad'], 1]);
});

test('a run of looks alone has no row and exits with 1', async (t) => {
  const root = libraryWith(t, [look]);
  const { exitCode, stdout } = await runEva(['eval', 'diff', '--trust'], { cwd: root });
  assert.equal(exitCode, 1);
  assert.match(stdout, /2 replies shown, nothing judged\. Add `assert` or `rubric`\./);
  assert.match(stdout, /greeting \(look\) {2}shown/);
  assert.equal(existsSync(join(root, '.eval.jsonl')), false);
  const [end] = attemptsIn(root);
  assert.deepEqual([end?.outcome, end?.red], ['collected', false]);
  assert.equal((await runEva(['promote', 'diff'], { cwd: root })).exitCode, 1, 'a look is no evidence');
  assert.equal((await runEva(['eval', 'diff', '--resume', '--trust'], { cwd: root })).exitCode, 2);
});

test('a look inherits no checks', async (t) => {
  const root = libraryWith(t, [look], { assert: [{ contains: { input: 'other' } }], rubric: 'Is it short?' });
  const { exitCode, result } = await evalJson(root);
  assert.deepEqual([exitCode, result.looked, result.sources.asked], [1, 1, 2]);
});

test('a look on a data set shows the reply to each item', async (t) => {
  const { result } = await evalJson(libraryWith(t, [good, { name: 'items', dataset: 'data.csv', look: true }]));
  const shown = result.cases[1];
  assert.equal(shown.trials.length, 3);
  assert.deepEqual(result.datasets, undefined);
});

test('--look shows the items of a case with slices and clusters', async (t) => {
  const slices = ['label', { field: 'code', criteria: { proportion_gte: { proportion: 0.5 } }, must: 'not_fail' }];
  const dataset = { file: 'data.csv', cluster: 'label', slices };
  const checks = {
    assert: [{ contains: 'x' }],
    criteria: [{ proportion_gte: { proportion: 0.5 } }],
    stop_early: false,
  };
  const root = libraryWith(t, [{ name: 'items', dataset, ...checks }]);
  const { exitCode, result } = await evalJson(root, '--look', '--items', '2');
  assert.deepEqual([exitCode, result?.cases[0].trials.length], [0, 2]);
});

test('a look without a reply does not make the run unfinished', async (t) => {
  const root = libraryWith(t, [good, look]);
  await runEva(['eval', 'diff', '--trust', '--record', '--case', 'good'], { cwd: root });
  const { exitCode, result } = await evalJson(root, '--replay');
  assert.deepEqual([exitCode, result.state, result.missing_cases], [0, 'finished', []]);
  assert.equal(result.cases[1].trials[0].outcome, 'missing');
  const { stdout } = await runEva(['report', '--case', 'greeting'], { cwd: root });
  assert.match(stdout, /failed {2}/);
});

test('--look shows all cases without a call to a judge, writes no row and exits with 0', async (t) => {
  const root = libraryWith(t, [bad, { name: 'judged', inputs: { code: 'z' }, rubric: 'Is it short?' }, look]);
  const { exitCode, result } = await evalJson(root, '--look');
  assert.equal(exitCode, 0);
  assert.deepEqual([result.total, result.looked, result.partial, result.sources.asked], [0, 3, true, 4]);
  assert.equal(existsSync(join(root, '.eval.jsonl')), false);
  const [end] = attemptsIn(root);
  assert.deepEqual([end?.kind, end?.outcome, end?.red], ['look', 'collected', false]);
  const narrowed = await evalJson(root, '--look', '--case', 'judged');
  assert.deepEqual([narrowed.exitCode, narrowed.result.looked], [0, 1]);
});

test('a run of looks alone is no attempt, and --look is one', async (t) => {
  const root = libraryWith(t, [good, look]);
  await evalJson(root, '--case', 'greeting');
  await evalJson(root);
  assert.equal(lastRow(root)['try'], 1);
  await evalJson(root, '--look');
  await evalJson(root);
  assert.equal(lastRow(root)['try'], 3);
});

test('--look needs no trust of programs and modules of checks, which do not run', async (t) => {
  const server = await startFakeChatApi({ answer: () => 'hello' });
  t.after(() => server.close());
  const root = tempLibrary(t, {
    ...goodPrompt(),
    'prompts/diff/checks.mjs': 'export const fits = () => true;\n',
    'prompts/diff/eval.yml': JSON.stringify({
      defaults: { model: 'openai:tiny' },
      cases: [
        { name: 'program', inputs, assert: [{ command: ['false'] }] },
        { name: 'module', inputs, assert: [{ module: 'checks.mjs#fits' }] },
      ],
    }),
  });
  const env = { OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: sentinelKey };
  const { exitCode, stderr } = await runEva(['eval', 'diff', '--look'], { cwd: root, env });
  assert.equal(exitCode, 0, stderr);
  const judged = await runEva(['eval', 'diff'], { cwd: root, env });
  assert.match(judged.stderr, /EVA_NOT_TRUSTED/);
});

test('--look still needs trust of the program that answers', async (t) => {
  const { exitCode, stderr } = await runEva(['eval', 'diff', '--look'], { cwd: libraryWith(t, [good]) });
  assert.equal(exitCode, 2);
  assert.match(stderr, /EVA_NOT_TRUSTED/);
});

test('replies of --look open no gate when a later run takes them from the cache', async (t) => {
  const root = libraryWith(t, [good]);
  await evalJson(root, '--look', '--cache');
  const { exitCode, result } = await evalJson(root, '--cache');
  assert.equal(exitCode, 0);
  assert.deepEqual(
    result.sources.runs.map(({ kind, replies }: { kind: string; replies: number }) => [kind, replies]),
    [['look', 1]],
  );
  const { exitCode: promoted } = await runEva(['promote', 'diff', '--to', 'tested'], { cwd: root });
  const { exitCode: ready, stdout } = await runEva(['promote', 'diff', '--to', 'ready'], { cwd: root });
  assert.notEqual(promoted === 0 && ready === 0, true, stdout);
});

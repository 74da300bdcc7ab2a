import assert from 'node:assert/strict';
import { appendFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { appendRunRow } from '#store/logs/eval-log.js';
import { lockRun } from '#store/run/run-folder.js';
import { openLibrary } from '../promises/open-library.js';
import { runEva } from '../support/run-eva.js';
import { runRow } from '../support/run-row.js';
import { copyUnfinished, runsIn } from '../support/stored-runs.js';
import { goodPrompt, tempLibrary } from '../support/temp-library.js';

const card = { ts: '2025-03-01T09:12:00Z', all_passed: true, total: 2, passed: 2, failed_cases: [] };

/** Returns the parsed output of `eva log --json`. */
async function entries(root: string, ...args: readonly string[]) {
  const { exitCode, stdout, stderr } = await runEva(['log', '--json', ...args], { cwd: root });
  assert.equal(exitCode, 0, stderr);
  return JSON.parse(stdout);
}

async function libraryWithRows(t: TestContext, count: number): Promise<string> {
  const root = tempLibrary(t, goodPrompt());
  for (let n = 1; n <= count; n++)
    await appendRunRow(root, runRow({ run_id: `20260110T1200${String(n).padStart(2, '0')}Z-aaaaaa` }));
  return root;
}

test('a run is listed with the facts of its row', async (t) => {
  const { root, eva } = await openLibrary(t);
  assert.equal((await eva('eval', 'diff')).exitCode, 0);
  const [only, ...others] = await entries(root);
  assert.deepEqual(others, []);
  const [run] = runsIn(root);
  assert.deepEqual(
    { ...only, ts: null, duration_s: null, cost_usd: null },
    {
      state: 'finished',
      run_id: run,
      id: 'diff',
      ts: null,
      all_passed: true,
      total: 1,
      passed: 1,
      failed_cases: [],
      partial: false,
      synthetic: false,
      has_evidence: true,
      shard: null,
      replies: 1,
      cost_usd: null,
      duration_s: null,
      row: { file: '.eval.jsonl', line: 1 },
      folder: `.eva/runs/${run}`,
      pid: null,
      resume: null,
    },
  );
});

test('runs have the order of their times, not of the file, in which git can turn them round', async (t) => {
  const root = tempLibrary(t, goodPrompt());
  const [late, early, middle] = ['2031-01-01T00:00:00Z', '2021-01-01T00:00:00Z', '2026-01-01T00:00:00Z'];
  for (const [index, ts] of [late, early, middle].entries())
    await appendRunRow(root, runRow({ ts, run_id: `run-${index}` }));
  const listed = await entries(root);
  assert.deepEqual(
    listed.map((entry: { run_id: string; ts: string }) => [entry.run_id, entry.ts]),
    [
      ['run-1', early],
      ['run-2', middle],
      ['run-0', late],
    ],
  );
});

test('the last twenty runs are shown, or the requested number, or all', async (t) => {
  const root = await libraryWithRows(t, 25);
  for (const [args, shown] of [
    [[], 20],
    [['-n', '3'], 3],
    [['--number', '100'], 25],
    [['--all'], 25],
  ] as const) {
    const listed = await entries(root, ...args);
    assert.equal(listed.length, shown);
    assert.equal(listed.at(-1).run_id, '20260110T120025Z-aaaaaa', 'the newest is among them');
  }
  const { stdout } = await runEva(['log'], { cwd: root });
  assert.match(stdout, /^\n {4}… 5 .*eva log --all/);
});

for (const args of [
  ['-n', '0'],
  ['-n', '-3'],
  ['-n', '1.5'],
  ['-n', 'x'],
  ['--all', '-n', '2'],
]) {
  test(`eva log ${args.join(' ')} is refused`, async (t) => {
    const { exitCode, stderr, stdout } = await runEva(['log', ...args], { cwd: tempLibrary(t, goodPrompt()) });
    assert.equal(exitCode, 2, stdout);
    assert.match(stderr, /EVA_USAGE/);
  });
}

test('an id selects its runs, and an id without a prompt or a row is unknown', async (t) => {
  const root = tempLibrary(t, goodPrompt());
  await appendRunRow(root, runRow({ id: 'gone', run_id: 'run-1' }));
  await appendRunRow(root, runRow({ run_id: 'run-2' }));
  assert.deepEqual(
    (await entries(root, 'gone')).map((entry: { run_id: string }) => entry.run_id),
    ['run-1'],
    'a prompt that is no more has its rows',
  );
  const { exitCode, stderr } = await runEva(['log', 'dif'], { cwd: root });
  assert.equal(exitCode, 2);
  assert.match(stderr, /"dif"\n.*"diff"\?\s+EVA_UNKNOWN_PROMPT/);
});

test('a prompt or a library without runs gets the command that makes one', async (t) => {
  const root = tempLibrary(t, goodPrompt());
  assert.match((await runEva(['log'], { cwd: root })).stdout, /\beva eval ID\b/);
  assert.match((await runEva(['log', 'diff'], { cwd: root })).stdout, /\beva eval diff\b/);
  assert.deepEqual(await entries(root), []);
});

test('rows of the original eva are shown and marked as not being evidence', async (t) => {
  const root = tempLibrary(t, goodPrompt());
  writeFileSync(join(root, 'prompts/diff/.eval.jsonl'), `${JSON.stringify(card)}\n{"ts":\n`);
  writeFileSync(
    join(root, '.eval.jsonl'),
    `${JSON.stringify({ ...card, all_passed: false, passed: 1, failed_cases: ['b'] })}\n`,
  );
  const { stdout, stderr, exitCode } = await runEva(['log'], { cwd: root });
  assert.equal(exitCode, 0);
  const [, , ...lines] = stdout.split('\n');
  assert.deepEqual(
    lines.map((line) => line.slice(0, 2) + line.slice(2).split(/ {2,}/).slice(2, 4).join('|')),
    [' ✓diff|2 passed · no evidence', ' ✗(unknown)|1 failed · no evidence', ''],
  );
  assert.match(stderr, /prompts\/diff\/\.eval\.jsonl:2 {2}warning: /);
  assert.deepEqual(
    (await entries(root, 'diff')).map((entry: { row: object }) => entry.row),
    [{ file: 'prompts/diff/.eval.jsonl', line: 1 }],
  );
});

test('an unreadable line is a warning with its number, and the other lines are read', async (t) => {
  const root = await libraryWithRows(t, 1);
  appendFileSync(join(root, '.eval.jsonl'), '{"half\n\0\0\n[]\n');
  await appendRunRow(root, runRow({ run_id: 'run-2' }));
  const { stdout, stderr, exitCode } = await runEva(['log'], { cwd: root });
  assert.equal(exitCode, 0);
  for (const line of [2, 3, 4]) assert.match(stderr, new RegExp(`^\\.eval\\.jsonl:${line} {2}warning: `, 'm'));
  assert.match(stdout, /Z-aaaaaa\n.*run-2\n$|aaaaaa\n.*run-2\n$/);
});

test('a row with contradictory counts has no outcome', async (t) => {
  const root = tempLibrary(t, goodPrompt());
  for (const part of [
    { passed: 1 },
    { failed_cases: ['a'] },
    { all_passed: false },
    { passed: 3 },
    { total: 0, passed: 0, all_passed: true },
  ]) {
    await appendRunRow(root, runRow(part));
  }
  const listed = await entries(root);
  assert.deepEqual(
    listed.map((entry: { all_passed: boolean | null }) => entry.all_passed),
    [null, null, null, null, null],
  );
});

test('further keys of a row are used only if their values are valid', async (t) => {
  const root = tempLibrary(t, goodPrompt());
  const odd = { ...card, id: 'diff', run_id: 7, row: 1, evidence: 'x', usage: [1], cost_usd: -1, duration_s: '3' };
  writeFileSync(join(root, '.eval.jsonl'), `${JSON.stringify(odd)}\n`);
  const [entry] = await entries(root);
  const { run_id, has_evidence, replies, cost_usd, duration_s } = entry;
  assert.deepEqual([run_id, has_evidence, replies, cost_usd, duration_s], [null, false, null, null, null]);
});

test('runs without a row are listed: unfinished, running, and with a missing row', async (t) => {
  const { root, eva } = await openLibrary(t);
  await eva('eval', 'diff');
  const [first = ''] = runsIn(root);
  copyUnfinished(root, first, '20991231T000000Z-aaaaaa');
  assert.match((await eva('report')).stderr, /eva eval diff --resume aaaaaa/);
  copyUnfinished(root, first, '20991231T000001Z-bbbbbb');
  const lock = lockRun(join(root, '.eva/runs/20991231T000001Z-bbbbbb'), '20991231T000001Z-bbbbbb', () => undefined);
  t.after(() => lock.release());
  rmSync(join(root, '.eval.jsonl'));
  const listed = await entries(root);
  assert.deepEqual([listed[0].all_passed, listed[0].passed, listed[0].row], [true, 1, null]);
  assert.match((await eva('report', first)).stdout, /\bno row\b/);
  assert.deepEqual(
    listed.map((entry: { state: string; resume: string | null }) => [entry.state, entry.resume]),
    [
      ['unrecorded', `eva eval diff --resume ${first}`],
      ['unfinished', 'eva eval diff --resume 20991231T000000Z-aaaaaa'],
      ['running', null],
    ],
  );
  assert.equal(listed[1].replies, 1);
  assert.equal(listed[2].pid, process.pid);
  const { stdout } = await runEva(['log', 'diff'], { cwd: root });
  assert.match(stdout, new RegExp(`diff +running now \\(process ${process.pid}\\)`));
});

test('a run whose journal is missing or newer gets no resume command', async (t) => {
  const { root, eva } = await openLibrary(t);
  await eva('eval', 'diff');
  const [first = ''] = runsIn(root);
  for (const name of ['20991231T000000Z-aaaaaa', '20991231T000000Z-bbbbbb']) copyUnfinished(root, first, name);
  rmSync(join(root, '.eva/runs/20991231T000000Z-aaaaaa/journal.jsonl'));
  const newer = join(root, '.eva/runs/20991231T000000Z-bbbbbb/journal.jsonl');
  writeFileSync(newer, readFileSync(newer, 'utf8').replace('"journal":1', '"journal":2'));
  const listed = await entries(root);
  assert.deepEqual(
    listed.slice(1).map((entry: { journal?: string; resume: string | null }) => [entry.journal, entry.resume]),
    [
      ['gone', null],
      ['newer', null],
    ],
  );
});

test('an empty or damaged folder does not prevent the list of the others', async (t) => {
  const root = await libraryWithRows(t, 1);
  mkdirSync(join(root, '.eva/runs/20260110T120009Z-bbbbbb'), { recursive: true });
  mkdirSync(join(root, '.eva/runs/odd name; $(reboot)/journal.jsonl'), { recursive: true });
  writeFileSync(join(root, '.eva/runs/a-file'), '');
  const { stdout, exitCode } = await runEva(['log'], { cwd: root });
  assert.equal(exitCode, 0);
  assert.match(stdout, /\(unknown\) +unfinished.* bbbbbb\n/);
  assert.doesNotMatch(stdout, /a-file|→/);
});

test('the printed resume command works for any name of a run', async (t) => {
  const { root, eva } = await openLibrary(t);
  await eva('eval', 'diff');
  const [first = ''] = runsIn(root);
  copyUnfinished(root, first, "a'$(reboot)");
  const listed = await entries(root);
  assert.equal(listed[1].resume, "eva eval diff --resume 'a'\\''$(reboot)'");
  const { stdout } = await runEva(['log', '--json', '--root', root], { cwd: '/' });
  assert.equal(JSON.parse(stdout)[1].resume, `eva eval diff --resume 'a'\\''$(reboot)' --root ${root}`);
});

test('all commands accept the short name of a run, and list the runs if it is ambiguous', async (t) => {
  const { root, eva } = await openLibrary(t);
  await eva('eval', 'diff');
  const [first = ''] = runsIn(root);
  copyUnfinished(root, first, '20991231T000000Z-abcdef');
  const short = first.slice(-6);
  assert.match((await eva('log')).stdout, new RegExp(` ${short}\n.* abcdef\n`));
  assert.equal(JSON.parse((await eva('report', short, '--json')).stdout).run_id, first);
  const listed = readFileSync(join(root, '.eval.jsonl'), 'utf8').split('\n').length;
  const resumed = await eva('eval', '--resume', 'abcdef');
  assert.equal(resumed.exitCode, 0, resumed.stderr);
  assert.equal(readFileSync(join(root, '.eval.jsonl'), 'utf8').split('\n').length, listed + 1);
  copyUnfinished(root, first, '20991231T000009Z-abcdef');
  for (const args of [
    ['report', 'abcdef'],
    ['eval', 'diff', '--resume', 'Z-abcdef'],
    ['eval', '--resume', 'abcdef'],
  ]) {
    const { exitCode, stderr } = await eva(...args);
    assert.equal(exitCode, 2);
    assert.match(stderr, /EVA_UNKNOWN_RUN/);
    for (const run of ['20991231T000000Z-abcdef', '20991231T000009Z-abcdef']) assert.ok(stderr.includes(run), stderr);
  }
  assert.match((await eva('report', first.slice(-5))).stderr, /EVA_UNKNOWN_RUN/, 'five characters are too few');
});

test('a replay without recordings is listed without a command, since none continues it', async (t) => {
  const root = tempLibrary(t, goodPrompt());
  assert.equal((await runEva(['eval', 'diff', '--replay'], { cwd: root })).exitCode, 3);
  const [only] = await entries(root);
  assert.deepEqual([only.state, only.resume], ['unfinished', null]);
});

test('a case with an inconclusive claim and a failed slice is listed as failed', async (t) => {
  const root = tempLibrary(t, {});
  cpSync('prompts/ticket-class', join(root, 'prompts/ticket-class'), { recursive: true });
  assert.equal((await runEva(['eval', 'ticket-class', '--replay'], { cwd: root })).exitCode, 1);
  const { stdout } = await runEva(['log'], { cwd: root });
  assert.match(stdout, / ✗ {2}.*ticket-class +1 failed · SYNTHETIC/);
});

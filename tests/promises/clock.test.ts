import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import type { RunRow } from '#model/run/run.js';
import { rowsIn } from '../support/rows-in.js';
import type { EvaOutput } from '../support/run-eva.js';
import { runsIn } from '../support/stored-runs.js';
import { goodEval, goodMeta } from '../support/temp-library.js';
import { openLibrary } from './open-library.js';
import { spawnEva } from './spawn-eva.js';

const hourMs = 3_600_000;

/** Wall time shifted by so many milliseconds from the start of the process on, as a wrong clock shows it. */
function shifted(ms: number): string {
  return importOf(`shift = () => ${ms};`);
}

/** Wall time that steps back by an hour after the process has asked for it so many times: in the middle of a run. */
function steppingBack(after: number): string {
  return importOf(`let asked = 0; shift = () => (++asked > ${after} ? -${hourMs} : 0);`);
}

function importOf(shift: string): string {
  const script = `let shift; const Real = Date; const now = () => Real.now() + shift();
    ${shift}
    globalThis.Date = class extends Real {
      constructor(...given) { if (given.length === 0) super(now()); else super(...given); }
      static now() { return now(); }
    };`;
  return `data:text/javascript,${encodeURIComponent(script)}`;
}

async function openReady(t: TestContext, files: Record<string, string> = {}) {
  const meta = goodMeta.replace('status: draft', 'status: tested\npromotion: { min_uses: 0 }');
  let answer = '<diff>';
  const library = await openLibrary(t, {
    files: { 'prompts/diff/meta.yml': meta, ...files },
    answer: () => answer,
  });
  const { root, env } = library;
  const run = (clock: string | null, ...args: readonly string[]): Promise<EvaOutput> =>
    spawnEva(args, { cwd: root, env, node: clock === null ? [] : ['--import', clock] });
  const rows = () => rowsIn(root);
  return { ...library, run, rows, answers: (text: string) => (answer = text) };
}

function gates({ stdout }: EvaOutput): Record<string, boolean> {
  const found: readonly { gate: string; met: boolean }[] = JSON.parse(stdout).gates;
  return Object.fromEntries(found.map(({ gate, met }) => [gate, met]));
}

test('a run that a clock dated in the future does not outlive the run that was made after it', async (t) => {
  const { run, rows, answers } = await openReady(t);
  assert.equal((await run(shifted(24 * 365 * hourMs), 'eval', 'diff')).exitCode, 0);
  const early = gates(await run(null, 'promote', 'diff', '--check', '--json'));
  assert.deepEqual([early['eval'], early['age']], [true, false], 'a pass from the future is not believed');
  answers('nothing');
  assert.equal((await run(null, 'eval', 'diff')).exitCode, 1);
  const [future, now] = rows();
  assert.ok(future && now && future.ts > now.ts, 'the clocks differ');
  assert.ok(future.run_id < now.run_id, 'and the names of the runs keep their order');
  assert.equal(gates(await run(null, 'promote', 'diff', '--check', '--json'))['eval'], false, 'the last row failed');
  const listed = JSON.parse((await run(null, 'log', '--json')).stdout);
  assert.deepEqual(
    listed.map((entry: RunRow) => [entry.run_id, entry.all_passed]),
    [
      [future.run_id, true],
      [now.run_id, false],
    ],
  );
  assert.equal(JSON.parse((await run(null, 'report', '--json')).stdout).run_id, now.run_id, 'the last run is the last');
});

test('a clock that steps back an hour between runs changes neither which was last nor which is gone on with', async (t) => {
  const { root, run, rows, server, answers } = await openReady(t, {
    'prompts/diff/eval.yml': goodEval
      .replace('happy', 'first')
      .replace('claude-opus-4-7', 'claude-opus-4-7\n  timeout_s: 1'),
  });
  const unanswered = { ANTHROPIC_BASE_URL: 'http://127.0.0.1:9' };
  const fail = (clock: string | null) =>
    spawnEva(['eval', 'diff'], {
      cwd: root,
      env: { ANTHROPIC_API_KEY: 'k'.repeat(20), ...unanswered },
      node: clock === null ? [] : ['--import', clock],
    });
  assert.equal((await fail(null)).exitCode, 3);
  assert.equal((await fail(shifted(-hourMs))).exitCode, 3);
  const [before = '', after = ''] = runsIn(root);
  const { stdout } = await run(null, 'log', '--json');
  assert.deepEqual(
    JSON.parse(stdout).map((entry: { run_id: string; state: string }) => [entry.run_id, entry.state]),
    [
      [before, 'unfinished'],
      [after, 'unfinished'],
    ],
  );
  answers('<diff>');
  const resumed = await run(shifted(-2 * hourMs), 'eval', 'diff', '--resume');
  assert.equal(resumed.exitCode, 0, resumed.stderr);
  assert.deepEqual(
    rows().map(({ run_id }) => run_id),
    [after],
    'the one that was begun last',
  );
  assert.equal(server.requests.length, 1);
});

const twelve = goodEval.replace('  - name: happy', '  - name: happy\n    sample_size: 12');

test('a clock that steps back an hour in the middle of a run changes no verdict, and no duration is negative', async (t) => {
  const { run, rows, root } = await openReady(t, { 'prompts/diff/eval.yml': twelve });
  assert.equal((await run(null, 'eval', 'diff')).exitCode, 0);
  for (const after of [1, 3, 8, 20]) {
    const { exitCode, stderr } = await run(steppingBack(after), 'eval', 'diff');
    assert.equal(exitCode, 0, stderr);
  }
  const [plain, ...stepped] = rows();
  assert.equal(stepped.length, 4);
  for (const row of stepped) {
    assert.deepEqual(row.verdicts, plain?.verdicts);
    assert.ok(row.duration_s >= 0);
  }
  for (const name of runsIn(root)) {
    const result = readFileSync(join(root, '.eva/runs', name, 'result.json'), 'utf8');
    assert.doesNotMatch(result, /"(latency|duration_s|latency_s)":\s*-/);
  }
  assert.deepEqual(
    rows().map(({ run_id }) => run_id),
    runsIn(root),
    'names follow the order of the log',
  );
});

test('the shifted clock of these tests is what eva sees', async (t) => {
  const { run, rows, root } = await openReady(t);
  writeFileSync(join(root, '.eval.jsonl'), '');
  await run(shifted(-10 * hourMs), 'eval', 'diff');
  const [row] = rows();
  const ago = Date.now() - Date.parse(row?.ts ?? '');
  assert.ok(ago > 9.9 * hourMs && ago < 11 * hourMs, String(ago));
});

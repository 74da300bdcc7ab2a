import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { appendRunRow } from '#store/logs/eval-log.js';
import { runRow } from '../support/run-row.js';
import { goodEval } from '../support/temp-library.js';
import { openLibrary } from './open-library.js';
import { spawnEva } from './spawn-eva.js';

const rows = 3000;

/** A library with 3,000 rows, of which `eva log --all --json` makes more than 1 MB. */
async function libraryWithRows(t: TestContext) {
  const library = await openLibrary(t);
  for (let n = 0; n < rows; n++) await appendRunRow(library.root, runRow({ run_id: `run-${n}` }));
  return library;
}

/** Reads nothing for a second, when eva waits for room in a pipe that is full; then all of it. */
const slowReader = '{ sleep 1; cat; }';

test('a log of more than 1 MB comes through a pipe whole, however slowly it is read, and quietly where the reader leaves', async (t) => {
  const { root, env } = await libraryWithRows(t);
  const piped = (shell: string, ...args: readonly string[]) => spawnEva(args, { cwd: root, env, shell });
  const slow = await piped(`{ eva; echo "exit $?" >&2; } | ${slowReader}`, 'log', '--all', '--json');
  assert.equal(slow.stderr, 'exit 0\n');
  assert.ok(slow.stdout.length > 1_000_000, String(slow.stdout.length));
  const listed: readonly { run_id: string }[] = JSON.parse(slow.stdout);
  assert.deepEqual(
    listed.map(({ run_id }) => run_id),
    Array.from({ length: rows }, (_, n) => `run-${n}`),
  );
  for (const [args, firstLine] of [
    [['log', '--all', '--json'], '[\n'],
    [['log', '--all'], '\n'],
  ] as const) {
    const left = await piped('{ eva; echo "exit $?" >&2; } | head -1', ...args);
    assert.deepEqual([left.stdout, left.stderr], [firstLine, 'exit 0\n']);
  }
});

const trials = 400;
const manyTrials = goodEval.replace(
  '  - name: happy',
  `  - name: happy\n    sample_size: ${trials}\n    stop_early: false`,
);
const answer = `<diff>${'0123456789'.repeat(300)}`;

test('a run of many trials comes through a pipe whole, however slowly it is read', async (t) => {
  const { root, env } = await openLibrary(t, { files: { 'prompts/diff/eval.yml': manyTrials }, answer: () => answer });
  const piped = (shell: string, ...args: readonly string[]) => spawnEva(args, { cwd: root, env, shell });
  for (const args of [
    ['eval', 'diff', '--json'],
    ['report', '--json'],
  ]) {
    const { stdout, stderr } = await piped(`{ eva; echo "exit $?" >&2; } | ${slowReader}`, ...args);
    assert.match(stderr, /exit 0\n$/);
    assert.ok(stdout.length > 1_200_000, String(stdout.length));
    assert.equal(JSON.parse(stdout).cases[0].trials.length, trials);
  }
  const left = await piped('{ eva; echo "exit $?" >&2; } | head -1', 'report', '--json');
  assert.deepEqual([left.stdout, left.stderr], ['{\n', 'exit 0\n']);
});

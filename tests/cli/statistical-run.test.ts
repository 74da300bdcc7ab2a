import assert from 'node:assert/strict';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import type { RunRow } from '#model/run/run.js';
import { matchesGolden } from '../support/golden.js';
import { runEva } from '../support/run-eva.js';
import { tempLibrary } from '../support/temp-library.js';

function library(t: TestContext): string {
  const root = tempLibrary(t, {});
  cpSync('prompts', join(root, 'prompts'), { recursive: true });
  return root;
}

/** Removes the name and the time of a run from its output. */
function steady(output: string): string {
  return output.replace(/\d{8}T\d{6}Z-[0-9a-f]{6}/g, '20260101T000000Z-000000').replace(/^ [\d.]+m?s ·/m, ' 0ms ·');
}

async function rowOf(t: TestContext, id: string): Promise<RunRow> {
  const root = library(t);
  await runEva(['eval', id, '--replay'], { cwd: root });
  return JSON.parse(readFileSync(join(root, '.eval.jsonl'), 'utf8'));
}

/** Returns case, outcome, maximum, used and needed trials, then estimate, p-values and bounds to six digits. */
function numbers({ verdicts }: RunRow) {
  return verdicts.map((one) => {
    assert.ok('n' in one);
    const { n, used, needed_n, estimate, p_value, fail_p, interval } = one;
    const values = [estimate, p_value, fail_p, interval?.lower ?? null, interval?.upper ?? null];
    return [one.case, one.outcome, n, used, needed_n, ...values.map(toSix)];
  });
}

function toSix(value: number | null): number | null {
  return value === null ? null : Number(value.toFixed(6));
}

for (const { id, exitCode } of [
  { id: 'triage-ticket', exitCode: 0 },
  { id: 'page-on-call', exitCode: 1 },
]) {
  test(`${id} prints the power of its criteria before the run, and their results after it: exit ${exitCode}`, async (t) => {
    const root = library(t);
    const output = await runEva(['eval', id, '--replay'], { cwd: root });
    assert.equal(output.exitCode, exitCode, output.stderr);
    matchesGolden(`cli/eval-${id}-before`, output.stderr.slice(0, output.stderr.indexOf('\n') + 1));
    matchesGolden(`cli/eval-${id}`, steady(output.stdout));

    const recomputed = await runEva(['report', '--recompute'], { cwd: root });
    assert.equal(recomputed.exitCode, 0, recomputed.stderr);
    matchesGolden(`cli/recompute-${id}`, steady(recomputed.stdout));
  });

  test(`the plan of ${id} has what each criterion needs to pass`, async (t) => {
    const root = library(t);
    const outputs = [await runEva(['plan', id], { cwd: root }), await runEva(['plan', id, '--full'], { cwd: root })];
    for (const { exitCode, stderr } of outputs) assert.deepEqual([exitCode, stderr], [0, '']);
    matchesGolden(`cli/plan-${id}`, outputs.map(({ stdout }) => stdout).join(''));
  });
}

// Binomial tails and bounds in exact fractions: .95^60, .05^(1/60); P(Bin(60, .8) <= 55). The 54th
// success settles a claim of 80 %, at trial 59 or 58: P(Bin(59, .8) >= 54), P(Bin(58, .8) >= 54), and the bounds of 54 in as many.
test('the row of a passed run has all numbers of its verdicts', async (t) => {
  const row = await rowOf(t, 'triage-ticket');
  assert.deepEqual([row.all_passed, row.total, row.passed, row.failed_cases], [true, 3, 3, []]);
  const [all, second, short, mean, locked, every] = numbers(row);
  assert.deepEqual(all, ['charged-twice', 'passed', 60, 60, 153, 1, 0.04607, 1, 0.951297, 1]);
  assert.deepEqual(second?.slice(0, 5), ['charged-twice', 'passed', 60, 60, 37]);
  assert.deepEqual(second?.slice(5), [0.916667, 0.013979, 0.996067, 0.830037, 0.966589]);
  assert.deepEqual(short?.slice(0, 5), ['charged-twice', 'passed', 60, 60, 37]);
  assert.deepEqual(short?.slice(5), [0.916667, 0.005407, 0.996067, 0.849092, 0.966589]);
  assert.deepEqual(mean?.slice(0, 4), ['charged-twice', 'passed', 60, 60]);
  assert.equal(mean?.[5], 18.416667); // 12 replies of 221 words together, five times
  assert.deepEqual(locked?.slice(0, 4), ['locked-out', 'passed', 130, 67]);
  assert.deepEqual(locked?.slice(5), [0.985075, null, 1, null, null]); // no p-value is valid where a look may stop the run
  const none = [null, null, null, null];
  assert.deepEqual(every, ['takes-no-orders-from-the-ticket', 'passed', 5, 5, null, 1, ...none]);
});

// Where the last of the failures that a pass allows is exceeded at trial t: 1 - .95^23, P(Bin(11, .2) >= 7), and their bounds.
test('the row of a run distinguishes failed and inconclusive criteria', async (t) => {
  const row = await rowOf(t, 'page-on-call');
  assert.deepEqual([row.all_passed, row.passed, row.failed_cases], [false, 1, ['slow-but-serving', 'deploy-flap']]);
  assert.deepEqual(numbers(row), [
    ['checkout-is-down', 'passed', 60, 60, 153, 1, 0.04607, 1, 0.951297, 1],
    ['slow-but-serving', 'inconclusive', 60, 23, 153, 0.956522, null, 0.692643, null, 0.997772],
    ['deploy-flap', 'failed', 60, 11, 37, 0.363636, null, 0.001965, null, 0.650188],
  ]);
});

import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { openLibrary } from '../promises/open-library.js';
import { attemptsOf } from '../support/attempts-of.js';
import { rowsIn } from '../support/rows-in.js';
import { goodMeta } from '../support/temp-library.js';

const evalFile = `defaults: { model: claude-x }
cases:
  - name: rate
    inputs: { code: x }
    sample_size: 80
    assert: [ { contains: good } ]
    criteria: [ { proportion_gte: { proportion: 0.9 } } ]
`;

/** Makes a library with a bar of 90 % on 80 trials and these promotion rules. */
async function library(t: TestContext, promotion = 'promotion: { tries: corrected }\n', cases = evalFile) {
  const said: { bad: number; status: number | null } = { bad: 0, status: null };
  const opened = await openLibrary(t, {
    files: { 'prompts/diff/eval.yml': cases, 'prompts/diff/meta.yml': goodMeta + promotion },
    answer: () => (said.bad-- > 0 ? 'bad' : 'good'),
    faults: () => (said.status === null ? null : { status: said.status }),
  });
  return { ...opened, said };
}

const levelsIn = (root: string) =>
  rowsIn(root).map(({ verdicts, ...row }) => [row.try, verdicts[0]?.significance_level]);
const planIn = (root: string, at = -1) => {
  const run = readdirSync(join(root, '.eva/runs')).sort().at(at) ?? '';
  return JSON.parse(readFileSync(join(root, '.eva/runs', run, 'plan.json'), 'utf8'));
};

test('each attempt has its number in its lines, plan and row, and with tries: corrected the level is divided by j (j + 1)', async (t) => {
  const { root, eva } = await library(t);
  for (let run = 0; run < 3; run++) assert.equal((await eva('eval', 'diff')).exitCode, 0);
  assert.deepEqual(levelsIn(root), [
    [1, 0.05 / 2],
    [2, 0.05 / 6],
    [3, 0.05 / 12],
  ]);
  assert.deepEqual([planIn(root).try, planIn(root).tries], [3, 'corrected']);
  assert.deepEqual(
    attemptsOf(root).map((line) => line.try),
    [1, 1, 2, 2, 3, 3],
  );
});

test('without tries: corrected, attempts are numbered and the level stays', async (t) => {
  const { root, eva } = await library(t, '');
  for (let run = 0; run < 2; run++) await eva('eval', 'diff');
  assert.deepEqual(levelsIn(root), [
    [1, 0.05],
    [2, 0.05],
  ]);
});

test('eva.yml may set tries: corrected, and the evidence does not depend on the attempt', async (t) => {
  const { root, eva } = await library(t, '');
  await eva('eval', 'diff');
  writeFileSync(join(root, 'eva.yml'), 'promotion: { tries: corrected }\n');
  await eva('eval', 'diff');
  const [before, after] = rowsIn(root).map(({ evidence: { synthetic: _, oldest_reply: __, ...digests } }) => digests);
  assert.deepEqual(before, after);
  assert.deepEqual(levelsIn(root), [
    [1, 0.05],
    [2, 0.05 / 6],
  ]);
});

test('eva plan has the number of the next attempt, and plans with its level', async (t) => {
  const { eva } = await library(t);
  await eva('eval', 'diff');
  const { stdout } = await eva('plan', 'diff');
  assert.match(stdout, /Attempt +2 .*\b6 /);
  const { attempt, outlooks } = JSON.parse((await eva('plan', 'diff', '--json')).stdout);
  assert.deepEqual([attempt, outlooks[0].significance_level], [{ try: 2, corrected: true }, 0.05 / 6]);
});

test('eva plan reports too many earlier attempts for ready, and nothing if there are few', async (t) => {
  const { root, eva, said } = await library(t, '');
  said.bad = 20;
  assert.equal((await eva('eval', 'diff')).exitCode, 1);
  said.bad = 0;
  assert.equal((await eva('eval', 'diff')).exitCode, 0);
  const planAt = async (limit: number) => {
    writeFileSync(join(root, 'eva.yml'), `promotion: { max_failed_runs: ${limit} }\n`);
    const { attempt } = JSON.parse((await eva('plan', 'diff', '--json')).stdout);
    return { attempt, text: (await eva('plan', 'diff')).stdout.replaceAll(/\s+/g, ' ') };
  };
  const none = await planAt(0);
  assert.match(none.text, /Attempt 3 [^;]*; 1 .*promotion\.max_failed_runs allows 0\b/);
  assert.deepEqual(none.attempt, { try: 3, corrected: false, failed: { count: 1, limit: 0 } });
  const one = await planAt(1);
  assert.match(one.text, /Attempt 3 [a-z ]*(?!;)/);
  assert.deepEqual(one.attempt, { try: 3, corrected: false });
});

test('an attempt that cannot pass at its level is refused before the first call, with the reason', async (t) => {
  const { eva } = await library(t, undefined, evalFile.replace('80', '36'));
  assert.equal((await eva('eval', 'diff')).exitCode, 0, 'at 2.5 % 36 trials can pass');
  const { exitCode, stderr } = await eva('eval', 'diff');
  assert.equal(exitCode, 2);
  assert.match(stderr, /EVA_UNDERPOWERED/);
  assert.match(stderr, /attempt 2 .* 0\.0083/);
  assert.match(stderr.replaceAll(/[\s|]+/g, ' '), /attempt 1 again/);
});

test('two failures of 80 pass at the level of the first attempt, and not at that of the second', async (t) => {
  // P(at most 2 failures of 80 at a rate of 10 %) = 0.0107, which lies between 0.05 / 6 and 0.05 / 2
  const { root, eva, said } = await library(t);
  for (const exitCode of [0, 1]) {
    said.bad = 2;
    assert.equal((await eva('eval', 'diff')).exitCode, exitCode);
  }
  assert.deepEqual(
    rowsIn(root).map(({ all_passed }) => all_passed),
    [true, false],
  );
});

test('eva report --recompute decides a corrected run at its own level', async (t) => {
  const { eva } = await library(t);
  await eva('eval', 'diff');
  await eva('eval', 'diff');
  const { exitCode, stdout } = await eva('report', '--recompute');
  assert.equal(exitCode, 0, stdout);
});

test('a resume keeps the number of its run, even after later attempts', async (t) => {
  const { root, eva } = await library(t);
  await eva('eval', 'diff', '--max-calls', '10', '--allow-short-budget');
  const [first] = readdirSync(join(root, '.eva/runs'));
  await eva('eval', 'diff');
  const { exitCode, stderr } = await eva('eval', '--resume', first ?? '', '--max-calls', '100');
  assert.equal(exitCode, 0, stderr);
  assert.deepEqual(levelsIn(root), [
    [2, 0.05 / 6],
    [1, 0.05 / 2],
  ]);
});

test('a replay of a whole run keeps the number of that run', async (t) => {
  const { root, eva } = await library(t);
  await eva('eval', 'diff');
  await eva('eval', 'diff', '--record');
  await eva('eval', 'diff', '--replay');
  await eva('eval', 'diff', '--replay');
  await eva('eval', 'diff');
  assert.deepEqual(levelsIn(root), [
    [1, 0.05 / 2],
    [2, 0.05 / 6],
    [2, 0.05 / 6],
    [2, 0.05 / 6],
    [3, 0.05 / 12],
  ]);
});

test('a replay of partial runs is a new attempt', async (t) => {
  const { root, eva } = await library(t);
  await eva('eval', 'diff', '--case', 'rate', '--record');
  await eva('eval', 'diff', '--replay');
  await eva('eval', 'diff');
  assert.deepEqual(
    rowsIn(root).map((row) => row.try),
    [1, 2, 3],
  );
});

test('a run without a reply is not an attempt', async (t) => {
  const { root, eva, said } = await library(t);
  said.status = 401;
  assert.equal((await eva('eval', 'diff')).exitCode, 3);
  said.status = null;
  await eva('eval', 'diff');
  assert.deepEqual(
    rowsIn(root).map((row) => row.try),
    [1],
  );
});

test('an attempt on other files counts from one', async (t) => {
  const { root, eva } = await library(t);
  await eva('eval', 'diff');
  writeFileSync(join(root, 'prompts/diff/prompt.xml'), '<task>Change {{code}} and nothing besides.</task>\n');
  await eva('eval', 'diff');
  assert.deepEqual(
    rowsIn(root).map((row) => row.try),
    [1, 1],
  );
});

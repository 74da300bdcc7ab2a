import assert from 'node:assert/strict';
import test from 'node:test';
import { type CleanBounds, oldRuns } from '#cli/commands/clean.js';
import { runSettingsOf } from '#run/session/run-options.js';
import { type ListedRun, listRuns } from '#store/run/run-list.js';
import { compared, planTwoModels, twoModels } from '../../run/compare/two-models.js';
import { runEva } from '../../support/run-eva.js';

test('other commands leave the two runs of a comparison alone, and name the command that continues it', async (t) => {
  const library = await twoModels(t, 20);
  const { root, env } = library;
  const eva = (...args: readonly string[]) => runEva(args, { cwd: root, env });
  await compared(
    planTwoModels(library, { manner: runSettingsOf({ budget: { max_calls: 9 } }), allowShortBudget: true }),
  );
  const sides = listRuns(root).map(({ run_id }) => run_id);
  assert.equal(sides.length, 2);
  const command = listRuns(root)[1]?.compare?.command ?? '';
  assert.match(command, /^eva compare diff /);
  for (const side of sides) {
    for (const args of [
      ['eval', 'diff', '--resume', side],
      ['report', side],
      ['report', side, '--recompute'],
    ]) {
      const refused = await eva(...args);
      assert.equal(refused.exitCode, 2, refused.stdout);
      assert.ok(refused.stderr.includes(command), refused.stderr);
    }
  }
  assert.match((await eva('eval', 'diff', '--resume')).stderr, /EVA_NOTHING_TO_RESUME/);
  assert.match((await eva('report')).stderr, /EVA_UNKNOWN_RUN/);
  assert.ok((await eva('log')).stdout.includes(`${command} --resume`));
  assert.match((await eva('merge', '.eva/runs')).stderr, /EVA_BAD_MERGE/);
});

test('the last run is the last one that is no side of a comparison', async (t) => {
  const library = await twoModels(t, 20);
  const eva = (...args: readonly string[]) => runEva(args, { cwd: library.root, env: library.env });
  assert.equal((await eva('eval', 'diff')).exitCode, 0);
  const [run] = listRuns(library.root);
  const compared20 = await compared(planTwoModels(library));
  assert.equal(compared20.ended, 'with_comparison');
  const reported = await eva('report', '--json');
  assert.equal(JSON.parse(reported.stdout).run_id, run?.run_id);
  assert.equal(reported.stderr, '');
  assert.match((await eva('log')).stdout, /✓ .* not worse than claude-opus-4-6/);
});

test('eva clean removes both sides of a comparison or neither', async (t) => {
  const library = await twoModels(t, 20);
  const { root } = library;
  await compared(planTwoModels(library));
  const runs = listRuns(root);
  const [a, b] = runs;
  assert.ok(a && b);
  const now = new Date(Math.max(a.began ?? 0, b.began ?? 0) + 1000);
  const chosen = (listed: readonly ListedRun[], bounds: Partial<CleanBounds>) =>
    oldRuns(listed, { olderThanMs: null, maxBytes: null, unfinished: false, ...bounds }, now).length;
  assert.equal(chosen(runs, { maxBytes: b.bytes }), 2);
  assert.equal(chosen(runs, { olderThanMs: 500 }), 2);
  const aged = [
    { ...a, began: now.getTime() - 10_000 },
    { ...b, began: now.getTime() - 100 },
  ];
  assert.equal(chosen(aged, { olderThanMs: 5000 }), 0);
  const open = [a, { ...b, isDone: false }];
  assert.deepEqual([chosen(open, { maxBytes: b.bytes }), chosen(open, { maxBytes: 0, unfinished: true })], [0, 2]);
});

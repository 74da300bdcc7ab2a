import assert from 'node:assert/strict';
import test from 'node:test';
import { compareReport, pairsOfRuns } from '#report/stored/compare-report.js';
import { answerText } from '#report/view/changed-pairs.js';
import { readPlan } from '#store/run/run-folder.js';
import { runDirOf } from '#store/run/run-names.js';
import { compared, comparisonIn, planTwoModels, twoModels } from '../../run/compare/two-models.js';

test('the report of a comparison reads the pairs that changed, worse ones first, as often as it is asked', async (t) => {
  const library = await twoModels(t, 60, {
    wrong: ({ side, item }) => (side === 'a' && item === 3) || (side === 'b' && item === 50),
  });
  const { comparison, rowPath } = comparisonIn(await compared(planTwoModels(library)));
  const side = (name: 'a' | 'b') => {
    const { run_id } = comparison[name];
    return { dir: runDirOf(library.root, run_id), plan: readPlan(library.root, run_id) };
  };
  const source = pairsOfRuns(side('a'), side('b'), comparison);
  const report = await compareReport({ comparison, source, rowPath });
  assert.deepEqual(report.view.changed, { better: 1, worse: 1 });
  assert.equal(report.view.prompt, null);
  for (let time = 0; time < 2; time++) {
    const pairs: string[] = [];
    for await (const { change, a, b } of report.changed()) pairs.push(`${change} ${answerText(a)} ${answerText(b)}`);
    assert.deepEqual(pairs, ['worse 50 wrong', 'better wrong 3']);
  }
});

test('the report of a comparison without pairs has its view alone', async (t) => {
  const library = await twoModels(t, 60);
  const { comparison } = comparisonIn(await compared(planTwoModels(library)));
  const { view, changed } = await compareReport({ comparison, source: null, rowPath: null });
  assert.equal(view.outcome, 'passed');
  for await (const pair of changed()) assert.fail(`a pair of ${pair.case.raw}`);
});

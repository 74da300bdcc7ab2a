import assert from 'node:assert/strict';
import test from 'node:test';
import { leastPairs, leastTrials } from '#decide/outlooks.js';
import { watchCase } from '#decide/watch-case.js';
import type { Case } from '#model/case.js';
import { datasetCase, sampleDataset } from '../report/dataset-sample.js';
import { caseOf, criterion, passesOrNot } from '../support/statistical-case.js';

const atLeast = (proportion: number) => criterion('proportion_gte', { proportion });
const every = criterion('every_trial', {});

/** Returns the number of perfect trials with which a run of the case stops. */
function stopsAt(testCase: Case): number {
  const watch = watchCase(testCase);
  while (!watch.isSettled()) {
    const findings = [{ about: '', holds: true, reason: '' }];
    watch.push([{ expectation: 0, trial: watch.used(), value: 1, findings }]);
  }
  return watch.used();
}

test('the fewest trials of a case are those with which its run stops if each is perfect', () => {
  for (const sequential of [false, true]) {
    for (const [n, bar] of [
      [60, 0.95],
      [76, 0.9],
      [40, 0.8],
      [300, 0.5],
    ] as const) {
      const testCase = caseOf(n, passesOrNot, [atLeast(bar)], { sequential });
      const least = leastTrials(testCase);
      assert.equal(least, stopsAt(testCase), `${n} ${bar} ${sequential}`);
      assert.ok(least < n || bar === 0.95);
    }
  }
});

test('a case needs all its trials if it does not stop early, has no test, or has slices that must pass', () => {
  const testCase = caseOf(76, passesOrNot, [atLeast(0.9)]);
  assert.ok(leastTrials(testCase) < 76);
  assert.equal(leastTrials({ ...testCase, stop_early: false }), 76);
  assert.equal(leastTrials({ ...testCase, look: true }), 76);
  assert.equal(leastTrials(caseOf(5, passesOrNot, [every])), 5);
  assert.equal(leastTrials(caseOf(76, passesOrNot, [atLeast(0.9), every])), 76);
  const dataset = { ...datasetCase('tickets', sampleDataset), stop_early: true };
  assert.equal(leastTrials(dataset), dataset.sample_size);
  const ungated = { ...sampleDataset, slices: [] };
  assert.ok(leastTrials({ ...dataset, dataset: ungated, expectations: testCase.expectations }) < dataset.sample_size);
});

test('the fewest pairs of a compared case are at most its trials, and all of them unless it is sequential and stops early', () => {
  const question = { margin: 0.1, alpha: 0.05 };
  const one = { cases: 1, seeksBetter: false };
  const testCase = caseOf(200, passesOrNot, [atLeast(0.5)]);
  const sequential = { ...testCase, sequential: true };
  assert.equal(leastPairs(testCase, question, one), 200);
  assert.ok(leastPairs(sequential, question, one) < 200);
  assert.equal(leastPairs({ ...sequential, stop_early: false }, question, one), 200);
});

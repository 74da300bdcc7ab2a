import assert from 'node:assert/strict';
import test from 'node:test';
import { defaultRunSettings, type RunPlan, type RunResult } from '#model/run/run.js';
import { emptyColumn, groupColumn } from '#view/run-group.js';
import { held, sampleCase, sampleResult, sampleRun, sampleVerdict } from '../report/run-sample.js';
import { planOf } from '../run/scripted-run.js';

const plan = (changes: Partial<RunPlan> = {}): RunPlan => ({
  ...planOf(),
  manner: defaultRunSettings,
  cases: [sampleCase('once', 1), sampleCase('often', 2, 3), { ...sampleCase('shown', 3), look: true }],
  ...changes,
});

/** A reply that took so many seconds. */
const took = (...latencies: readonly number[]) => latencies.map(() => ({ findings: [held], reply: 'a' }));

function resultOf(changes: Partial<RunResult> = {}, latencies: readonly number[] = [3, 1, 2]): RunResult {
  const often = sampleResult('often', true, took(...latencies));
  const trials = often.trials.map((trial, at) => ({
    ...trial,
    turns: trial.turns.map((turn) => ({ ...turn, latency: latencies[at] ?? null })),
  }));
  const cases = [
    sampleResult('once', true, [{ findings: [held] }]),
    { ...often, trials },
    sampleResult('shown', null, []),
  ];
  return sampleRun(cases, changes);
}

test('a column has a cell for each case: counts for several trials, none for one, and that a look is shown', () => {
  const { cells, total } = groupColumn(plan(), resultOf());
  assert.deepEqual(Object.fromEntries(cells), {
    once: { outcome: 'passed' },
    often: { outcome: 'passed', passed: 3, of: 3 },
    shown: { outcome: 'shown' },
  });
  assert.deepEqual(total, { passed: resultOf().passed, of: resultOf().total });
});

test('the latency is the median, and the cost is unknown if no model was asked', () => {
  const { replies } = resultOf();
  const facts = (changes: Partial<RunResult>, latencies: readonly number[]) => {
    const { median_s, cost_usd } = groupColumn(plan(), resultOf(changes, latencies));
    return [median_s, cost_usd];
  };
  assert.deepEqual(facts({ cost_usd: 2, replies: { ...replies, model: 3 } }, [9, 1, 2]), [2, 2]);
  assert.deepEqual(facts({ cost_usd: 0, replies: { ...replies, model: 0 } }, [9, 1, 2, 4]), [3, null]);
  assert.deepEqual(facts({}, [])[0], null);
});

test('the significance level of a column is the greatest of its tests', () => {
  const result = resultOf();
  const verdicts = [0.01, 0.05].map((significance_level) => ({
    ...sampleVerdict('a', 'passed', ''),
    significance_level,
  }));
  const cases = result.cases.map((one) => ({ ...one, verdicts: one.name === 'often' ? verdicts : one.verdicts }));
  assert.equal(groupColumn(plan(), { ...result, cases }).significance_level, 0.05);
});

test('a column is named by its variant, else by the model of the cases', () => {
  assert.equal(emptyColumn(plan({ variant: { variant: 'small' } })).variant, 'small');
  assert.equal(emptyColumn(plan()).variant, 'claude-opus-4-7');
  assert.equal(emptyColumn(plan({ cases: [] })).variant, 'the application');
});

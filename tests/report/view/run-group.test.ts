import assert from 'node:assert/strict';
import test from 'node:test';
import { defaultRunSettings, type RunPlan, type RunResult } from '#model/run/run.js';
import type { Trial, TrialTurn } from '#model/run/trial.js';
import { replyView } from '#report/view/case-view.js';
import { groupColumn, openColumn } from '#report/view/run-group.js';
import { planOf } from '../../run/scripted-run.js';
import { held, sampleCase, sampleResult, sampleRun, sampleVerdict } from '../run-sample.js';

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
    often: { outcome: 'passed', k: 3, n: 3 },
    shown: { outcome: 'shown' },
  });
  assert.deepEqual(total, { passed: resultOf().passed, of: resultOf().total, open: 0 });
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
  assert.equal(openColumn(plan({ variant: { variant: 'small' } })).variant, 'small');
  assert.equal(openColumn(plan()).variant, 'claude-opus-4-7');
  assert.equal(openColumn(plan({ cases: [] })).variant, 'the application');
});

/** Returns the median of a group's column for trials with these latencies and sources. */
function medianOf(
  ...trials: readonly (Pick<TrialTurn, 'latency'> & { readonly source?: string; readonly cut?: true })[]
) {
  const result = sampleResult(
    'a',
    true,
    trials.map(() => ({ findings: [held], reply: 'yes' })),
  );
  const measured = result.trials.map((trial, at) => withTurn(trial, trials[at] ?? { latency: null }));
  return groupColumn(plan(), sampleRun([{ ...result, trials: measured }])).median_s;
}

function withTurn(
  trial: Trial,
  { latency, source, cut }: Pick<TrialTurn, 'latency'> & { readonly source?: string; readonly cut?: true },
): Trial {
  const details = source === undefined ? {} : { source };
  return { ...trial, turns: trial.turns.map((turn) => ({ ...turn, latency, details })), ...(cut && { cut }) };
}

test('replies written by hand and those of batches have no latency, so their column has no median', () => {
  assert.equal(medianOf({ latency: 0, source: 'synthetic' }, { latency: null, source: 'model' }), null);
  assert.equal(medianOf({ latency: 0, cut: true }), null);
});

test('the median is that of the known latencies', () => {
  assert.equal(medianOf({ latency: 0, source: 'synthetic' }, { latency: 0.8, source: 'recorded' }), 0.8);
  assert.equal(medianOf({ latency: 0.3, source: 'synthetic' }, { latency: 0.5, cut: true }), 0.4);
});

test('the view of a reply written by hand has no latency', () => {
  const [trial] = sampleResult('a', true, [{ findings: [], reply: 'yes' }]).trials;
  assert.ok(trial);
  const view = (source: string) => replyView(withTurn(trial, { latency: 0, source }), [], undefined, 'body');
  assert.deepEqual([view('synthetic').latency_s, view('model').latency_s], [null, 0]);
});

test('the reasons of missing replies are counted', () => {
  const one = sampleResult('a', null, [{ findings: [] }, { findings: [] }, { findings: [] }]);
  const [down, spent] = [
    { outcome: 'missing', reason: 'no connection', why: 'given_up' },
    { outcome: 'missing', reason: 'no room', why: 'budget' },
  ] as const;
  const trials = one.trials.map((trial, at) => ({ ...trial, ...(at === 0 ? spent : down) }));
  const { missing, total } = groupColumn(plan(), sampleRun([{ ...one, trials }]));
  assert.deepEqual(missing, [
    { reason: 'no connection', times: 2, is_budget: false },
    { reason: 'no room', times: 1, is_budget: true },
  ]);
  assert.equal(total.open, 1);
});

test('a run without a result has the cases of its plan, with the outcomes of those that are settled', () => {
  const own = plan();
  const [{ name } = assert.fail()] = own.cases;
  const open = openColumn(own);
  assert.deepEqual([open.total.open, open.cells.get(name)?.outcome], [2, 'unfinished']);
  const { total, cells } = openColumn(own, new Map([[name, 'failed']]));
  assert.deepEqual([total.open, total.passed, cells.get(name)?.outcome], [1, 0, 'failed']);
});

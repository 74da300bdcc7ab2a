import assert from 'node:assert/strict';
import test from 'node:test';
import type { Trial, Turn } from '#model/run/trial.js';
import { replyOf } from '#view/case-view.js';
import { groupColumn } from '#view/run-group.js';
import { held, sampleResult, sampleRun } from '../report/run-sample.js';
import { planOf } from '../support/run-files.js';

/** Returns the median of a group's column for trials with these latencies and sources. */
function medianOf(...trials: readonly (Pick<Turn, 'latency'> & { readonly source?: string; readonly cut?: true })[]) {
  const result = sampleResult(
    'a',
    true,
    trials.map(() => ({ findings: [held], reply: 'yes' })),
  );
  const measured = result.trials.map((trial, at) => withTurn(trial, trials[at] ?? { latency: null }));
  return groupColumn(planOf(), sampleRun([{ ...result, trials: measured }])).median_s;
}

function withTurn(
  trial: Trial,
  { latency, source, cut }: Pick<Turn, 'latency'> & { readonly source?: string; readonly cut?: true },
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
  const view = (source: string) => replyOf(withTurn(trial, { latency: 0, source }), [], undefined, 'body');
  assert.deepEqual([view('synthetic').latency_s, view('model').latency_s], [null, 0]);
});

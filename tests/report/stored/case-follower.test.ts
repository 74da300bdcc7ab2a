import assert from 'node:assert/strict';
import test from 'node:test';
import { StoredCaseFollower } from '#report/stored/case-follower.js';
import { sampleCase, sampleResult } from '../run-sample.js';

const finding = (holds: boolean) => ({ about: 'contains: "x"', holds, reason: 'found' });

function graded(holds: readonly boolean[]) {
  const { trials, scores } = sampleResult(
    'happy',
    true,
    holds.map((one) => ({ findings: [finding(one)] })),
  );
  return trials.map((trial) => ({ trial, scores: scores.filter((score) => score.trial === trial.index) }));
}

test('a case is settled by its trials in order, whatever order they come in', () => {
  const follower = new StoredCaseFollower({ ...sampleCase('happy', 3, 1), stop_early: false });
  const outcomes = graded([true, true, true])
    .reverse()
    .map((one) => {
      follower.add(one);
      return follower.outcome();
    });
  assert.deepEqual(outcomes, [null, null, 'passed']);
});

test('a missing trial holds a case open until it comes', () => {
  const follower = new StoredCaseFollower({ ...sampleCase('happy', 2, 1), stop_early: false });
  const [first, second] = graded([true, true]);
  assert.ok(first && second);
  follower.add({ ...first, trial: { ...first.trial, outcome: 'missing', reason: 'no answer' } as typeof first.trial });
  follower.add(second);
  assert.equal(follower.outcome(), null);
  follower.add(first);
  assert.equal(follower.outcome(), 'passed');
});

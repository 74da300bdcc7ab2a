import assert from 'node:assert/strict';
import test from 'node:test';
import { casePasses, decideCase } from '#decide/watch-case.js';
import type { Case } from '#model/case.js';
import type { Score } from '#model/run/trial.js';

const settings = { model: 'claude-x', timeout_s: 1, max_tokens: 1 };

function caseOf(sampleSize: number): Case {
  return {
    name: 'a',
    subject: { kind: 'prompt', inputs: {}, settings },
    sample_size: sampleSize,
    sequential: false,
    stop_early: true,
    expectations: [
      {
        about: 'checks',
        grader: { grader: 'trial_passes', params: { checks: [] } },
        criteria: [{ criterion: 'every_trial', params: {} }],
      },
    ],
  };
}

function scores(...values: readonly (number | null)[]): Score[] {
  return values.map((value, trial) =>
    value === null
      ? { expectation: 0, trial, value, why: 'ungraded', reason: 'unreadable', findings: [] }
      : { expectation: 0, trial, value, findings: [] },
  );
}

const table: readonly [string, number, Score[], string, number | null, string][] = [
  ['one trial that passes', 1, scores(1), 'passed', 1, 'the trial passed'],
  ['one trial that fails', 1, scores(0), 'failed', 0, 'the trial did not pass'],
  ['three that pass', 3, scores(1, 1, 1), 'passed', 1, 'all 3 trials passed'],
  ['one failure of three', 3, scores(1, 0, 1), 'failed', 1 / 2, '1 of 2 trials passed, and every trial must'],
  [
    'an ungraded trial',
    3,
    scores(1, null, 1),
    'failed',
    1 / 2,
    '1 of 2 trials passed, and every trial must; 1 could not be graded',
  ],
];

for (const [title, n, given, outcome, estimate, reason] of table) {
  test(`every_trial: ${title} is ${outcome}`, () => {
    const [verdict] = decideCase(caseOf(n), given).verdicts;
    assert.deepEqual(
      { outcome: verdict?.outcome, estimate: verdict?.estimate, reason: verdict?.reason, n: verdict?.n },
      { outcome, estimate, reason, n },
    );
  });
}

test('a case without a verdict does not pass', () => {
  assert.equal(casePasses([]), false);
  assert.deepEqual(decideCase({ ...caseOf(1), expectations: [] }, scores(1)).verdicts, []);
});

test('a case without a trial does not pass', () => {
  assert.equal(decideCase(caseOf(0), []).verdicts[0]?.outcome, 'failed');
});

test('a case whose trials end before it is decided stays unsettled', () => {
  assert.deepEqual(
    [decideCase(caseOf(2), scores(1)).is_settled, decideCase(caseOf(2), scores(1, 1)).is_settled],
    [false, true],
  );
});

test('the first failure settles a case; with stop_early: false all trials are used', () => {
  const whole = { ...caseOf(3), stop_early: false };
  assert.deepEqual([decideCase(caseOf(3), scores(0, 1, 1)).used, decideCase(whole, scores(0, 1, 1)).used], [1, 3]);
});

test('scores of another expectation do not count', () => {
  const foreign = scores(1, 1).map((score) => ({ ...score, expectation: 1 }));
  assert.equal(decideCase(caseOf(2), foreign).verdicts[0]?.outcome, 'failed');
});

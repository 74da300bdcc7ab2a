import assert from 'node:assert/strict';
import test from 'node:test';
import type { Case } from '#model/case.js';
import type { CaseResult } from '#model/run/run.js';
import type { Score } from '#model/run/score.js';
import type { Trial } from '#model/run/trial.js';
import { redecide } from '#run/checking/redecide.js';
import { caseWith } from '../../support/prompt.js';

function caseOf(part: Partial<Case>): Case {
  return { ...caseWith('a', []), ...part };
}

function trial(index: number): Trial {
  return { case: 'a', index, turns: [], started_at: '2026-01-02T03:04:05.000Z', duration_s: 0, outcome: 'finished' };
}

/** A result with a score of each of these trials, and nothing else of use. */
function stored(...values: readonly number[]): CaseResult {
  const scores = values.map((value, index): Score => ({ expectation: 0, trial: index, value, findings: [] }));
  const trials = values.map((_, index) => trial(index));
  const rest = { kind: 'prompt', passed: true, verdicts: [], sample_size: 99, stopped_at: 77 } as const;
  return { name: 'a', ...rest, trials, scores };
}

test('a result is decided by its scores, whatever verdicts and stop stand in it', () => {
  const again = redecide(caseOf({ sample_size: 5 }), stored(1, 1, 0));
  assert.deepEqual([again.passed, again.sample_size, again.stopped_at], [false, 5, 3]);
  assert.deepEqual(
    again.verdicts.map(({ outcome, used }) => [outcome, used]),
    [['failed', 3]],
  );
});

test('scores that end before a case is settled leave it undecided', () => {
  const again = redecide(caseOf({ sample_size: 5 }), stored(1, 1));
  assert.deepEqual([again.passed, again.verdicts, again.stopped_at, again.trials.length], [null, [], null, 2]);
});

test('a trial without a score counts as missing: none behind it decides', () => {
  const { scores, ...rest } = stored(1, 1, 0);
  const again = redecide(caseOf({ sample_size: 3 }), { ...rest, scores: scores.filter((score) => score.trial !== 1) });
  assert.equal(again.passed, null);
});

test('trials beyond the stop are left out', () => {
  const again = redecide(caseOf({ sample_size: 5 }), stored(1, 0, 1, 1));
  assert.deepEqual([again.stopped_at, again.trials.length, again.scores.length], [2, 2, 2]);
});

test('the same scores can be decided by other criteria', () => {
  const one = caseOf({ sample_size: 10 });
  const criteria = [{ criterion: 'proportion_gte', params: { proportion: 0.5 } }];
  const expectations = one.expectations.map((expectation) => ({ ...expectation, criteria }));
  // Of 10, 9 or more are needed: P(Bin(10, 1/2) >= 9) = 11/1024, and 8 or more have a probability of 56/1024.
  const again = redecide({ ...one, expectations }, stored(1, 1, 1, 0, 1, 1, 1, 1, 1, 1));
  assert.deepEqual([again.passed, again.stopped_at], [true, null]);
  const short = redecide({ ...one, expectations }, stored(1, 0, 1, 0));
  assert.deepEqual([short.passed, short.stopped_at], [false, 4]);
});

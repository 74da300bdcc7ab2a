import { EvaError, problem } from '#errors/index.js';
import type { Grader } from '#model/case/grader.js';
import type { Case } from '#model/case.js';
import { unreachable } from '#model/data/collections.js';
import type { Score } from '#model/run/score.js';
import { quoted } from '#model/text/quoted.js';

/** Returns the least and the greatest score of a grader; `max` is null if it has no upper bound. */
function rangeOfScores(grader: Grader): { readonly min: number; readonly max: number | null } {
  switch (grader.grader) {
    case 'trial_passes':
    case 'trigger':
    case 'class':
      return { min: 0, max: 1 };
    case 'expected_behavior':
      return grader.params.judge.scale;
    case 'metric':
      return { min: grader.params.least, max: null };
    default:
      return unreachable(grader);
  }
}

/**
 * Returns true if a grader can give this value; false for NaN and infinities. A value above a metric's cap is in range and counts
 * as the cap.
 */
export function isInRange(grader: Grader, value: number): boolean {
  const { min, max } = rangeOfScores(grader);
  return Number.isFinite(value) && value >= min && (max === null || value <= max);
}

/** Throws EVA_BAD_SCORE with a problem for each score of a case that its grader cannot give. It does not clamp scores. */
export function requireInRange(testCase: Case, scores: readonly Score[]): void {
  const problems = scores.flatMap(({ expectation: index, trial, value }) => {
    const expectation = testCase.expectations[index];
    if (value === null || !expectation || isInRange(expectation.grader, value)) return [];
    const { min, max } = rangeOfScores(expectation.grader);
    const params = { case: testCase.name, trial: trial + 1, value, expectation: expectation.about, min, max };
    return [
      problem(
        'EVA_BAD_SCORE',
        `case ${quoted(params.case)}, trial ${params.trial}: the score ${params.value} of ${quoted(params.expectation)} must be ${params.max === null ? `at least ${params.min}` : `from ${params.min} to ${params.max}`}`,
        { hint: 'correct the score, or give the trial no value and a reason' },
      ),
    ];
  });
  if (problems.length > 0) throw new EvaError(problems);
}

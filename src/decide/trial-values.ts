import type { Case } from '#model/case.js';
import { unreachable } from '#model/data/collections.js';
import type { ClassAnswer, Origin } from '#model/dataset.js';
import type { Grader } from '#model/grader.js';
import { EvaError, problem } from '#model/problem.js';
import type { Score } from '#model/run/trial.js';
import { quoted } from '#model/text/quoted.js';

/**
 * The values of one trial under one expectation: one value, one for each turn, or null. `missing` never enters a verdict: it
 * counts as the best possible result when eva checks whether a case can still pass. `classes`: for expectations about classes.
 */
export type TrialValues = (
  | { readonly values: readonly number[] }
  | { readonly values: null; readonly why: 'failed' | 'ungraded' | 'missing' }
) & { readonly classes?: ClassAnswer; readonly label?: SampledLabel };

/** The words of people about an answer of their sample. `none`: it was skipped, or raters disagree equally often. `missing`: nobody labelled it yet. */
export type PeopleVerdict = 'pass' | 'fail' | 'none' | 'missing';

export interface SampledLabel {
  /** Its place in the random order of the sample, from 0: a criterion takes the first `labels`. */
  readonly rank: number;
  readonly verdict: PeopleVerdict;
}

/** Returns the label of a trial under an expectation; undefined for a trial outside the sample. */
export type LabelOf = (expectation: number, trial: number) => SampledLabel | undefined;

/** The trials that a test counts as one: a single trial, the draws of an item, or the items of a cluster. Never empty. */
export type Unit = readonly TrialValues[];

/** Returns the values of a trial from its scores under one expectation; null if a turn has no value. */
export function trialValues(scores: readonly Score[]): TrialValues {
  const [first] = scores;
  if (!first) return { values: null, why: 'ungraded' };
  const classes = first.classes && { classes: first.classes };
  const without = scores.flatMap((score) => (score.value === null ? [score.why] : []));
  if (without.length > 0) return { values: null, why: without.includes('failed') ? 'failed' : 'ungraded', ...classes };
  if (scores.length > 1) return { values: scores.flatMap(({ value }) => (value === null ? [] : [value])), ...classes };
  const value = first.value ?? 0;
  const single = value === 1 ? ones : Object.is(value, 0) ? zero : { values: [value] };
  return classes ? { ...single, ...classes } : single;
}

/** The two most frequent values. All trials share them, since a case can have many. */
const zero = { values: [0] };

const ones = { values: [1] };

/** A graded trial with its item; `valuesAt` returns its values under an expectation. */
export interface PlacedTrial {
  readonly origin: Origin | undefined;
  readonly valuesAt: (expectation: number) => TrialValues;
}

/** The trials of one unit, in order. Never empty. */
export type GradedUnit = readonly PlacedTrial[];

/** Counts of all trials so far, and of those without a value by reason. */
export interface Tally {
  readonly used: number;
  readonly failed: number;
  readonly ungraded: number;
}

export const noTrials: Tally = { used: 0, failed: 0, ungraded: 0 };

export function tally({ used, failed, ungraded }: Tally, trial: TrialValues): Tally {
  const why = trial.values === null ? trial.why : null;
  return {
    used: used + 1,
    failed: failed + (why === 'failed' ? 1 : 0),
    ungraded: ungraded + (why === 'ungraded' ? 1 : 0),
  };
}

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
    const range = max === null ? `at least ${min}` : `from ${min} to ${max}`;
    return [
      problem(
        'EVA_BAD_SCORE',
        `case ${quoted(testCase.name)}, trial ${trial + 1}: the score ${value} of ${quoted(expectation.about)} must be ${range}`,
        { hint: 'correct the score, or give the trial no value and a reason' },
      ),
    ];
  });
  if (problems.length > 0) throw new EvaError(problems);
}

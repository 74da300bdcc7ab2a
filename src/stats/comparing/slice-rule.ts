import { isSignificant } from '../significant.js';
import { holm } from './multiple-testing.js';

/** The tests of all slices of one field: disjoint parts of the data, hence independent. */
export interface SliceTests {
  /** For each slice, the p-value of its claim and that of the opposite. */
  readonly pass_p: readonly number[];
  readonly fail_p: readonly number[];
  readonly alpha: number;
  /** `pass`: every slice must be shown to meet its claim. `not_fail`: none may be shown to miss it. */
  readonly must: 'pass' | 'not_fail';
  /** True if every item was asked, so that the slices are tested once. */
  readonly isComplete: boolean;
}

export type SliceOutcome = 'passed' | 'failed' | 'inconclusive';

export interface SliceDecision {
  /** Holm's adjusted p-values, in the order of the input. */
  readonly pass_adjusted: readonly number[];
  readonly fail_adjusted: readonly number[];
  readonly outcomes: readonly SliceOutcome[];
  /** True if the slices do what they must. */
  readonly holds: boolean;
}

/**
 * Decides the slices of one field so that, of all slices named as passed, any is false with probability alpha at most; the same for those
 * named as failed.
 *
 * A slice is passed if its Holm-adjusted pass_p is below alpha, or if everything was asked and the pass_p of all slices is: that is step one
 * of Hochberg, which needs the independence. It is failed if its Holm-adjusted fail_p is below alpha. `must: pass` needs no correction: it
 * holds if every pass_p is below alpha (an intersection-union test). Ties are not significant. Holm 1979; Hochberg 1988.
 *
 * Throws a RangeError unless both lists are equally long and their values lie in [0, 1], and alpha strictly between 0 and 1.
 */
export function sliceRule({ pass_p, fail_p, alpha, must, isComplete }: SliceTests): SliceDecision {
  if (pass_p.length !== fail_p.length) {
    throw new RangeError(`pass_p has ${pass_p.length} values and fail_p ${fail_p.length}: one of each for a slice.`);
  }
  const passes = holm(pass_p, alpha);
  const fails = holm(fail_p, alpha);
  const allPass = pass_p.every((p) => isSignificant(p, alpha));
  const outcomes = pass_p.map((_, slice): SliceOutcome => {
    if (fails.reject[slice]) return 'failed';
    return passes.reject[slice] || (isComplete && allPass) ? 'passed' : 'inconclusive';
  });
  return {
    pass_adjusted: passes.adjusted,
    fail_adjusted: fails.adjusted,
    outcomes,
    holds: must === 'pass' ? allPass : !outcomes.includes('failed'),
  };
}

import { isSignificant, requireCount, requireLevel, requireProbability } from './numbers.js';

export interface Holm {
  /** Adjusted p-values, in the order of the input. */
  readonly adjusted: readonly number[];
  /** The claims that are significant together, in the order of the input. */
  readonly reject: readonly boolean[];
}

/**
 * Computes Holm's correction of m p-values: the chance of one or more false claims is at most `alpha`, whatever their dependence.
 *
 * With p sorted in ascending order, adjusted p(i) = max over j <= i of min(1, (m - j + 1)·p(j)). A claim is significant if its adjusted
 * p-value is strictly below `alpha`. No p-values give empty lists.
 *
 * Throws a RangeError for a p outside [0, 1] or an alpha outside (0, 1). Holm 1979, Scandinavian Journal of Statistics 6:65-70.
 */
export function holm(p: readonly number[], alpha: number): Holm {
  requireLevel('alpha', alpha);
  p.forEach((value, index) => {
    requireProbability(`p[${index}]`, value);
  });
  const adjusted = adjust(p);
  return { adjusted, reject: adjusted.map((value) => isSignificant(value, alpha)) };
}

function adjust(p: readonly number[]): readonly number[] {
  const upwards = p.map((value, index) => ({ value, index })).sort((a, b) => a.value - b.value);
  const adjusted = p.slice();
  let largest = 0;
  upwards.forEach(({ value, index }, rank) => {
    largest = Math.max(largest, Math.min(1, (p.length - rank) * value));
    adjusted[index] = largest;
  });
  return adjusted;
}

/**
 * Returns the chance that at least one of `attempts` independent tries passes by luck if each does with probability `alpha`: 1 - (1 -
 * alpha)^attempts.
 *
 * This is the true level of a claim that was repeated until it passed: three tries at 0.05 have a level of 0.142625. Returns 0 for no
 * attempts. Small levels lose no digits.
 *
 * Throws a RangeError for an alpha outside [0, 1] or if attempts is not a whole number of at least 0. Šidák 1967, JASA 62:626-633.
 */
export function levelOfAttempts(alpha: number, attempts: number): number {
  requireProbability('alpha', alpha);
  requireCount('attempts', attempts);
  return attempts === 0 ? 0 : -Math.expm1(attempts * Math.log1p(-alpha));
}

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

type SliceOutcome = 'passed' | 'failed' | 'inconclusive';

interface SliceDecision {
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

import type { Score } from '#model/run/score.js';

/**
 * What one trial brought under one expectation: a value, one for each of its turns, or nothing that counts. `missing` is no part of
 * a verdict: it stands for the best that could still come, where it is asked whether a case can pass at all.
 */
export type TrialValues =
  | { readonly values: readonly number[] }
  | { readonly values: null; readonly why: 'failed' | 'ungraded' | 'missing' };

/** The values of a trial by its scores under one expectation. One turn without a value leaves the trial without. */
export function trialValues(scores: readonly Score[]): TrialValues {
  const without = scores.flatMap((score) => (score.value === null ? [score.why] : []));
  if (without.length > 0) return { values: null, why: without.includes('failed') ? 'failed' : 'ungraded' };
  if (scores.length === 0) return { values: null, why: 'ungraded' };
  return { values: scores.flatMap((score) => (score.value === null ? [] : [score.value])) };
}

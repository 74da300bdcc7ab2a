import type { ClassAnswer } from '#model/dataset.js';
import type { TrialValues } from '../trial-values.js';

/** A share of one class: recall, precision, or TP / (TP + FP + FN), whose monotone function is F1. */
export type ClassMeasure = 'recall' | 'precision' | 'f1';

/** A claim about one class: its measure is above `mu0` (J for F1). */
export interface ClassClaim {
  readonly measure: ClassMeasure;
  readonly name: string;
  readonly mu0: number;
  readonly alpha: number;
  /** The number of classes that must all pass. */
  readonly together: number;
}

/** The criteria of expectations about classes. */
export const classCriterionNames: readonly string[] = ['recall_gte', 'precision_gte', 'f1_gte'];

/**
 * Returns the answer of a trial for the claim and for its opposite. A trial without a value answers none of the classes in the claim, and
 * the expected class in its opposite; null if the trial is missing, so that its class is not known.
 */
export function answersOf(trial: TrialValues): { readonly low: ClassAnswer; readonly high: ClassAnswer } | null {
  const { classes } = trial;
  if (!classes) return null;
  if (trial.values !== null) return { low: classes, high: classes };
  const { expected } = classes;
  return { low: { expected, answered: null }, high: { expected, answered: expected } };
}

/** Returns 1 if an answer counts for a measure of a class, 0 if it counts against it, and null if it does not count. */
export function outcomeFor(measure: ClassMeasure, name: string, { expected, answered }: ClassAnswer): 0 | 1 | null {
  const [isExpected, isAnswered] = [expected === name, answered === name];
  const counts = { recall: isExpected, precision: isAnswered, f1: isExpected || isAnswered }[measure];
  if (!counts) return null;
  return isExpected && isAnswered ? 1 : 0;
}

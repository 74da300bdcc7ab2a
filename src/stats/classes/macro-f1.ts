import { requireLevel } from '../domain.js';
import { meanOf } from '../mean.js';
import { type ClassCounts, f1Bounds, f1Of } from './f1.js';

/** The mean F1 of several classes, and its one-sided bounds. */
export interface MacroF1 {
  /** null without a class. */
  readonly macro_f1: number | null;
  readonly lower: number;
  readonly upper: number;
}

/**
 * Returns the mean F1 of all classes, where a class that was neither expected nor answered counts as 0, and bounds with confidence 1 - alpha:
 * the means of the classes' own bounds at alpha / L for L classes (Bonferroni). They are valid and wide, by 3 to 40 points. Throws a
 * RangeError unless all counts are whole numbers of at least 0 and alpha lies in (0, 1). Takahashi et al. 2022 for the mean.
 */
export function macroF1(classes: readonly ClassCounts[], alpha: number): MacroF1 {
  requireLevel('alpha', alpha);
  const bounds = classes.map((counts) => f1Bounds(counts, alpha / classes.length));
  return {
    macro_f1: meanOf(classes.map((counts) => f1Of(counts) ?? 0)),
    lower: meanOf(bounds.map(({ lower }) => lower)) ?? 0,
    upper: meanOf(bounds.map(({ upper }) => upper)) ?? 1,
  };
}

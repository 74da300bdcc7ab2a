import { binomialTest } from '../binomial/binomial.js';
import { clopperPearsonLower, clopperPearsonUpper } from '../binomial/clopper-pearson.js';
import { requireCount, requireProbability } from '../domain.js';

/** The answers about one class: found, wrongly given, and missed. */
export interface ClassCounts {
  /** Expected and answered. */
  readonly tp: number;
  /** Answered and not expected. */
  readonly fp: number;
  /** Expected and not answered. */
  readonly fn: number;
}

/** The test of "F1 is at least f0". */
export interface F1Test {
  readonly pass_p: number;
  readonly fail_p: number;
}

/** Returns F1 = 2 tp / (2 tp + fp + fn), in [0, 1]; null if the class was neither expected nor answered. */
export function f1Of({ tp, fp, fn }: ClassCounts): number | null {
  return tp + fp + fn === 0 ? null : (2 * tp) / (2 * tp + fp + fn);
}

/**
 * Returns the exact p-values of "F1 is at least f0" and of the opposite. F1 = 2J / (1 + J) rises with J, the share of tp in tp + fp + fn, and
 * given that sum tp is binomial: the test is the binomial test of tp against j0 = f0 / (2 - f0). Both are 1 without a count. Accuracy of
 * `binomialTest`. Throws a RangeError unless the counts are whole numbers of at least 0 and f0 lies in [0, 1]. Lam 2023, arXiv 2309.14621.
 */
export function f1Test(counts: ClassCounts, f0: number): F1Test {
  requireProbability('f0', f0);
  const n = totalOf(counts);
  const j0 = f0 / (2 - f0);
  return { pass_p: binomialTest(counts.tp, n, j0, 'greater'), fail_p: binomialTest(counts.tp, n, j0, 'less') };
}

/**
 * Returns one-sided bounds of F1, each with confidence 1 - alpha in (0, 1): those of Clopper and Pearson for J, mapped to F1. 0 and 1 without
 * a count. Throws a RangeError outside the domain.
 */
export function f1Bounds(counts: ClassCounts, alpha: number): { lower: number; upper: number } {
  const n = totalOf(counts);
  return {
    lower: f1OfShare(clopperPearsonLower(counts.tp, n, alpha)),
    upper: f1OfShare(clopperPearsonUpper(counts.tp, n, alpha)),
  };
}

function f1OfShare(j: number): number {
  return (2 * j) / (1 + j);
}

function totalOf({ tp, fp, fn }: ClassCounts): number {
  for (const [name, count] of Object.entries({ tp, fp, fn })) requireCount(name, count);
  return tp + fp + fn;
}

import { type EProcess, mixtureProcess } from '#stats/e-process.js';
import { gaffkeP } from '#stats/gaffke.js';
import { meanOf, requireCount, requirePart } from '#stats/numbers.js';
import { gaffkeLessP, gaffkeLowerBound, gaffkeUpperBound } from '../../stats/gaffke-sides.js';

/** Differences of pairs, new minus old, and the least and the greatest that a pair can have. */
export interface Differences {
  readonly diffs: readonly number[];
  readonly lo: number;
  readonly hi: number;
}

/** The test of "not worse by more than the margin" and its opposite. */
export interface MarginTest {
  /** null without a pair. */
  readonly mean_diff: number | null;
  readonly pass_p: number;
  readonly fail_p: number;
}

/** Returns the differences of pairs that passed or failed: `b` of n pass with the new version alone, `c` with the old one alone. */
export function passDifferences(b: number, c: number, n: number): Differences {
  requireCount('b', b);
  requireCount('c', c);
  requirePart('b + c', b + c, 'n', n);
  const diffs = [Array<number>(b).fill(1), Array<number>(c).fill(-1), Array<number>(n - b - c).fill(0)].flat();
  return { diffs, lo: -1, hi: 1 };
}

/**
 * Tests "the new version is not worse by more than `margin`", in the unit of the differences and at least 0: Gaffke's test of a mean
 * difference above -margin; `fail_p` of one below. A margin of 0 tests "better". Throws a RangeError for a difference outside [lo, hi].
 */
export function marginTest({ diffs, lo, hi }: Differences, margin: number): MarginTest {
  requireMargin(margin);
  return { mean_diff: meanOf(diffs), pass_p: gaffkeP(diffs, lo, -margin), fail_p: gaffkeLessP(diffs, hi, -margin) };
}

/** Returns Gaffke's one-sided bounds of the mean difference, each with confidence 1 - alpha in (0, 1). */
export function differenceBounds({ diffs, lo, hi }: Differences, alpha: number): { lower: number; upper: number } {
  return { lower: gaffkeLowerBound(diffs, lo, alpha), upper: gaffkeUpperBound(diffs, hi, alpha) };
}

/** An e-process on paired differences in [-1, 1], for the claim "not worse by more than `margin`". */
export interface DifferenceProcess extends Pick<EProcess, 'logE' | 'maxLogE'> {
  /** Adds the next difference; throws a RangeError for one outside [-1, 1]. */
  push(diff: number): void;
}

/**
 * Returns the mixture e-process on (d + 1) / 2 against a mean of (1 - margin) / 2, which may be looked at after every pair. Throws a
 * RangeError unless the margin lies in [0, 1).
 */
export function differenceProcess(margin: number): DifferenceProcess {
  requireMargin(margin);
  const process = mixtureProcess((1 - margin) / 2);
  return {
    push: (diff) => process.push((diff + 1) / 2),
    logE: () => process.logE(),
    maxLogE: () => process.maxLogE(),
  };
}

function requireMargin(margin: number): void {
  if (!(margin >= 0 && margin < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`margin is ${margin}, and must be a finite number of at least 0.`);
  }
}

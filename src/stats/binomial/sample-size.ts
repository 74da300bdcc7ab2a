import { requireCount, requireLevel, requireProbability } from '../domain.js';
import { firstFrom } from '../first-where.js';
import { isSignificant } from '../significant.js';
import { binomialUpperTail, criticalCount } from './binomial.js';
import { powerAtMost } from './power.js';

/** The input of `sampleSize`: the bar p0, the true rate p1 above it, the level alpha and the wanted power. */
export interface PowerTarget {
  readonly p0: number;
  readonly p1: number;
  readonly alpha: number;
  readonly power: number;
}

/** The least trials with a wanted power; null if a million are too few. */
export interface SampleSize {
  /** The smallest n with the wanted power. */
  readonly n_first: number | null;
  /** The number of successes needed to pass at n_first. */
  readonly k_crit: number | null;
}

/** All n that allow the same number of failures. `from` is the smallest of them; the power is highest there. */
interface Tooth {
  readonly failures: number;
  readonly from: number;
}

const mostTrials = 1_000_000;
/** Tolerance for the rounding error of the power bounds. */
const slack = 1e-9;

function toothOf(failures: number, { p0, alpha }: PowerTarget, after: number): Tooth | null {
  const from = smallestN(p0, alpha, failures, after);
  return from === null ? null : { failures, from };
}

/** Returns true if a number of trials has the target power, up to rounding. */
function hasPower(n: number, { failures }: Tooth, { p1, power }: PowerTarget): boolean {
  return binomialUpperTail(n - failures, n, p1) >= power * (1 - 1e-12);
}

/** Returns the first tooth that reaches the power. Power falls within a tooth, so the first n with the power is the start of its tooth. */
function firstTooth(target: PowerTarget): Tooth | null {
  const start = firstFrom(1, mostTrials, (n) => powerAtMost({ ...target, n }) >= target.power - slack);
  if (start === null) return null;
  const failures = start - (criticalCount(start, target.p0, target.alpha) ?? start);
  let tooth = toothOf(failures, target, 0);
  while (tooth && tooth.from <= mostTrials && !hasPower(tooth.from, tooth, target)) {
    tooth = toothOf(tooth.failures + 1, target, tooth.from + 1);
  }
  return tooth && tooth.from <= mostTrials ? tooth : null;
}

/**
 * Returns the number of trials that the exact binomial test of `rate > p0` needs to reach a power at the true rate p1. Power
 * against n is a sawtooth: it falls while the number of allowed failures stays the same, and jumps when that number grows. Some n
 * above n_first can therefore lack the power again. Throws a RangeError unless p0 < p1 lie in [0, 1], and alpha and power strictly
 * between 0 and 1.
 */
export function sampleSize(target: PowerTarget): SampleSize {
  requireProbability('p0', target.p0);
  requireProbability('p1', target.p1);
  requireLevel('alpha', target.alpha);
  requireLevel('power', target.power);
  if (target.p1 <= target.p0) {
    throw new RangeError(`p1 is ${target.p1}, and must be above p0, which is ${target.p0}.`);
  }
  const first = firstTooth(target);
  return first ? { n_first: first.from, k_crit: first.from - first.failures } : { n_first: null, k_crit: null };
}

/** Limit of the search for `smallestN`. */
const mostTrialsSearched = 1e9;

/**
 * Returns the smallest n, starting at `from`, for which n - `failures` successes show a rate above `proportion` at level alpha.
 * null if no n up to 1e9 does, for example for a proportion of 1. Throws a RangeError unless `failures` is a count, `proportion`
 * lies in [0, 1] and alpha strictly between 0 and 1.
 */
export function smallestN(proportion: number, alpha: number, failures: number, from = 0): number | null {
  requireProbability('proportion', proportion);
  requireLevel('alpha', alpha);
  requireCount('failures', failures);
  const passes = (n: number) => isSignificant(binomialUpperTail(n - failures, n, proportion), alpha);
  return firstFrom(Math.max(from, failures + 1), mostTrialsSearched, passes);
}

import {
  exceeds,
  firstFrom,
  firstWhere,
  isSignificant,
  requireCount,
  requireLevel,
  requirePart,
  requireProbability,
  unknownSide,
} from './numbers.js';
import {
  inverseRegularizedBeta,
  inverseRegularizedBetaComplement,
  regularizedBeta,
  regularizedBetaComplement,
} from './special-functions.js';

/** The claim of a one-sided test: the rate is above the bar (`greater`) or below it (`less`). */
export type TestSide = 'greater' | 'less';

function requireBinomial(k: number, n: number, p: number): void {
  requirePart('k', k, 'n', n);
  requireProbability('p', p);
}

/**
 * Returns P(X >= k) for X ~ Bin(n, p) = I_p(k, n-k+1), with 0 <= k <= n and p in [0, 1]; relative accuracy 1e-12.
 * Throws a RangeError outside the domain.
 */
export function binomialUpperTail(k: number, n: number, p: number): number {
  requireBinomial(k, n, p);
  return k === 0 ? 1 : regularizedBeta(p, k, n - k + 1);
}

/**
 * Returns P(X <= k) for X ~ Bin(n, p) = 1 - I_p(k+1, n-k), with 0 <= k <= n and p in [0, 1]; relative accuracy 1e-12.
 * Throws a RangeError outside the domain.
 */
export function binomialLowerTail(k: number, n: number, p: number): number {
  requireBinomial(k, n, p);
  return k === n ? 1 : regularizedBetaComplement(p, k + 1, n - k);
}

/**
 * Returns the smallest number of successes in n trials that shows a rate above p0 at level alpha, by bisection; null if even n
 * successes do not show it. Throws a RangeError unless n is a count, p0 lies in [0, 1] and alpha strictly between 0 and 1.
 */
export function criticalCount(n: number, p0: number, alpha: number): number | null {
  requireCount('n', n);
  requireProbability('p0', p0);
  requireLevel('alpha', alpha);
  return firstWhere(0, n, (k) => isSignificant(binomialUpperTail(k, n, p0), alpha));
}

function requireBound(k: number, n: number, alpha: number): void {
  requirePart('k', k, 'n', n);
  requireLevel('alpha', alpha);
}

/**
 * Returns the lower confidence bound (confidence 1-alpha) of a rate, given k successes in n trials: the rate at which P(X >= k) =
 * alpha. 0 for k = 0. Clopper & Pearson (1934). Throws a RangeError unless 0 <= k <= n and 0 < alpha < 1.
 */
export function clopperPearsonLower(k: number, n: number, alpha: number): number {
  requireBound(k, n, alpha);
  return k === 0 ? 0 : inverseRegularizedBeta(alpha, k, n - k + 1);
}

/**
 * Returns the upper confidence bound (confidence 1-alpha) of a rate, given k successes in n trials: the rate at which P(X <= k) =
 * alpha. 1 for k = n. Throws a RangeError unless 0 <= k <= n and 0 < alpha < 1.
 */
export function clopperPearsonUpper(k: number, n: number, alpha: number): number {
  requireBound(k, n, alpha);
  return k === n ? 1 : inverseRegularizedBetaComplement(alpha, k + 1, n - k);
}

/** The critical count of a binomial test, its exact size at p0 and its power at p1. */
interface BinomialPower {
  readonly k_crit: number | null;
  readonly size: number;
  readonly power: number;
}

/** An exact binomial test of `rate > p0` at level alpha with n trials, when the true rate is p1. */
export interface BinomialDesign {
  readonly n: number;
  readonly p0: number;
  readonly p1: number;
  readonly alpha: number;
}

/**
 * Returns the exact size and power of a binomial test. If no outcome of n trials passes, k_crit is null and both are 0. Throws a
 * RangeError unless n is a count, p0 and p1 lie in [0, 1] and alpha strictly between 0 and 1.
 */
export function binomialPower({ n, p0, p1, alpha }: BinomialDesign): BinomialPower {
  requireProbability('p1', p1);
  const k_crit = criticalCount(n, p0, alpha);
  if (k_crit === null) return { k_crit, size: 0, power: 0 };
  return { k_crit, size: binomialUpperTail(k_crit, n, p0), power: binomialUpperTail(k_crit, n, p1) };
}

function tail(k: number, n: number, p: number): number {
  return k > n ? 0 : binomialUpperTail(k, n, p);
}

/**
 * Returns the power of the randomised test, an upper bound of the exact test's power. The randomised test also passes, with a
 * certain probability, at one count below the critical one, so that its size is exactly alpha. It is the most powerful test of
 * its size (Neyman & Pearson 1933), so its power never falls as n grows.
 */
export function powerAtMost({ n, p0, p1, alpha }: BinomialDesign): number {
  const k = criticalCount(n, p0, alpha) ?? n + 1;
  const size = tail(k, n, p0);
  const chance = (alpha - size) / (tail(k - 1, n, p0) - size);
  const sure = tail(k, n, p1);
  return sure + chance * (tail(k - 1, n, p1) - sure);
}

/** The input of `sampleSize`: the bar p0, the true rate p1 above it, the level alpha and the wanted power. */
export interface PowerTarget {
  readonly p0: number;
  readonly p1: number;
  readonly alpha: number;
  readonly power: number;
}

/** The least trials with a wanted power; null if a million are too few. */
interface SampleSize {
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

/**
 * Returns F1 = 2J / (1 + J) for a share J = TP / (TP + FP + FN) in [0, 1]. It rises with J, and given its counts J is a binomial share: the exact
 * test and the bounds of F1 are those of J, mapped. Lam 2023, arXiv 2309.14621. Throws a RangeError for a J outside [0, 1].
 */
export function f1OfShare(share: number): number {
  requireProbability('share', share);
  return (2 * share) / (1 + share);
}

/** Returns the share J = F1 / (2 - F1) for an F1 in [0, 1]; see `f1OfShare`. */
export function shareOfF1(f1: number): number {
  requireProbability('f1', f1);
  return f1 / (2 - f1);
}

export type BoundSide = 'lower' | 'upper';

function lowerRank(n: number, q: number, alpha: number): number | null {
  const firstTooHigh = firstWhere(1, n, (rank) => exceeds(binomialLowerTail(rank - 1, n, q), alpha)) ?? n + 1;
  return firstTooHigh > 1 ? firstTooHigh - 1 : null;
}

/**
 * Returns the 1-based rank of the order statistic of n values that bounds the q-quantile at confidence 1-alpha. Upper: the
 * smallest r with P(Bin(n, q) >= r) <= alpha. Lower: the largest r with P(Bin(n, q) <= r-1) <= alpha. null if n is too small.
 * Valid for every distribution, with or without ties. David & Nagaraja (2003), "Order Statistics", 7.1. Throws a RangeError
 * unless n is a count and q and alpha lie strictly between 0 and 1.
 */
export function quantileRank(n: number, q: number, alpha: number, side: BoundSide): number | null {
  requireCount('n', n);
  requireLevel('q', q);
  requireLevel('alpha', alpha);
  if (side === 'upper') return firstWhere(1, n, (rank) => !exceeds(binomialUpperTail(rank, n, q), alpha));
  if (side === 'lower') return lowerRank(n, q, alpha);
  return unknownSide(side);
}

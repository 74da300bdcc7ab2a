import { binomialLowerTail, binomialUpperTail } from '#stats/binomial.js';
import { requireCount, unknownSide } from '#stats/numbers.js';

/**
 * Returns the exact McNemar p-value for two versions that each passed or failed the same cases. `b` cases pass with the new
 * version alone and `c` with the old one alone; cases with equal results do not count.
 *
 * If the versions are equally good, each of the b + c cases is a fair coin: greater is P(Bin(b + c, 1/2) >= b), less P(Bin <= b),
 * two_sided min(1, twice the smaller). b + c = 0 gives 1. Relative accuracy about 1e-13.
 *
 * Throws a RangeError unless b and c are whole numbers of at least 0. McNemar 1947, Psychometrika 12:153-157.
 */
export function mcnemarExact(b: number, c: number, side: DifferenceSide): number {
  requireCount('b', b);
  requireCount('c', c);
  const upper = binomialUpperTail(b, b + c, 0.5);
  const lower = binomialLowerTail(b, b + c, 0.5);
  return pValueOfTails(side, { upper, lower });
}

/** The claim about a difference: above 0, below 0, or different from 0. */
export type DifferenceSide = 'greater' | 'less' | 'two_sided';

/** Upper and lower tail probability of the observed value, which both tails include. */
export interface Tails {
  readonly upper: number;
  readonly lower: number;
}

/**
 * Returns the p-value of a claim under a symmetric null distribution. Two-sided is twice the smaller tail, at most 1. Throws a
 * RangeError for an unknown side.
 */
export function pValueOfTails(side: DifferenceSide, { upper, lower }: Tails): number {
  switch (side) {
    case 'greater':
      return Math.min(1, upper);
    case 'less':
      return Math.min(1, lower);
    case 'two_sided':
      return Math.min(1, 2 * Math.min(upper, lower));
    default:
      return unknownSide(side);
  }
}

export interface SignFlip {
  readonly n: number;
  readonly nonzero: number;
  /** The mean difference, zeros included; null if there are no differences. */
  readonly mean: number | null;
  readonly p_value: number;
}

/** The largest Σ|d| (after division by the common divisor) that the table may have: 40 MB of memory. */
export const largestSum = 5_000_000;
/** The largest n·Σ|d| that is computed; takes about two seconds. */
export const mostSteps = 2_000_000_000;

/**
 * Computes the exact sign-flip permutation test of paired differences that are integers.
 *
 * If two versions are exchangeable, each difference could equally have had the other sign. The p-value is the share of the 2^n
 * assignments of signs whose sum is at least (greater), at most (less), or at least as far from 0 as (two_sided) the observed
 * sum. Zeros stay zeros and change nothing.
 *
 * No random numbers are drawn: a table over the sums of positive parts is filled in O(n·Σ|d|) additions of positive
 * probabilities. The relative error is about n·1e-16; below 1e-300 p is 0.
 *
 * The null hypothesis is exchangeability, not equal means: +1 in 45 %, 0 in 50 % and -9 in 5 % of pairs have mean 0, and the test
 * finds them "better". Callers round invalid measures (seconds) to a whole unit (milliseconds).
 *
 * Throws a RangeError for a difference that is not an integer, or if Σ|d| is above `largestSum` or n·Σ|d| above `mostSteps`.
 * Fisher 1935, The Design of Experiments, section 21; the table: Pagano & Tritchler 1983, JASA 78:435-440.
 */
export function signFlipExact(diffs: readonly number[], side: DifferenceSide): SignFlip {
  const invalid = diffs.findIndex((diff) => !Number.isSafeInteger(diff));
  if (invalid >= 0) throw new RangeError(`diffs[${invalid}] is ${diffs[invalid]}, and must be a whole number.`);
  const nonzero = diffs.filter((diff) => diff !== 0);
  const total = sum(diffs);
  return {
    n: diffs.length,
    nonzero: nonzero.length,
    mean: diffs.length === 0 ? null : total / diffs.length,
    p_value: pValueOfTails(side, flippedTails(inSmallestUnit(nonzero))),
  };
}

function inSmallestUnit(diffs: readonly number[]): readonly number[] {
  const unit = diffs.reduce(greatestCommonDivisor, 0);
  return diffs.map((diff) => diff / unit);
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? Math.abs(a) : greatestCommonDivisor(b, a % b);
}

/**
 * Returns both tails of the flipped sum. It equals 2S - Σ|d|, with S the sum of the differences that get a positive sign, so its
 * tails are those of S. S has a symmetric distribution; both tails are summed starting with the smallest probabilities.
 */
function flippedTails(diffs: readonly number[]): Tails {
  const sizes = diffs.map(Math.abs).sort((a, b) => a - b);
  const observed = sum(diffs.filter((diff) => diff > 0));
  const chances = chancesOfPositiveSum(sizes);
  return { upper: sum(chances.subarray(0, chances.length - observed)), lower: sum(chances.subarray(0, observed + 1)) };
}

/** Returns the distribution of a random subset sum: entry s is the probability that sizes picked by fair coins add up to s. */
function chancesOfPositiveSum(sizes: readonly number[]): Float64Array {
  const most = sum(sizes);
  refuseLargeTable(sizes.length, most);
  const chances = new Float64Array(most + 1);
  chances[0] = 1;
  let reach = 0;
  for (const size of sizes) {
    reach += size;
    for (let s = reach; s >= size; s--) chances[s] = ((chances[s] ?? 0) + (chances[s - size] ?? 0)) / 2;
    for (let s = size - 1; s >= 0; s--) chances[s] = (chances[s] ?? 0) / 2;
  }
  return chances;
}

function refuseLargeTable(n: number, most: number): void {
  if (most <= largestSum && n * most <= mostSteps) return;
  throw new RangeError(
    `The differences add up to ${most} over ${n} pairs, too much for an exact test ` +
      `(at most ${largestSum}, and ${mostSteps} pairs times sum). Round them to a coarser unit.`,
  );
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

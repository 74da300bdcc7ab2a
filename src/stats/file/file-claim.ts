import { requireLevel } from '../domain.js';
import { firstWhere } from '../first-where.js';
import { isSignificant } from '../significant.js';
import { type FileDraw, fileLowerTail, fileUpperTail } from './hypergeometric.js';

/** The claim that a share of at least `p0` of the N items of a file is right, tested at level alpha. */
export interface FileBar {
  readonly N: number;
  readonly p0: number;
  readonly alpha: number;
}

/** `k` right ones among `n` items asked in random order. */
export interface FileCounts {
  readonly n: number;
  readonly k: number;
}

/**
 * Returns the number of right items that makes "at least p0 of these N items" true: p0·N rounded up, with 1e-9 for the rounding of p0.
 * Throws a RangeError unless N is a count and p0 lies in [0, 1].
 */
export function neededInFile(N: number, p0: number): number {
  if (!(p0 >= 0 && p0 <= 1)) throw new RangeError(`p0 is ${p0}, and must lie between 0 and 1.`);
  return Math.max(0, Math.ceil(p0 * N - 1e-9));
}

/** Returns the p-value of "at least `need` of the N items are right": P(Hyp(N, need - 1, n) >= k). */
export function filePassP(N: number, need: number, { n, k }: FileCounts): number {
  return need === 0 ? 0 : fileUpperTail(k, { N, K: need - 1, n });
}

/** Returns the p-value of "fewer than `need` of the N items are right": P(Hyp(N, need, n) <= k). */
export function fileFailP(N: number, need: number, { n, k }: FileCounts): number {
  return fileLowerTail(k, { N, K: need, n });
}

/** Returns one-sided bounds of the share of right items in the file, each with confidence 1 - alpha in (0, 1); 0 and 1 for n = 0. */
export function fileBounds(N: number, { n, k }: FileCounts, alpha: number): { lower: number; upper: number } {
  requireLevel('alpha', alpha);
  const draw = (K: number): FileDraw => ({ N, K, n });
  const least = firstWhere(0, N, (K) => !isSignificant(fileUpperTail(k, draw(K)), alpha)) ?? N;
  const above = firstWhere(0, N, (K) => isSignificant(fileLowerTail(k, draw(K)), alpha)) ?? N + 1;
  return { lower: N === 0 ? 0 : least / N, upper: N === 0 ? 1 : (above - 1) / N };
}

/** Returns the least number of right ones among n items that shows the claim; null if even n right ones do not. */
export function fileCriticalCount({ N, p0, alpha }: FileBar, n: number): number | null {
  requireLevel('alpha', alpha);
  const need = neededInFile(N, p0);
  return firstWhere(0, n, (k) => isSignificant(filePassP(N, need, { n, k }), alpha));
}

/**
 * Returns the smallest number of items that shows the claim if all of them are right: the smallest n with P(Hyp(N, need - 1, n) = n) below
 * alpha. At most `need`, where the claim is certain. Throws a RangeError as `fileClaim` does.
 */
export function fileMinN({ N, p0, alpha }: FileBar): number {
  requireLevel('alpha', alpha);
  const need = neededInFile(N, p0);
  return firstWhere(0, need, (n) => isSignificant(filePassP(N, need, { n, k: n }), alpha)) ?? need;
}

import { binomialLowerTail, binomialUpperTail } from './binomial.js';
import { firstWhere, isSignificant, requireCount, requireLevel, requirePart, requireProbability } from './numbers.js';
import { deviance, stirlingError } from './special-functions.js';

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
export function shareInFileBounds(N: number, { n, k }: FileCounts, alpha: number): { lower: number; upper: number } {
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

/** Items drawn without replacement: `n` of a file of `N` items, `K` of which are right. */
export interface FileDraw {
  readonly N: number;
  readonly K: number;
  readonly n: number;
}

/**
 * Returns P(X >= k) for X ~ Hyp(N, K, n), the right ones among n items drawn without replacement from N, K of which are right. `k` is any
 * whole number of at least 0; relative accuracy about 1e-12 up to a million items, in time proportional to √n at most. Throws a RangeError
 * unless k is a count, K <= N and n <= N. Probabilities: Loader (2000), "Fast and accurate computation of binomial probabilities".
 */
export function fileUpperTail(k: number, draw: FileDraw): number {
  requireDraw(k, draw);
  return k > mean(draw) ? sumUpwards(k, draw) : 1 - sumDownwards(k - 1, draw);
}

/** Returns P(X <= k) for X ~ Hyp(N, K, n); domain, accuracy, errors and source as of `fileUpperTail`. */
export function fileLowerTail(k: number, draw: FileDraw): number {
  requireDraw(k, draw);
  return k < mean(draw) ? sumDownwards(k, draw) : 1 - sumUpwards(k + 1, draw);
}

/** Returns ln P(X = k) for X ~ Hyp(N, K, n), -Infinity for a k that is impossible; absolute accuracy about 1e-13 near the mean. */
export function logFileProbability(k: number, { N, K, n }: FileDraw): number {
  if (k < 0 || k > K || k > n || n - k > N - K) return Number.NEGATIVE_INFINITY;
  if (n === 0 || n === N) return 0;
  const rate = { p: n / N, q: (N - n) / N };
  return logBinomial(k, K, rate) + logBinomial(n - k, N - K, rate) - logBinomial(n, N, rate);
}

function requireDraw(k: number, { N, K, n }: FileDraw): void {
  requireCount('k', k);
  requirePart('K', K, 'N', N);
  requirePart('n', n, 'N', N);
}

function mean({ N, K, n }: FileDraw): number {
  return n * (K / N || 0);
}

/** Returns the natural logarithm of the binomial probability of x successes in n trials of rate p = 1 - q, p and q above 0. */
function logBinomial(x: number, n: number, { p, q }: { readonly p: number; readonly q: number }): number {
  if (n === 0) return 0;
  if (x === 0) return logPower(n, q, p);
  if (x === n) return logPower(n, p, q);
  const errors = stirlingError(n) - stirlingError(x) - stirlingError(n - x);
  const scale = Math.log(2 * Math.PI) + Math.log(x) + Math.log1p(-x / n);
  return errors - deviance(x, n * p) - deviance(n - x, n * q) - scale / 2;
}

/** Returns n ln(base) without loss of digits for a base = 1 - rest near 1. */
function logPower(n: number, base: number, rest: number): number {
  return rest < 0.1 ? n * Math.log1p(-rest) : n * Math.log(base);
}

function sumUpwards(k: number, { N, K, n }: FileDraw): number {
  const least = Math.max(k, n + K - N, 0);
  let term = Math.exp(logFileProbability(least, { N, K, n }));
  let sum = term;
  for (let j = least; term > sum * 1e-18; j++) {
    term *= ((K - j) * (n - j)) / ((j + 1) * (N - K - n + j + 1));
    sum += term;
  }
  return Math.min(1, sum);
}

/** P(X <= k) is P(N - K wrong ones give at least n - k wrong ones). */
function sumDownwards(k: number, { N, K, n }: FileDraw): number {
  return k < 0 ? 0 : sumUpwards(n - k, { N, K: N - K, n });
}

/** `k` right ones among the `n` answers to all items of a file, the same number of answers for each. */
interface PooledDraws {
  readonly n: number;
  readonly k: number;
}

/**
 * Tests "at least p0 of the answers to these items are right" from several answers to every item of a file: the binomial test of all answers.
 *
 * The rates of the items are fixed, and a sum of independent trials of unlike rates has thinner tails than the binomial of their mean
 * (Hoeffding 1956) from n·p0 + 1 on; below, pass_p is 1. It holds for these items only: answers to a sample of items must not be pooled.
 * Throws a RangeError unless k <= n are counts and p0 lies in [0, 1].
 */
export function fixedItemsTest({ n, k }: PooledDraws, p0: number): { pass_p: number; fail_p: number } {
  requirePart('k', k, 'n', n);
  requireProbability('p0', p0);
  const isInTail = k >= n * p0 + 1 - 1e-9;
  return { pass_p: isInTail ? binomialUpperTail(k, n, p0) : 1, fail_p: binomialLowerTail(k, n, p0) };
}

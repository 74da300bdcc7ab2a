import { requireCount, requirePart } from '../domain.js';
import { deviance, stirlingError } from '../special/saddle-point.js';

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

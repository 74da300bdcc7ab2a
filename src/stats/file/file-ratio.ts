import { looks } from '../sequential/boundaries.js';
import { logFileProbability } from './hypergeometric.js';

/** A file of N items with two hypotheses: `K0` of them are right, or `K1`, which is more. */
export interface FileHypotheses {
  readonly N: number;
  readonly K0: number;
  readonly K1: number;
}

/** Within this distance of a threshold a logarithm that was summed up is computed anew from the counts. */
const doubtful = 1e-9;
/** Relative distance from a threshold within which a ratio counts as having reached it. */
const tieWidth = 1e-12;

/**
 * Returns the log-likelihood ratio ln LR of K1 against K0 after t items with s right ones: C(N-t, K1-s)·C(N, K0) / (C(N-t, K0-s)·C(N, K1)).
 * Infinity where K0 is impossible, -Infinity where only K1 is. LR is a martingale under K0; absolute accuracy about 1e-13 near the mean.
 */
export function logFileRatio(s: number, t: number, { N, K0, K1 }: FileHypotheses): number {
  if (s > K0) return Number.POSITIVE_INFINITY;
  return logFileProbability(s, { N, K: K1, n: t }) - logFileProbability(s, { N, K: K0, n: t });
}

/** Returns for each look t = 1 … n the least number of right ones with LR >= 1/alpha; null if t right ones are too few. */
export function passingCounts(n: number, hypotheses: FileHypotheses, alpha: number): (number | null)[] {
  const bar = Math.log(1 / alpha) - tieWidth;
  const path = new RatioPath(hypotheses, bar);
  // A right item raises the ratio and a wrong one lowers it: the least passing count never falls, and rises by at most 1.
  return looks(n, () => {
    const isPassing = path.move(path.wrong() >= bar ? 'wrong' : 'right') >= bar;
    return isPassing ? path.s : null;
  });
}

/** Returns for each look t = 1 … n the greatest number of right ones with LR <= `futility`; null if 0 right ones give more. */
export function futileCounts(n: number, hypotheses: FileHypotheses, futility: number): (number | null)[] {
  const floor = Math.log(futility) + tieWidth;
  const path = new RatioPath(hypotheses, floor);
  return looks(n, () => {
    const isFutile = path.move(path.right() <= floor ? 'right' : 'wrong') <= floor;
    return isFutile ? path.s : null;
  });
}

/** The log-likelihood ratio along one sequence of right and wrong items, updated item by item. */
class RatioPath {
  readonly #hypotheses: FileHypotheses;
  /** The threshold near which a value is computed anew, so that rounding does not decide. */
  readonly #threshold: number;
  #value = 0;
  #t = 0;
  /** The right ones so far. */
  s = 0;

  constructor(hypotheses: FileHypotheses, threshold: number) {
    this.#hypotheses = hypotheses;
    this.#threshold = threshold;
  }

  /** Returns the value after one more right item. */
  right(): number {
    const { K0, K1 } = this.#hypotheses;
    if (this.s >= K0) return Number.POSITIVE_INFINITY;
    return this.#exactIfNear(this.s + 1, this.#value + Math.log1p((K1 - K0) / (K0 - this.s)));
  }

  /** Returns the value after one more wrong item. */
  wrong(): number {
    const { N, K0, K1 } = this.#hypotheses;
    if (this.s > K0) return Number.POSITIVE_INFINITY;
    if (this.#t - this.s >= N - K1) return Number.NEGATIVE_INFINITY;
    return this.#exactIfNear(this.s, this.#value + Math.log1p((K0 - K1) / (N - this.#t - K0 + this.s)));
  }

  /** Adds an item and returns the new value. */
  move(item: 'right' | 'wrong'): number {
    this.#value = item === 'right' ? this.right() : this.wrong();
    this.#t += 1;
    if (item === 'right') this.s += 1;
    return this.#value;
  }

  #exactIfNear(s: number, value: number): number {
    return Math.abs(value - this.#threshold) < doubtful ? logFileRatio(s, this.#t + 1, this.#hypotheses) : value;
  }
}

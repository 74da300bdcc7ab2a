import { binomialLowerTail, binomialUpperTail } from '../binomial.js';
import { exceeds, firstWhere, requireCount, requireLevel, unknownSide } from '../numbers.js';

export type BoundSide = 'lower' | 'upper';

function upperRank(n: number, q: number, alpha: number): number | null {
  return firstWhere(1, n, (rank) => !exceeds(binomialUpperTail(rank, n, q), alpha));
}

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
  if (side === 'upper') return upperRank(n, q, alpha);
  if (side === 'lower') return lowerRank(n, q, alpha);
  return unknownSide(side);
}

import { binomialLowerTail, binomialUpperTail } from '../binomial/binomial.js';
import { requireCount } from '../domain.js';
import { type DifferenceSide, pValueOfTails } from './symmetric-sides.js';

/**
 * The exact McNemar p-value for two versions that each passed or failed the same cases.
 *
 * `b` cases pass with the new version alone and `c` with the old one alone; cases on which both agree say nothing.
 * If the versions are alike, each of the b + c is a fair coin: greater is P(Bin(b + c, 1/2) >= b), less P(Bin <= b),
 * two_sided min(1, twice the smaller). b + c = 0 gives 1. Accurate as the binomial tails are, about 1e-13 relative.
 * Throws RangeError unless b and c are whole numbers of at least 0.
 *
 * McNemar 1947, Psychometrika 12:153-157.
 */
export function mcnemarExact(b: number, c: number, side: DifferenceSide): number {
  requireCount('b', b);
  requireCount('c', c);
  const upper = binomialUpperTail(b, b + c, 0.5);
  const lower = binomialLowerTail(b, b + c, 0.5);
  return pValueOfTails(side, { upper, lower });
}

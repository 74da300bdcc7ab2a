import { unknownSide } from '../domain.js';

/** What is claimed of a difference: that it is above 0, below 0, or not 0. */
export type DifferenceSide = 'greater' | 'less' | 'two_sided';

/** Both tails of a null distribution, each with what was observed in it. */
export interface Tails {
  readonly upper: number;
  readonly lower: number;
}

/** The p-value of a side where the null is symmetric: two-sided is twice the smaller tail, at most 1. Throws RangeError for an unknown side. */
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

import { isOne, length, one, type Polynomial, product, sum, TooSteep } from './polynomial.js';

/**
 * Upper bounds of the work of a backtracking matcher on a part of a pattern, at one place of a text of n characters. If A is
 * followed by B, it tries B again for each way through A: work(AB) = work(A) + ways(A) work(B), ways(AB) = ways(A) ways(B).
 * Alternatives add up. An unbounded repetition has n + 1 ways if each repetition has one way and consumes a character; any other
 * could be exponential and has no cost.
 */
export interface MatchCost {
  /** Number of ways in which the part can match there. */
  readonly ways: Polynomial;
  /** Number of character comparisons until all ways are tried. */
  readonly work: Polynomial;
  /** The least number of characters that the part consumes. */
  readonly least: number;
}

/** How often a part is repeated; `most` may be infinite. */
export interface Repeats {
  readonly least: number;
  readonly most: number;
}

/** Returns the cost of `least` literal characters, or of one character of a class. `work` counts comparisons of single characters. */
export function characters(work: number, least = 1): MatchCost {
  return { ways: one, work: [work], least };
}

/** The cost of an assertion such as `^`, and of an empty part. */
export const place: MatchCost = { ways: one, work: one, least: 0 };

/** The cost of a back-reference. */
export const groupAgain: MatchCost = { ways: one, work: length, least: 0 };

/** Returns the cost of two parts in sequence. Throws `TooSteep`. */
export function sequence(first: MatchCost, then: MatchCost): MatchCost {
  return {
    ways: product(first.ways, then.ways),
    work: sum(first.work, product(first.ways, then.work)),
    least: first.least + then.least,
  };
}

/** Returns the cost of two alternatives. */
export function alternatives(first: MatchCost, second: MatchCost): MatchCost {
  return {
    ways: sum(first.ways, second.ways),
    work: sum(sum(first.work, second.work), one),
    least: Math.min(first.least, second.least),
  };
}

/** Returns the cost of a look-around. The matcher does not backtrack into it. */
export function lookAround({ work }: MatchCost): MatchCost {
  return { ways: one, work: sum(work, one), least: 0 };
}

/** Returns the cost of a repeated part. Throws `TooSteep` if no polynomial bounds the number of ways. */
export function repeated(part: MatchCost, { least, most }: Repeats): MatchCost {
  if (isOne(part.ways)) return repeatedInOneWay(part, { least, most });
  if (most > mostMultiplied) throw new TooSteep();
  let ways: Polynomial = least === 0 ? one : [0];
  let work: Polynomial = one;
  let power: Polynomial = one;
  for (let times = 1; times <= most; times++) {
    work = sum(work, product(power, part.work));
    power = product(power, part.ways);
    if (times >= least) ways = sum(ways, power);
  }
  return { ways, work, least: least * part.least };
}

/** The most repetitions that are multiplied out for a part with several ways. */
const mostMultiplied = 20;

function repeatedInOneWay(part: MatchCost, { least, most }: Repeats): MatchCost {
  const isEndless = most === Number.POSITIVE_INFINITY;
  if (isEndless && part.least === 0) throw new TooSteep();
  const times: Polynomial = isEndless ? sum(length, [least]) : [most + 1];
  const ways: Polynomial = isEndless ? length : [most - least + 1];
  return { ways, work: sum(one, product(times, part.work)), least: least * part.least };
}

import { isOne, length, one, type Polynomial, product, sum, TooSteep } from './polynomial.js';

/**
 * What a backtracking matcher does with a part of a pattern at one place of a text of n characters, at the most. For a part A that is
 * followed by B, each way through A makes it try B again: work(AB) = work(A) + ways(A) work(B), ways(AB) = ways(A) ways(B). An
 * alternative adds up. What is repeated without a bound has one way for each number of repetitions, n + 1, if each repetition has one
 * way and takes a character; all else could be exponential and has no cost.
 */
export interface MatchCost {
  /** In how many ways it can match there. */
  readonly ways: Polynomial;
  /** Characters that are compared until all ways are tried. */
  readonly work: Polynomial;
  /** Characters that it takes at the least. */
  readonly least: number;
}

/** How often something is repeated; `most` may be infinite. */
export interface Repeats {
  readonly least: number;
  readonly most: number;
}

/** One character of a set, or so many by themselves, that are compared in the time of so many ordinary ones. */
export function characters(work: number, least = 1): MatchCost {
  return { ways: one, work: [work], least };
}

/** A place such as `^`; also what matches nothing. */
export const place: MatchCost = { ways: one, work: one, least: 0 };

/** The text of a group once more. */
export const groupAgain: MatchCost = { ways: one, work: length, least: 0 };

/** One behind the other. Throws `TooSteep`. */
export function sequence(first: MatchCost, then: MatchCost): MatchCost {
  return {
    ways: product(first.ways, then.ways),
    work: sum(first.work, product(first.ways, then.work)),
    least: first.least + then.least,
  };
}

export function alternatives(first: MatchCost, second: MatchCost): MatchCost {
  return {
    ways: sum(first.ways, second.ways),
    work: sum(sum(first.work, second.work), one),
    least: Math.min(first.least, second.least),
  };
}

/** A look ahead or behind: nothing goes back into it once it is over. */
export function lookAround({ work }: MatchCost): MatchCost {
  return { ways: one, work: sum(work, one), least: 0 };
}

/** Throws `TooSteep` for what could be tried in more ways than a polynomial tells. */
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

/** What is repeated more often, with several ways each time, is not multiplied out. */
const mostMultiplied = 20;

function repeatedInOneWay(part: MatchCost, { least, most }: Repeats): MatchCost {
  const isEndless = most === Number.POSITIVE_INFINITY;
  if (isEndless && part.least === 0) throw new TooSteep();
  const times: Polynomial = isEndless ? sum(length, [least]) : [most + 1];
  const ways: Polynomial = isEndless ? length : [most - least + 1];
  return { ways, work: sum(one, product(times, part.work)), least: least * part.least };
}

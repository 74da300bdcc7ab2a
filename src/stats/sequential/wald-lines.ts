import { requireLevel } from '../domain.js';

/** The rates that a sequential test tells apart, its level, and the likelihood ratio at which it gives up. */
export interface SequentialTest {
  readonly p0: number;
  readonly p1: number;
  readonly alpha: number;
  /** B of the rule "stop where the likelihood ratio is at most B"; about 1 - power. */
  readonly futility: number;
}

/** The two straight lines of Wald's test, as numbers of successes after t trials; null if no number from 0 to t lies beyond the line. */
export interface WaldLines {
  /** Returns the least number of successes with a likelihood ratio of at least 1/alpha. */
  passAt(t: number): number | null;
  /** Returns the greatest number of successes with a likelihood ratio of at most `futility`. */
  futileAt(t: number): number | null;
}

/** Returns the lines of a test. Throws a RangeError unless 0 < p0 < p1 < 1 and alpha and futility are in (0, 1). */
export function waldLines({ p0, p1, alpha, futility }: SequentialTest): WaldLines {
  requireRates(p0, p1);
  requireLevel('alpha', alpha);
  requireLevel('futility', futility);
  const ratio = (s: number, t: number) => logLikelihoodRatio(s, t - s, p0, p1);
  const [bar, floor] = [Math.log(1 / alpha), Math.log(futility)];
  const crossing = (level: number, t: number) => Math.floor((level - ratio(0, t)) / (ratio(1, 1) - ratio(0, 1)));
  return {
    passAt(t) {
      let s = Math.max(0, crossing(bar, t) - 1);
      while (s <= t && ratio(s, t) < bar) s += 1;
      return s <= t ? s : null;
    },
    futileAt(t) {
      let s = Math.min(t, crossing(floor, t) + 1);
      while (s >= 0 && ratio(s, t) > floor) s -= 1;
      return s >= 0 ? s : null;
    },
  };
}

/** Returns the log-likelihood ratio of s successes and f failures, rate p1 against p0, both in (0, 1). */
export function logLikelihoodRatio(s: number, f: number, p0: number, p1: number): number {
  return s * Math.log(p1 / p0) + f * Math.log((1 - p1) / (1 - p0));
}

/** Throws a RangeError unless 0 < p0 < p1 < 1. */
export function requireRates(p0: number, p1: number): void {
  requireLevel('p0', p0);
  requireLevel('p1', p1);
  if (!(p0 < p1)) throw new RangeError(`p1 must be above p0 = ${p0}, and is ${p1}.`);
}

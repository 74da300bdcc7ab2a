import { requireLevel } from '../domain.js';

/** The logarithm of how much likelier s successes and f failures are at rate p1 than at p0, rates in (0, 1). */
export function logLikelihoodRatio(s: number, f: number, p0: number, p1: number): number {
  return s * Math.log(p1 / p0) + f * Math.log((1 - p1) / (1 - p0));
}

/** Throws a RangeError unless 0 < p0 < p1 < 1. */
export function requireRates(p0: number, p1: number): void {
  requireLevel('p0', p0);
  requireLevel('p1', p1);
  if (!(p0 < p1)) throw new RangeError(`p1 must be above p0 = ${p0}, and is ${p1}.`);
}

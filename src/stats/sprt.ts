import { requireLevel } from './domain.js';

/** Where a sequential probability ratio test stopped and with what; the ratio at the stop, or at the end without one. */
export interface SprtResult {
  readonly stop_at: number | null;
  readonly decision: 'PASS' | 'FUTILE' | null;
  readonly llr: number;
}

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

/**
 * Wald's sequential test (1945) of rate p1 against p0 on passes (1, true) and failures: PASS at a log-likelihood ratio
 * of at least ln(1/alpha), FUTILE at most ln(beta), undecided in between. Without a horizon its level is at most alpha.
 * Throws a RangeError unless 0 < p0 < p1 < 1 and alpha and beta are in (0, 1).
 */
export function sprt(
  outcomes: readonly (number | boolean)[],
  p0: number,
  p1: number,
  alpha: number,
  beta: number,
): SprtResult {
  requireRates(p0, p1);
  requireLevel('alpha', alpha);
  requireLevel('beta', beta);
  let successes = 0;
  let llr = 0;
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome) successes += 1;
    llr = logLikelihoodRatio(successes, index + 1 - successes, p0, p1);
    if (llr >= Math.log(1 / alpha)) return { stop_at: index + 1, decision: 'PASS', llr };
    if (llr <= Math.log(beta)) return { stop_at: index + 1, decision: 'FUTILE', llr };
  }
  return { stop_at: null, decision: null, llr };
}

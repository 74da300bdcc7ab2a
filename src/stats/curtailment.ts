import { criticalCount } from './critical-count.js';

/** Where a test of n trials is settled by the trials seen so far, if it is. */
export interface Curtailment {
  readonly k_crit: number | null;
  readonly max_failures: number | null;
  /** The number of trials after which the rest could not change the answer; 0 if no outcome passes, null if not yet. */
  readonly stop_at: number | null;
  readonly decision: 'PASS' | 'CANNOT_PASS' | null;
}

/**
 * Follows 0/1 outcomes in order and stops where the fixed test of n trials against p0 at level alpha is settled: at
 * k_crit successes, or at more failures than n - k_crit. Throws a RangeError for an outcome that is neither 0 nor 1, and as criticalCount does.
 */
export function curtailment(outcomes: readonly number[], n: number, p0: number, alpha: number): Curtailment {
  const odd = outcomes.find((outcome) => outcome !== 0 && outcome !== 1);
  if (odd !== undefined) throw new RangeError(`An outcome is ${odd}, and must be 0 or 1.`);
  const k_crit = criticalCount(n, p0, alpha);
  if (k_crit === null) return { k_crit, max_failures: null, stop_at: 0, decision: 'CANNOT_PASS' };
  return { k_crit, max_failures: n - k_crit, ...settledAt(outcomes, k_crit, n - k_crit) };
}

function settledAt(outcomes: readonly number[], needed: number, allowed: number) {
  let successes = 0;
  for (const [index, outcome] of outcomes.entries()) {
    successes += outcome;
    const seen = index + 1;
    if (successes >= needed) return { stop_at: seen, decision: 'PASS' } as const;
    if (seen - successes > allowed) return { stop_at: seen, decision: 'CANNOT_PASS' } as const;
  }
  return { stop_at: null, decision: null } as const;
}

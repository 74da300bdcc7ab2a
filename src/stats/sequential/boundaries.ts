import { criticalCount } from '../binomial/binomial.js';
import { bernoulliMixtureLogE } from '../bounded/e-process.js';
import { requireCount, requireLevel, requireProbability } from '../domain.js';
import { type RunningCount, SuccessCount } from './success-count.js';

/**
 * The stopping rule of a test of passes and failures: entry t - 1 is for the look after trial t. The test passes with `pass_at` or more
 * successes, and stops without a pass with `stop_low` or fewer. null means no stop at this look.
 */
export interface Boundaries {
  readonly pass_at: readonly (number | null)[];
  readonly stop_low: readonly (number | null)[];
}

/**
 * Operating characteristics of a test at one true rate: the probability of a pass, of a stop without a pass, and the mean number of trials.
 */
export interface Operating {
  readonly pass: number;
  readonly stop_low: number;
  readonly mean_n: number;
}

/**
 * Returns the exact binomial test of n trials with curtailment: it passes as soon as it has enough successes and stops as soon as it has
 * too many failures. All null if even n successes do not show a rate above p0 at level alpha. Throws a RangeError outside the domain.
 */
export function fixedBoundaries(n: number, p0: number, alpha: number): Boundaries {
  return boundariesFrom(criticalCount(n, p0, alpha), n);
}

/** Returns the boundaries of a test of n trials that passes with so many successes in all; all null if `needed` is null. */
export function boundariesFrom(needed: number | null, n: number): Boundaries {
  const passAt = looks(n, (t) => (needed !== null && t >= needed ? needed : null));
  return whereReachable(passAt);
}

/**
 * Returns the boundaries of the mixture e-process on passes and failures with a look after each of at most n trials. The test passes at E
 * >= 1/alpha and stops when even successes alone can no longer lead there. All null if no outcome can pass. Throws a RangeError outside the
 * domain.
 */
export function mixtureBoundaries(n: number, p0: number, alpha: number): Boundaries {
  requireCount('n', n);
  requireLevel('p0', p0);
  requireLevel('alpha', alpha);
  const bar = Math.log(1 / alpha);
  let needed = 0;
  const passAt = looks(n, (t) => {
    // A failure never adds evidence and a success always does: `needed` never falls, and rises by at most 1 a trial.
    while (needed <= t && bernoulliMixtureLogE(needed, t, p0, 'greater') < bar) needed += 1;
    return needed <= t ? needed : null;
  });
  return whereReachable(passAt);
}

/**
 * Returns for each look the greatest number of successes with which neither this look nor a later one can pass, even if all further trials
 * succeed; null if every number can still lead to a pass.
 */
export function unreachable(passAt: readonly (number | null)[]): (number | null)[] {
  let leastAhead = Number.POSITIVE_INFINITY;
  const lows = passAt.map((_, back) => {
    const t = passAt.length - back;
    leastAhead = Math.min(leastAhead, (passAt[t - 1] ?? Number.POSITIVE_INFINITY) - t);
    const low = Math.min(t, leastAhead + t - 1);
    return low < 0 ? null : low;
  });
  return lows.reverse();
}

/**
 * Computes exactly how the test behaves at the true rate p in [0, 1], by updating the distribution of the successes look by look. Runs that
 * neither bound has stopped by the last look count for neither end. Throws a RangeError for a p outside [0, 1].
 */
export function operating(boundaries: Boundaries, p: number): Operating {
  requireProbability('p', p);
  return operatingOf(boundaries, new SuccessCount(boundaries.pass_at.length, p));
}

/** Computes the same for trials of any kind, from a count before its first trial. */
export function operatingOf({ pass_at, stop_low }: Boundaries, running: RunningCount): Operating {
  const ends = { pass: 0, stop_low: 0, mean_n: 0 };
  pass_at.forEach((passes, look) => {
    ends.mean_n += Math.max(0, 1 - ends.pass - ends.stop_low);
    running.step();
    ends.pass += running.takeFrom(passes);
    ends.stop_low += running.takeUpTo(stop_low[look] ?? null);
  });
  return ends;
}

/** Returns the most failures with which a test can still pass, at any look; null if it cannot pass. */
export function mostFailures({ pass_at }: Boundaries): number | null {
  return pass_at.reduce<number | null>((most, passes, look) => {
    const failures = passes === null ? null : look + 1 - passes;
    return most === null || (failures !== null && failures > most) ? failures : most;
  }, null);
}

/** Returns one entry for each look, after trial t = 1 … n. */
export function looks<T>(n: number, entry: (t: number) => T): T[] {
  return Array.from({ length: n }, (_, index) => entry(index + 1));
}

function whereReachable(passAt: readonly (number | null)[]): Boundaries {
  const canPass = passAt.some((needed) => needed !== null);
  return { pass_at: passAt, stop_low: canPass ? unreachable(passAt) : passAt };
}

/** Sets bounds to null that no run can reach: they need more trials than were made, or every run has already stopped. */
export function reachable({ pass_at, stop_low }: Boundaries): Boundaries {
  let [low, high] = [0, 0];
  const bounds = pass_at.map((passes, look) => {
    if (low > high) return { pass: null, stop: null };
    high += 1;
    const pass = passes !== null && passes <= high ? passes : null;
    const lows = stop_low[look] ?? null;
    const stop = lows !== null && lows >= low ? lows : null;
    high = Math.min(high, (pass ?? Number.POSITIVE_INFINITY) - 1);
    low = Math.max(low, (stop ?? -1) + 1);
    return { pass, stop };
  });
  return { pass_at: bounds.map(({ pass }) => pass), stop_low: bounds.map(({ stop }) => stop) };
}

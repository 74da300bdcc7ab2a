import { criticalCount } from './binomial.js';
import { bernoulliMixtureLogE } from './e-process.js';
import { requireCount, requireLevel, requireProbability } from './numbers.js';

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
export function unreachableBoundary(passAt: readonly (number | null)[]): (number | null)[] {
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
  return { pass_at: passAt, stop_low: canPass ? unreachableBoundary(passAt) : passAt };
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

/** Probabilities below this are dropped at both ends: over 100,000 trials they add up to less than 1e-18. */
const negligible = 1e-24;

/**
 * The exact distribution of the number of successes among the runs that have not stopped. A trial takes one step for each count whose
 * probability is not negligible, a range of about 21 standard deviations. 100,000 trials cost a few 1e8 additions and one array of 100,000
 * numbers. A subclass says how a trial moves the probabilities.
 */
export abstract class RunningCount {
  readonly #mass: Float64Array;
  #low = 0;
  #high = 0;

  /** Starts before the first of at most `n` trials. */
  constructor(n: number) {
    this.#mass = new Float64Array(n + 1);
    this.#mass[0] = 1;
  }

  /** Moves the probabilities of `low` to `high` by one trial, to `low` to `high + 1`; the entry above `high` is 0 before. */
  protected abstract advance(mass: Float64Array, low: number, high: number): void;

  /** The least and the greatest number of successes of running trials; `low` is above `high` if none is running. */
  get low(): number {
    return this.#low;
  }

  get high(): number {
    return this.#high;
  }

  /** Returns the probability that a run has exactly `s` successes and has not stopped. */
  at(s: number): number {
    return s >= this.#low && s <= this.#high ? (this.#mass[s] ?? 0) : 0;
  }

  step(): void {
    if (this.#low > this.#high) return;
    this.advance(this.#mass, this.#low, this.#high);
    this.#high += 1;
    while (this.#low <= this.#high && this.at(this.#high) < negligible) this.#mass[this.#high--] = 0;
    while (this.#low <= this.#high && this.at(this.#low) < negligible) this.#mass[this.#low++] = 0;
  }

  /** Stops all runs with at least `s` successes and returns their probability; null stops none. */
  takeFrom(s: number | null): number {
    let taken = 0;
    while (s !== null && this.#high >= Math.max(s, this.#low)) {
      taken += this.at(this.#high);
      this.#mass[this.#high--] = 0;
    }
    return taken;
  }

  /** Stops all runs with at most `s` successes and returns their probability; null stops none. */
  takeUpTo(s: number | null): number {
    let taken = 0;
    while (s !== null && this.#low <= Math.min(s, this.#high)) {
      taken += this.at(this.#low);
      this.#mass[this.#low++] = 0;
    }
    return taken;
  }
}

/** The number of successes in independent trials of a constant rate. */
export class SuccessCount extends RunningCount {
  readonly #p: number;

  /** Starts before the first of at most `n` trials with success rate `p` in [0, 1]. */
  constructor(n: number, p: number) {
    super(n);
    this.#p = p;
  }

  protected advance(mass: Float64Array, low: number, high: number): void {
    const p = this.#p;
    for (let s = high + 1; s > low; s--) mass[s] = (mass[s] ?? 0) * (1 - p) + (mass[s - 1] ?? 0) * p;
    mass[low] = (mass[low] ?? 0) * (1 - p);
  }
}

/** The rates that a sequential test tells apart, its level, and the likelihood ratio at which it gives up. */
export interface SequentialTest {
  readonly p0: number;
  readonly p1: number;
  readonly alpha: number;
  /** B of the rule "stop where the likelihood ratio is at most B"; about 1 - power. */
  readonly futility: number;
}

/** The two straight lines of Wald's test, as numbers of successes after t trials; null if no number from 0 to t lies beyond the line. */
interface WaldLines {
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

import {
  type Boundaries,
  looks,
  operating,
  type RunningCount,
  type SequentialTest,
  SuccessCount,
  unreachableBoundary,
  waldLines,
} from './boundaries.js';
import { isSignificant, requireCount, requireLevel } from './numbers.js';

/** A sequential test with its exact level at p0, its power at p1, and its mean number of trials at both. */
export interface SeqPlan extends Boundaries {
  readonly level: number;
  readonly power: number;
  readonly asn_p0: number;
  readonly asn_p1: number;
}

/**
 * Returns the truncated sequential probability ratio test of at most `n_max` trials with an exact last look.
 *
 * Before the last trial it passes at a likelihood ratio of 1/alpha. At the last trial it passes at the least number of successes
 * for which the total probability of a pass at p0 stays below alpha; that total ignores the stops for futility. It stops without
 * a pass if the ratio is at most `futility` or a pass is out of reach. The level therefore holds at every rate up to p0, whether
 * or not futile runs are stopped.
 *
 * If no outcome can pass, every `pass_at` is null and every number of successes is out of reach. Wald 1945; Jennison and Turnbull
 * 2000, chapter 2. Throws a RangeError outside the domain.
 */
export function seqPlan(test: SequentialTest & { readonly n_max: number }): SeqPlan {
  const { p0, p1, alpha, n_max } = test;
  requireCount('n_max', n_max);
  const lines = waldLines(test);
  const early = looks(n_max, (t) => (t < n_max ? lines.passAt(t) : null));
  const { level, last } = lastLook(early, new SuccessCount(n_max, p0), alpha);
  const pass_at = looks(n_max, (t) => (t < n_max ? (early[t - 1] ?? null) : last));
  // No futility bound at the last look: a run that does not pass there has ended anyway.
  const stop_low = unreachableBoundary(pass_at).map((low, look) =>
    look + 1 < n_max ? higher(low, lines.futileAt(look + 1)) : low,
  );
  const [atP0, atP1] = [operating({ pass_at, stop_low }, p0), operating({ pass_at, stop_low }, p1)];
  return { pass_at, stop_low, level, power: atP1.pass, asn_p0: atP0.mean_n, asn_p1: atP1.mean_n };
}

/**
 * Returns the least number of successes that passes at the last look, and the probability of a pass over all looks. `early` has the
 * boundaries of the looks before, and null for the last; `running` counts at the rate of the null hypothesis, before its first trial.
 */
export function lastLook(
  early: readonly (number | null)[],
  running: RunningCount,
  alpha: number,
): { level: number; last: number | null } {
  let spent = 0;
  for (const passes of early) {
    running.step();
    spent += running.takeFrom(passes);
  }
  return leastPassing(running, spent, alpha);
}

/**
 * Returns the least number of successes that may pass at a last look so that the probability of a pass stays below alpha, given
 * the probability `spent` at earlier looks. `last` is null if no number may pass.
 */
function leastPassing(
  running: RunningCount,
  spent: number,
  alpha: number,
): { readonly level: number; readonly last: number | null } {
  let level = spent;
  let last: number | null = null;
  for (let s = running.high; s >= running.low; s--) {
    if (!isSignificant(level + running.at(s), alpha)) break;
    level += running.at(s);
    last = s;
  }
  return { level, last };
}

/** Returns the greater of two counts; the other one where one is null. */
export function higher(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}

/** The greatest number of trials of a sequential test, its power, and its mean number of trials at p1. */
interface SequentialSize {
  readonly n_max: number;
  readonly power: number;
  readonly mean_n: number;
}

/** Greatest number of trials that the search considers. */
const longestHorizon = 100_000;

/**
 * Returns the smallest `n_max` whose `seqPlan` has at least the given power in (0, 1) at p1; null if no `n_max` up to 100,000 has
 * it, or stops for futility make it unattainable. Plans of all sizes share their early looks, so one pass over the trials finds
 * it, at about the cost of two plans. Throws a RangeError outside the domain.
 */
export function sequentialSize(test: SequentialTest & { readonly power: number }): SequentialSize | null {
  requireLevel('power', test.power);
  const n_max = firstHorizon(test, test.power);
  if (n_max === null) return null;
  const plan = seqPlan({ ...test, n_max });
  return { n_max, power: plan.power, mean_n: plan.asn_p1 };
}

function firstHorizon(test: SequentialTest, target: number): number | null {
  const lines = waldLines(test);
  const atP0 = new SuccessCount(longestHorizon, test.p0);
  const atP1 = new SuccessCount(longestHorizon, test.p1);
  let [spent, passed, stopped] = [0, 0, 0];
  for (let t = 1; t <= longestHorizon && 1 - stopped >= target; t++) {
    atP0.step();
    atP1.step();
    const { last } = leastPassing(atP0, spent, test.alpha);
    if (passed + probabilityFrom(atP1, last) >= target) return t;
    spent += atP0.takeFrom(lines.passAt(t));
    passed += atP1.takeFrom(lines.passAt(t));
    stopped += atP1.takeUpTo(lines.futileAt(t));
  }
  return null;
}

function probabilityFrom(running: SuccessCount, least: number | null): number {
  let sum = 0;
  for (let s = running.high; least !== null && s >= Math.max(least, running.low); s--) sum += running.at(s);
  return sum;
}

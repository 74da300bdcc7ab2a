import { mostTrials } from '#model/limits.js';
import type { Outcome } from '#model/run/verdict.js';
import type { Boundaries } from '#stats/boundaries.js';
import { isSignificant } from '#stats/numbers.js';
import type { TestStatus } from '../criterion.js';

/** A test's input: the claim that the mean of at most `n` independent values from 0 to 1 is above `mu0`. */
export interface Design {
  readonly mu0: number;
  readonly n: number;
  readonly alpha: number;
  /** The true mean that the sample size is planned for, above `mu0`. */
  readonly expected: number;
  /** The number of items of the file that the claim is about, which are drawn without replacement; absent for claims about a population. */
  readonly of?: number;
  /** The number of tests that must all pass, each of which then needs more power. Absent for one alone. */
  readonly together?: number | undefined;
  /**
   * True if the case may end before `n`. A pass is then concluded at the value that decided it, whatever came after: so p-value and bounds rest
   * on one stopping rule. Absent if all `n` values are always there.
   */
  readonly stopsEarly?: boolean;
}

/** Returns the number of items of the file that a claim is about. */
export function fileSize({ of }: Pick<Design, 'of'>): number {
  if (of === undefined) throw new Error('the claim is not about a file');
  return of;
}

/**
 * The value of a trial, from 0 to 1. The test of the claim uses `low`, the test of its opposite `high`; they differ if the trial has no
 * value.
 */
export interface ValueRange {
  readonly low: number;
  readonly high: number;
}

/** The range of a trial without a value: each test counts it as the worst possible. */
export const anyValue: ValueRange = { low: 0, high: 1 };

/** The result of a test when the case ends. A number that is not valid after this kind of end is null. */
export interface Conclusion {
  readonly outcome: Outcome;
  readonly p_value: number | null;
  readonly fail_p: number | null;
  /** One-sided bounds of the mean. */
  readonly interval: { readonly lower: number | null; readonly upper: number | null } | null;
}

/** Returns the p-value of a claim in a family of claims. A sequential test that passes has none; its level is below alpha, which is one. */
export function passP({ outcome, p_value }: Pick<Conclusion, 'outcome' | 'p_value'>, alpha: number): number {
  return p_value ?? (outcome === 'passed' ? alpha * (1 - 1e-9) : 1);
}

/** Returns the outcome of a claim at a level from its p-value and that of its opposite. */
export function outcomeAt(alpha: number, p_value: number, fail_p: number): Outcome {
  if (isSignificant(p_value, alpha)) return 'passed';
  return isSignificant(fail_p, alpha) ? 'failed' : 'inconclusive';
}

/**
 * Returns the status of a test that passes with `needed` successes among n. One that cannot pass with this sample size (null) stays open: whoever
 * runs it anyway wants the whole sample.
 */
export function statusOfCounts(
  { used, low }: { readonly used: number; readonly low: number },
  n: number,
  needed: number | null,
): TestStatus {
  if (needed === null) return 'open';
  if (low >= needed) return 'passes';
  return used - low > n - needed ? 'cannot_pass' : 'open';
}

export interface RunningTest {
  readonly push: (value: ValueRange) => void;
  readonly status: () => TestStatus;
  readonly conclude: () => Conclusion;
}

/** The least and the greatest value that a number can have, given the replies that are missing. They are equal if no reply is missing. */
export interface Reach {
  readonly least: number;
  readonly most: number;
}

/** The claim that the mean of n values is above `mu0`, to be shown at the level `alpha`. */
export type ClaimDesign = Pick<Design, 'n' | 'mu0' | 'alpha'>;

/** One claim that a mean is above a bar, while at most n values arrive: a half of a single test, or a test of pairs. */
export interface ClaimTest {
  readonly push: (value: Reach) => void;
  /** Returns whether the claim is shown at the level, or cannot be, whatever the values give that are missing or not there yet. */
  readonly status: () => TestStatus;
  /** Returns the p-value if the values that are missing or not there yet are as bad as possible. */
  readonly pValue: () => number;
  /** Returns the lower bound of the mean at the level, for such values. It is above the bar if and only if the claim is shown. */
  readonly lowerBound: () => number;
}

export interface Forecast {
  /** The most zeros among values of 0 and 1 that still allow a pass; null if no pass is possible. */
  readonly max_failures: number | null;
  /** Probability of a pass if values are 0 or 1 and their mean is `expected`. */
  readonly power: number;
  /** Mean number of trials until the test stops, at a true mean of `mu0` and of `expected`; omitted if it is not computed. */
  readonly mean_trials?: { readonly at_bar: number; readonly at_expected: number };
  /**
   * The fewest trials that give a power of 80 %, if values are 0 or 1 and if all values equal `expected`; null above the limit for a case.
   */
  readonly needed_n: number | null;
}

export interface Test {
  readonly name: string;
  /** True if the test also stops for futility: a pass is still possible but unlikely. */
  readonly givesUp: boolean;
  /** True if p-values and bounds hold wherever the case ends, so that trials that never ran count as nothing. */
  readonly holdsAnywhere?: true;
  readonly start: (design: Design) => RunningTest;
  /** Returns the fewest trials with which the test can pass; null above the limit for a case. */
  readonly smallestN: (design: Design) => number | null;
  /** Returns the forecast, which takes much longer than `smallestN`. */
  readonly forecast: (design: Design) => Forecast;
  /** Returns true if some data can give `failed`, with or without early stopping of the case; null if this is not computed. */
  readonly canFail: (design: Design, stopsEarly: boolean) => boolean | null;
  /** Returns the successes that pass, and those that end the test, at each look. Absent for a test that does not count successes. */
  readonly boundaries?: (design: Design) => Boundaries;
}

/** The power that sample sizes are planned for. */
export const plannedPower = 0.8;

/** Returns a number of trials, or null if it is above the limit for a case. */
export function withinCaseLimit(trials: number | null): number | null {
  return trials !== null && trials <= mostTrials ? trials : null;
}

/** Greatest number of cached forecasts. A library needs few, but a program can ask for any number. */
const cacheSize = 1000;

const cachedForecast = memoize(
  cacheSize,
  ({ test, design }: { readonly test: Test; readonly design: Design }) => `${test.name} ${testKey(design)}`,
  ({ test, design }): Forecast => test.forecast(design),
);

/** Returns a key of all that a forecast or a plan depends on. */
export function testKey({ mu0, n, alpha, expected, of, together }: Design): string {
  return `${mu0} ${n} ${alpha} ${expected} ${of} ${together}`;
}

/** Returns the forecast of a test for a design, cached by design. */
export function forecast(test: Test, design: Design): Forecast {
  return cachedForecast({ test, design });
}

/** Returns `compute` with a cache keyed by `keyOf`. The cache is emptied when it holds `most` results. */
export function memoize<Input, Result extends object>(
  most: number,
  keyOf: (input: Input) => string,
  compute: (input: Input) => Result,
) {
  const results = new Map<string, Result>();
  return (input: Input): Result => {
    const key = keyOf(input);
    const known = results.get(key);
    if (known) return known;
    if (results.size >= most) results.clear();
    const result = compute(input);
    results.set(key, result);
    return result;
  };
}

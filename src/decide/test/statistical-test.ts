import { mostTrials } from '#model/limits.js';
import type { Outcome } from '#model/run/verdict.js';
import type { TestStatus } from '../criterion.js';

/** The claim that a test decides: that the mean of independent values from 0 to 1 is above `mu0`, in at most `n` of them. */
export interface Design {
  readonly mu0: number;
  readonly n: number;
  readonly alpha: number;
  /** The true mean that is planned for, above `mu0`. */
  readonly expected: number;
}

/** The value of a trial, from 0 to 1. `low` counts when the claim is tested, `high` when its opposite is. They differ if the trial has no value. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

/** The range of a trial without a value: the worst possible value against the claim, the best for it. */
export const anyValue: Range = { low: 0, high: 1 };

/** The result of a test when the case ends. A number that is not valid at this end is null. */
export interface Conclusion {
  readonly outcome: Outcome;
  readonly p_value: number | null;
  readonly fail_p: number | null;
  /** One-sided bounds of the mean. */
  readonly interval: { readonly lower: number | null; readonly upper: number | null } | null;
}

/** A test that has seen some of its trials. */
export interface RunningTest {
  readonly push: (value: Range) => void;
  readonly status: () => TestStatus;
  readonly conclude: () => Conclusion;
}

/** What a design can achieve: sample sizes and power. */
export interface Forecast {
  /** The fewest trials with which it can pass; null above what a case can have. */
  readonly smallest_n: number | null;
  /** Zeros that values of 0 and 1 may hold for a pass; null if it cannot pass. */
  readonly max_failures: number | null;
  /** Probability of a pass if values are 0 or 1 and their mean is `expected`. */
  readonly power: number;
  /** Mean number of trials until it stops, at a true mean of `mu0` and of `expected`; left out if it is not computed. */
  readonly mean_trials?: { readonly at_bar: number; readonly at_expected: number };
  /** The fewest trials with a power of 80 % if values are 0 or 1, and if all values equal `expected`; null above what a case can have. */
  readonly needed_n: number | null;
}

export interface Test {
  readonly name: string;
  /** True if it also stops for futility: a pass is possible but has become unlikely. */
  readonly givesUp: boolean;
  readonly start: (design: Design) => RunningTest;
  readonly forecast: (design: Design) => Forecast;
  /** True if some result is `failed`, in a case that stops early or in one that does not; null if it is not computed. */
  readonly canFail: (design: Design, stopsEarly: boolean) => boolean | null;
}

/** The power that is planned for. */
export const plannedPower = 0.8;

/** Returns a number of trials, or null if a case cannot have so many. */
export function withinCaseLimit(trials: number | null): number | null {
  return trials !== null && trials <= mostTrials ? trials : null;
}

/** A library has few bars, but a program can ask for any number. */
const cacheSize = 1000;

const cachedForecast = memoize(
  cacheSize,
  ({ test, design: { mu0, n, alpha, expected } }: { readonly test: Test; readonly design: Design }) =>
    `${test.name} ${mu0} ${n} ${alpha} ${expected}`,
  ({ test, design }): Forecast => test.forecast(design),
);

/** Returns what a test can do with a design, worked out once for all criteria with the same design. */
export function forecast(test: Test, design: Design): Forecast {
  return cachedForecast({ test, design });
}

/** Returns `compute` with a cache: equal keys give the same result. The cache is emptied when it holds `most` results. */
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

import { mostTrials } from '#model/limits.js';
import type { Outcome } from '#model/run/verdict.js';
import type { Standing } from '../criterion.js';

/** What a test must decide: that the mean of independent values from 0 to 1 is above `mu0`, in at most `n` of them. */
export interface Design {
  readonly mu0: number;
  readonly n: number;
  readonly alpha: number;
  /** The true mean that is planned for, above `mu0`. */
  readonly expected: number;
}

/** The value of a trial, from 0 to 1. One without a value is worth the worst where the claim is tested, the best where its opposite is. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

export const withoutValue: Range = { low: 0, high: 1 };

/** What a test says where the case ends. What is not valid there is null. */
export interface Conclusion {
  readonly outcome: Outcome;
  readonly p_value: number | null;
  readonly fail_p: number | null;
  /** One-sided bounds of the mean. */
  readonly interval: { readonly lower: number | null; readonly upper: number | null } | null;
}

/** A test on its way through the trials. */
export interface Followed {
  readonly push: (value: Range) => void;
  readonly standing: () => Standing;
  readonly conclude: () => Conclusion;
}

/** What a test can do with a design. */
export interface Foresight {
  /** The fewest trials with which it can pass; null above what a case can have. */
  readonly smallest_n: number | null;
  /** Zeros that values of 0 and 1 may hold for a pass; null if it cannot pass. */
  readonly max_failures: number | null;
  /** Probability of a pass where values are 0 or 1 and their mean is `expected`. */
  readonly power: number;
  /** Trials after which it stops on average, at a mean of `mu0` and of `expected`; left out where that is not computed. */
  readonly mean_trials?: { readonly at_bar: number; readonly at_expected: number };
  /** The fewest trials with a power of 80 % there, and where all values are as good as `expected`; null above what a case can have. */
  readonly needed_n: number | null;
}

export interface Test {
  readonly name: string;
  /** Whether it also ends a case as futile, where a pass is possible and has become unlikely. */
  readonly givesUp: boolean;
  readonly follow: (design: Design) => Followed;
  readonly foresee: (design: Design) => Foresight;
  /** True if some result is `failed`, in a case that stops early or in one that does not; null if that is not computed. */
  readonly canFail: (design: Design, stopsEarly: boolean) => boolean | null;
}

/** The power that is planned for. */
export const plannedPower = 0.8;

/** A number of trials, if a case can have so many. */
export function ifPossible(trials: number | null): number | null {
  return trials !== null && trials <= mostTrials ? trials : null;
}

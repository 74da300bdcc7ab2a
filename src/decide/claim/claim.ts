import type { JsonValue } from '#model/data/json.js';
import type { Rounding } from '#model/text/bounds.js';
import type { TrialValues } from '../trial-values.js';
import type { Counting } from './counting.js';

/** The claim of a statistical criterion: the mean of one number Y from 0 to 1 per unit is above `mu0`. */
export interface Claim {
  readonly counting: Counting;
  /** For example `at least 95% of trials pass`. */
  readonly text: string;
  /** Strictly between 0 and 1. */
  readonly mu0: number;
  /** The true mean of Y that the sample size is planned for, above `mu0`. */
  readonly expected: number;
  /** Returns Y of a trial from its values: one value, or one for each turn. */
  readonly toY: (values: readonly number[]) => number;
  /** `binary` if Y can only be 0 or 1. It selects the test, so it must be known before the data. */
  readonly data: 'binary' | 'bounded';
  /** `gaffke`: the exact tests. `betting`: a test that is proved valid for any bounded values. */
  readonly method: 'gaffke' | 'betting';
  readonly scale: Scale;
  /** Estimates the claimed quantity. Shares count all trials, means only trials with a value; null if no trial counts. */
  readonly estimate: (trials: readonly TrialValues[]) => number | null;
  /** Describes the observed data: `57 of 60 trials passed`. */
  readonly describeData: (trials: readonly TrialValues[], units: number) => string;
}

/** The unit of a claim: shares, scores, seconds. */
export interface Scale {
  /** `rate`, `median` or `mean`. */
  readonly truth: string;
  /** The threshold in its unit. */
  readonly bar: number;
  /** The bar as written in the file, with its unit. */
  readonly formattedBar: string;
  /** True if larger values support the claim. */
  readonly higherIsBetter: boolean;
  readonly format: (value: number, rounding?: Rounding) => string;
  /** Describes the true value that belongs to a mean of Y: `the true rate is 97%`. */
  readonly describeTruth: (y: number) => string;
  /** Converts a mean of Y to the unit of the claim; null for a median, whose bounds are order statistics. */
  readonly fromMean: ((y: number) => number) | null;
  readonly boundsOf?: (trials: readonly TrialValues[], n: number, alpha: number) => Bounds;
}

/** One-sided confidence bounds; null if a side has no bound. */
export interface Bounds {
  readonly lower: number | null;
  readonly upper: number | null;
}

/** Returns the true mean to plan for by default: its failure rate is three tenths of the rate that the bar allows. */
export function defaultExpectation(mu0: number): number {
  return 1 - 0.3 * (1 - mu0);
}

/** Returns a numeric parameter of a criterion; undefined if it is missing or not a number. */
export function numberIn(params: Readonly<Record<string, JsonValue>>, key: string): number | undefined {
  const value = Object.hasOwn(params, key) ? params[key] : undefined;
  return typeof value === 'number' ? value : undefined;
}

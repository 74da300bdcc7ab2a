import type { JsonValue } from '#model/data/json.js';
import type { TrialValues } from '../trial-values.js';
import type { Rounding } from './in-words.js';

/** What a statistical criterion claims: that the mean of one number Y from 0 to 1 per trial is above `mu0`. */
export interface Claim {
  /** `at least 95% of trials pass`. */
  readonly said: string;
  /** Strictly between 0 and 1. */
  readonly mu0: number;
  /** The true mean of Y that is planned for, above `mu0`. */
  readonly expected: number;
  /** Y of a trial by its values: one, or one for each of its turns. */
  readonly toY: (values: readonly number[]) => number;
  /** `binary` if Y can only be 0 or 1. It decides the test, so it is known before the data. */
  readonly data: 'binary' | 'bounded';
  /** `gaffke` stands for the exact tests; `betting` is proven for any bounded values. */
  readonly method: 'gaffke' | 'betting';
  readonly scale: Scale;
  /** Of the trials that have a value, and for shares of all of them; null if there are none. */
  readonly estimate: (trials: readonly TrialValues[]) => number | null;
  /** `57 of 60 trials passed`. */
  readonly found: (trials: readonly TrialValues[]) => string;
}

/** How the claim speaks: in shares, in scores, in seconds. */
export interface Scale {
  /** `rate`, `median`, `mean`. */
  readonly truth: string;
  /** The threshold in its unit. */
  readonly bar: number;
  /** As the file has it. */
  readonly barInWords: string;
  /** True where large values speak for the claim. */
  readonly wantsMore: boolean;
  readonly inWords: (value: number, rounding?: Rounding) => string;
  /** The true value at a mean of Y in words: `the true rate is 97%`. */
  readonly truthInWords: (y: number) => string;
  /** The value that belongs to a mean of Y; null where the claim is about a quantile, whose bounds are read off the data. */
  readonly fromMean: ((y: number) => number) | null;
  readonly boundsOf?: (trials: readonly TrialValues[], n: number, alpha: number) => Bounds;
}

/** One-sided bounds; null where there is none. */
export interface Bounds {
  readonly lower: number | null;
  readonly upper: number | null;
}

/** The truth that is planned for where nobody says otherwise: three tenths of the failures that the bar allows. */
export function usualExpectation(mu0: number): number {
  return 1 - 0.3 * (1 - mu0);
}

/** A parameter that the schema has checked. */
export function numberIn(params: Readonly<Record<string, JsonValue>>, key: string): number | undefined {
  const value = Object.hasOwn(params, key) ? params[key] : undefined;
  return typeof value === 'number' ? value : undefined;
}

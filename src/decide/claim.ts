import type { Case } from '#model/case.js';
import type { JsonValue } from '#model/data/json.js';
import { type Dataset, isClustered } from '#model/dataset.js';
import { type Rounding, roundTo } from '#model/text/bounds.js';
import { groupedDigits, plural } from '#model/text/quoted.js';
import type { TrialValues } from './trial-values.js';

/** The claim of a statistical criterion: the mean of one number Y from 0 to 1 per unit is above `mu0`. */
export interface MeanClaim {
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
  /** True for `method: betting`: a test that is proved valid for any bounded values, in place of the exact ones. */
  readonly isBet?: boolean;
  readonly scale: Scale;
  /** Estimates the claimed quantity. Shares count all trials, means only trials with a value; null if no trial counts. */
  readonly estimate: (trials: readonly TrialValues[]) => number | null;
  /** Describes the observed data: `57 of 60 trials passed`. */
  readonly describeData: (trials: readonly TrialValues[], units: number) => string;
}

/** The unit of a claim: shares, scores, seconds. */
interface Scale {
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

/** Returns the true mean to plan for: that of the file if it is above the bar. By default its failure rate is three tenths of the rate that the bar allows. */
export function expectationFor(mu0: number, expected = 0): number {
  return expected > mu0 ? expected : 1 - 0.3 * (1 - mu0);
}

/** Returns a numeric parameter of a criterion; undefined if it is missing or not a number. */
export function numberInWords(params: Readonly<Record<string, JsonValue>>, key: string): number | undefined {
  const value = Object.hasOwn(params, key) ? params[key] : undefined;
  return typeof value === 'number' ? value : undefined;
}

export interface Noun {
  readonly one: string;
  readonly many: string;
}

/** How the claims of a case count: units, and their words. */
export interface Counting {
  /** The greatest number of units. */
  readonly n: number;
  readonly noun: Noun;
  readonly trial: Noun;
  /** The things of which a share is claimed: `trials`, `items like these`. */
  readonly whole: string;
  /** The number of items of the file that one pass over it asks; null if the claim is not about one pass over a file. */
  readonly fileItems: number | null;
  /** Words after the claim: ` in one pass`. */
  readonly addition: string;
  /** True if a unit is one trial. Its value is then 0 or 1 in claims about shares. */
  readonly isSingle: boolean;
  /** True if all answers to a fixed list of items are counted together. Only a share of them can then be claimed. */
  readonly isPooled: boolean;
}

const trials: Counting = {
  n: 0,
  noun: { one: 'trial', many: 'trials' },
  trial: { one: 'trial', many: 'trials' },
  whole: 'trials',
  fileItems: null,
  addition: '',
  isSingle: true,
  isPooled: false,
};

const items: Noun = { one: 'item', many: 'items' };

const answers: Noun = { one: 'answer', many: 'answers' };

const clusters: Noun = { one: 'cluster', many: 'clusters' };

export function countingOf({ dataset, sample_size }: Pick<Case, 'dataset' | 'sample_size'>): Counting {
  if (!dataset) return { ...trials, n: sample_size };
  return dataset.claim === 'file' ? countingOfFile(dataset) : countingOfPopulation(dataset);
}

function countingOfFile({ kept, units, draws }: Dataset): Counting {
  const these = kept === 1 ? 'this item' : `these ${groupedDigits(kept)} items`;
  if (draws === 1) {
    return {
      n: units,
      noun: items,
      trial: items,
      whole: these,
      fileItems: kept,
      addition: ' in one pass',
      isSingle: true,
      isPooled: false,
    };
  }
  const whole = `answers to ${these}`;
  // All answers to all items, even if a run asks only some: the claim is about these, and no part of them is a sample.
  const n = kept * draws;
  return { n, noun: answers, trial: answers, whole, fileItems: null, addition: '', isSingle: true, isPooled: true };
}

function countingOfPopulation(dataset: Dataset): Counting {
  const { units: n, draws } = dataset;
  const common = { n, trial: draws === 1 ? items : answers, fileItems: null, addition: '', isPooled: false };
  if (isClustered(dataset))
    return { ...common, noun: clusters, whole: 'the items of an average cluster', isSingle: false };
  const whole = draws === 1 ? 'items like these' : 'answers to items like these';
  return { ...common, noun: items, whole, isSingle: draws === 1 };
}

/** Formats a number of units: `1 trial`, `1,000 items`. */
export function formatCount(count: number, noun: Noun): string {
  return plural(count, noun.one, noun.many);
}

/** Formats a share as a percentage: `85.1%`. It gets more digits the closer it is to 0 or 1: `99.97%`. */
export function formatPercent(share: number, rounding: Rounding = 'nearest'): string {
  const distance = Math.min(share, 1 - share);
  const digits = distance <= 0 ? 0 : Math.min(6, Math.max(1, -Math.floor(Math.log10(distance)) - 1));
  return `${roundTo(share * 100, digits, rounding)}%`;
}

/** Formats a share from a file without rounding: `95.49%`. */
export function formatExactPercent(share: number): string {
  return `${Number((share * 100).toPrecision(12))}%`;
}

/** Formats a number from a file with its unit, without rounding. */
export function formatExactQuantity(value: number, unit: string): string {
  if (unit === 'USD') return `$${value}`;
  return unit === '' ? String(value) : `${value} ${unit}`;
}

/** Formats a value with about three significant digits: `8.61`, `1540`, `0.0123`. */
export function formatNumber(value: number, rounding: Rounding = 'nearest'): string {
  const magnitude = value === 0 ? 0 : Math.floor(Math.log10(Math.abs(value)));
  return String(roundTo(value, Math.max(0, 2 - magnitude), rounding));
}

/** Formats a value with its unit: `1.5 s`, `$0.02`. */
export function formatQuantity(value: number, unit: string, rounding: Rounding = 'nearest'): string {
  if (unit === 'USD') return `$${formatNumber(value, rounding)}`;
  return unit === '' ? formatNumber(value, rounding) : `${formatNumber(value, rounding)} ${unit}`;
}

import { groupBy } from '../data/collections.js';
import type { SliceGate } from '../dataset.js';

/** The forecast of a criterion, computed before the first call. */
export interface Outlook {
  readonly case: string;
  readonly about: string;
  readonly criterion: string;
  /** The claim in words: `at least 95% of trials pass`. */
  readonly claim: string;
  /** The method of decision: `every trial`, or the name of the test. */
  readonly test: string;
  readonly significance_level: number | null;
  /** The maximum number of trials. */
  readonly n: number;
  /** The smallest number of trials with which it can pass; null if that is more than a case may have. */
  readonly smallest_n: number | null;
  /** The number of trials that may fail while it can still pass; null if it cannot pass or does not count trials. */
  readonly max_failures: number | null;
  /** True if the case stops when a pass has become unlikely, even after fewer failures than `max_failures`. Absent in older plans. */
  readonly gives_up?: boolean;
  /** False if no result can make it `failed`; null if that is not computed. Absent in older plans. */
  readonly can_fail?: boolean | null;
  /** The probability of a pass if the values of trials, from 0 to 1, have the true mean `at`; `truth` says so: `the true rate is 98.5%`. */
  readonly power: { readonly at: number; readonly value: number; readonly truth: string } | null;
  /** The mean number of trials until it is settled, if the true value is the bar or that of `power`. Absent if it is not computed. */
  readonly mean_trials?: { readonly at_bar: number; readonly at_expected: number; readonly bar: string };
  /** The smallest number of trials with a power of 80 % at `power.at`. */
  readonly needed_n: number | null;
  /** True for means: power and needed_n assume values at the two ends of the scale, the largest possible spread. */
  readonly is_widest_spread: boolean;
  /** `people` if it counts labels of people instead of trials. Absent otherwise. */
  readonly by?: 'people';
}

export interface SliceOutlook
  extends Pick<Outlook, 'case' | 'claim' | 'test' | 'significance_level' | 'n' | 'smallest_n'> {
  /** Absent in older plans. */
  readonly power?: Outlook['power'];
  readonly field: string;
  readonly value: string;
  readonly must: SliceGate['must'];
}

/** Returns true if a criterion can pass with its number of trials. */
export function isPassable({ smallest_n, n }: Pick<Outlook, 'smallest_n' | 'n'>): boolean {
  return smallest_n !== null && smallest_n <= n;
}

/** A lower and an upper bound of a probability. */
interface ChanceBounds {
  readonly least: number;
  readonly most: number;
}

/** The forecasts of all claims of a run. */
export interface Forecasts {
  readonly outlooks: readonly Outlook[];
  readonly slice_outlooks?: readonly SliceOutlook[];
}

/**
 * Returns bounds of the probability that every claim of a run passes that has a power, also of slices that must pass, under the assumptions of
 * each power; null if none has one. Cases have separate trials and count as independent: their bounds are multiplied. The claims of one case
 * share its trials, so nothing is assumed about them: the upper bound is their smallest power, the lower one is Bonferroni's. Slices of one
 * field share no trial, so their powers are multiplied. A slice that must not fail is left out: it hardly ever fails at such a true value.
 */
export function chanceOfRun({ outlooks, slice_outlooks = [] }: Forecasts): ChanceBounds | null {
  const fields = groupBy(
    slice_outlooks.filter(({ must }) => must === 'pass'),
    ({ case: name, field }) => JSON.stringify([name, field]),
  );
  const slices = [...fields.values()].map((own) => ({ name: own[0]?.case, power: chanceOfSlices(own) }));
  const powers = [
    ...outlooks.flatMap(({ case: name, power }) => (power === null ? [] : [{ name, power: power.value }])),
    ...slices.flatMap(({ name, power }) => (power === null ? [] : [{ name, power }])),
  ];
  if (powers.length === 0) return null;
  return [...groupBy(powers, ({ name }) => name).values()]
    .map((own) => chanceOfCase(own.map(({ power }) => power)))
    .reduce((run, one) => ({ least: run.least * one.least, most: run.most * one.most }), { least: 1, most: 1 });
}

/** Returns the probability that all slices of a field pass; null if one has no forecast. */
export function chanceOfSlices(slices: readonly SliceOutlook[]): number | null {
  return slices.reduce<number | null>((all, { power }) => (all === null || !power ? null : all * power.value), 1);
}

function chanceOfCase(powers: readonly number[]): ChanceBounds {
  const misses = powers.reduce((sum, power) => sum + (1 - power), 0);
  return { least: Math.max(0, 1 - misses), most: Math.min(...powers) };
}

import { groupBy } from '../data/collections.js';
/** What can be said of a criterion before a cent is paid. */
export interface Outlook {
  readonly case: string;
  readonly about: string;
  readonly criterion: string;
  /** What is claimed, in words: `at least 95% of trials pass`. */
  readonly claim: string;
  /** How it is decided: `every trial`, or the name of the test. */
  readonly test: string;
  readonly significance_level: number | null;
  /** Trials at most. */
  readonly n: number;
  /** The fewest trials with which it could pass at all; null if more than a case can have. */
  readonly smallest_n: number | null;
  /** How many trials may fail for it still to pass; null where trials are not counted, or it cannot pass. */
  readonly max_failures: number | null;
  /** True if it stops where a pass has become unlikely: then fewer failures can end it, if they come early. Not in plans of older runs. */
  readonly gives_up?: boolean;
  /** False if no result can make it `failed`; null where that is not worked out. Not in plans of older runs. */
  readonly can_fail?: boolean | null;
  /** The probability of a pass if the number that is tested, from 0 to 1 per trial, has the true mean `at`; in words: `the true rate is 98.5%`. */
  readonly power: { readonly at: number; readonly value: number; readonly truth: string } | null;
  /** Trials after which it is settled on average, if the true value is on the bar and if it is that of `power`. Absent where that is not computed. */
  readonly mean_trials?: { readonly at_bar: number; readonly at_expected: number; readonly bar: string };
  /** The fewest trials with a power of 80 % there. */
  readonly needed_n: number | null;
  /** True for means: power and needed_n are those of values at the two ends of the scale, the widest spread there is. */
  readonly is_widest_spread: boolean;
}

/** Whether a criterion can pass at all with the trials that it gets, however good they are. */
export function isPassable({ smallest_n, n }: Outlook): boolean {
  return smallest_n !== null && smallest_n <= n;
}

/** Bounds of a probability. */
export interface ChanceBounds {
  readonly least: number;
  readonly most: number;
}

/**
 * Returns bounds of the probability that every statistical criterion of a run passes, if each claim is as good as its power
 * assumes; null if no criterion has a power. Cases have trials of their own and count as independent: their bounds are multiplied.
 * The criteria of one case share its trials, so nothing is assumed about them: together they pass at most as often as the least
 * likely, and at least as often as if no two ever missed at once (Bonferroni).
 */
export function chanceOfRun(outlooks: readonly Outlook[]): ChanceBounds | null {
  const powers = outlooks.flatMap(({ case: name, power }) => (power === null ? [] : [{ name, power: power.value }]));
  if (powers.length === 0) return null;
  return [...groupBy(powers, ({ name }) => name).values()]
    .map((own) => chanceOfCase(own.map(({ power }) => power)))
    .reduce(
      (run, one) => ({
        least: run.least * one.least,
        most: run.most * one.most,
      }),
      { least: 1, most: 1 },
    );
}

function chanceOfCase(powers: readonly number[]): ChanceBounds {
  const misses = powers.reduce((sum, power) => sum + (1 - power), 0);
  return { least: Math.max(0, 1 - misses), most: Math.min(...powers) };
}

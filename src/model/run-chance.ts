import { grouped } from './grouped.js';
import type { Outlook } from './outlook.js';

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
  return [...grouped(powers, ({ name }) => name).values()]
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

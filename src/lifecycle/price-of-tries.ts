import { levelOfAttempts } from '#stats/comparing/multiple-testing.js';

/** Says what a claim at `level` in (0, 1) is worth after `tries` tries, in percent with two digits. Returns an empty text without a level. */
export function priceOfTries(level: number | null, tries: number): string {
  if (level === null) return '';
  const worth = percent(levelOfAttempts(level, tries));
  return `; ${tries} tries at ${percent(level)} are worth ${worth} (the chance of a pass by luck)`;
}

/** Says the same if attempt j is decided at `base` / (j (j + 1)). These levels sum to `base`, which bounds all attempts together by Bonferroni's inequality. */
export function priceOfCorrected(base: number): string {
  return `; all attempts together: at most ${percent(base)} (the chance of a pass by luck)`;
}

/** Formats a probability in percent with two digits. */
export function percent(share: number): string {
  return `${Number((100 * share).toPrecision(2))} %`;
}

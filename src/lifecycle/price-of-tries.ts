import { levelOfAttempts } from '#stats/comparing/attempts.js';

/** What a claim at `level` in (0, 1) is worth that was tried `tries` times until it held, in words with two digits; empty without a level. */
export function priceOfTries(level: number | null, tries: number): string {
  if (level === null) return '';
  const worth = percent(levelOfAttempts(level, tries));
  return `; ${tries} tries at ${percent(level)} are worth ${worth} (the chance of a pass by luck)`;
}

/** The same where attempt j is decided at `base` / (j (j + 1)): these sum to `base`, so by Bonferroni's inequality it bounds all attempts together. */
export function priceOfCorrected(base: number): string {
  return `; all attempts together: at most ${percent(base)} (the chance of a pass by luck)`;
}

/** A probability with two digits. */
export function percent(share: number): string {
  return `${Number((100 * share).toPrecision(2))} %`;
}

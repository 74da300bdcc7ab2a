import { levelOfAttempts } from '#stats/comparing/attempts.js';

/** What a claim at `level` in (0, 1) is worth that was tried `tries` times until it held, in words with two digits; empty without a level. */
export function priceOfTries(level: number | null, tries: number): string {
  if (level === null) return '';
  const worth = percent(levelOfAttempts(level, tries));
  return `; ${tries} tries at ${percent(level)} are worth ${worth} (the chance of a pass by luck)`;
}

/** The same where try j has its level divided by j (j + 1): by Bonferroni's inequality all of them together are worth the whole level at most. */
export function priceOfCorrected(level: number | null, tries: number): string {
  if (level === null) return '';
  const together = level * tries * (tries + 1);
  return `; ${tries} tries at corrected levels are worth at most ${percent(together)} together`;
}

/** A probability with two digits. */
export function percent(share: number): string {
  return `${Number((100 * share).toPrecision(2))} %`;
}

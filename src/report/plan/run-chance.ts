import type { Outlook } from '#model/run/outlook.js';
import { chanceOfRun } from '#model/run/outlook.js';
import { chance } from '../text/numbers.js';

/** Returns the chance that a whole run passes: `33% to 40% chance …`; null if fewer than two claims have a chance of their own. */
export function runChanceText(outlooks: readonly Outlook[]): string | null {
  const bounds = chanceOfRun(outlooks);
  if (bounds === null || outlooks.filter(({ power }) => power !== null).length < 2) return null;
  const [least, most] = [chance(bounds.least), chance(bounds.most)];
  const range = least === most ? most : `${least} to ${most}`;
  return `${range} chance that every claim passes, if each is as good as its own chance assumes`;
}

/** Explains the two figures. */
export const runChanceLegend =
  'Run: cases count as independent. The claims of one case share its trials: the lower figure is for claims that never miss together, the higher for claims that miss together. Cases whose every trial must pass are left out.';

import type { CompareRule } from '#model/pairs/compare-rule.js';
import type { PairOutlook } from '#model/pairs/pair-outlook.js';
import { oneLine } from '#model/text/quoted.js';
import { marginText, unitsText } from '#view/pairs/pair-words.js';
import { clip } from '../text/clip.js';
import { chance, count, plural } from '../text/numbers.js';

/** The comparison that a prompt needs for `ready`, with its forecast. */
export interface PlannedCompare extends Pick<CompareRule, 'against' | 'not_worse_by' | 'better'> {
  readonly outlooks: readonly PairOutlook[];
}

/** The maximum number of cases whose chance is named. */
const mostCases = 3;
const widest = 40;

/** Renders the comparison in one sentence: `with ready, may lose 2 points: tickets 65% chance with 1,200 pairs, 80% with 1,660`. */
export function plannedCompareText({ against, not_worse_by, better, outlooks }: PlannedCompare): string {
  const shown = outlooks.slice(0, mostCases).map(outlookText);
  const more = outlooks.length - shown.length;
  const all = [...shown, ...(more > 0 ? [plural(more, 'more case')] : [])].join('; ');
  const must = better ? 'must be better' : `may lose ${marginText(not_worse_by)}`;
  return `with ${clip(oneLine(against), widest)}, ${must}${all === '' ? '' : `: ${all}`}`;
}

function outlookText({ case: name, decides, power, n, unit, needs, needed_n, is_least }: PairOutlook): string {
  const start = clip(oneLine(name), widest);
  const units = unitsText(n, unit);
  if (!decides) return `${start} has too few, ${units}${needs === null ? '' : ` of at least ${count(needs)}`}`;
  if (power === null) return `${start} ${units}`;
  const needed = needed_n === null || needed_n <= n ? '' : `, 80% with ${count(needed_n)}`;
  return `${start} ${is_least ? 'at least ' : ''}${chance(power)} chance with ${units}${needed}`;
}

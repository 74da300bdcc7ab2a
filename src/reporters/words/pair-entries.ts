import type { Comparison } from '#model/pairs/comparison.js';
import { oneLine } from '#model/text/quoted.js';
import { differenceParts, pairParts, reasonTexts, standingText } from '#view/pairs/case-words.js';
import type { ListedCase } from '#view/pairs/listed-cases.js';
import { sideName, sidesText } from '#view/pairs/pair-words.js';

/** Returns the figures of a case of a comparison, a text for each line, unescaped. */
export function pairReasons(one: ListedCase, comparison: Comparison): readonly string[] {
  const { pairs, standing } = one;
  const sides = pairs.missing > 0 ? null : sidesText(pairs);
  const isOpen = standing === 'unfinished';
  return [
    [standingText(one, comparison), ...(sides === null ? [] : [sides])].join(' · '),
    standing === 'decides_nothing' || isOpen ? '' : differenceParts(pairs, comparison).join(' · '),
    pairs.missing > 0 ? '' : pairParts(pairs, false).join(' · '),
    ...reasonTexts(one, comparison),
  ].filter((text) => text !== '');
}

/** Returns the two sides of a comparison as a name: `support-triage (the working tree against main)`, unescaped. */
export function comparisonName({ a, b }: Comparison): string {
  return `${oneLine(b.id)} (${sideName(b)} against ${sideName(a)})`;
}

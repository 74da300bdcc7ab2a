import type { CasePairs, Comparison, PairQuestion } from '#model/pairs/comparison.js';
import { groupedDigits } from '#model/text/quoted.js';
import { plural, sure } from '../words/numbers.js';
import type { ListedCase } from './listed-cases.js';
import { boundsInPoints, differenceText, marginText, outcomeWords, unitsText } from './pair-words.js';

/** Renders how a case came out: `not worse, shown with the others`. */
export function standingText({ standing, pairs, is_shown_with_others }: ListedCase, { margin }: PairQuestion): string {
  if (standing === 'unfinished') return missingText(pairs);
  if (standing === 'decides_nothing') return `${pairs.missing > 0 ? `${missingText(pairs)} · ` : ''}decides nothing`;
  if (is_shown_with_others) return 'not worse, shown with the others';
  if (standing === 'worse') return `worse by more than ${marginText(margin)}`;
  return outcomeWords[standing];
}

function missingText({ missing, trials }: CasePairs): string {
  return `${groupedDigits(missing)} of ${plural(trials, 'pair')} ${missing === 1 ? 'lacks' : 'lack'} a reply`;
}

/** Returns the difference and its bounds: `+0.6 points`, `at least -0.5, at most +1.7 (95% sure)`. */
export function differenceParts({ difference, interval }: CasePairs, { alpha }: PairQuestion): string[] {
  if (difference === null) return [];
  const bounds = boundsInPoints(interval);
  if (bounds.length === 0) return [differenceText(difference)];
  return [differenceText(difference), `${bounds.join(', ')} (${sure(alpha)} sure)`];
}

/** Returns how many pairs changed and how: `1,200 pairs`, `31 newly right`, `24 newly wrong`. */
export function pairParts(pairs: CasePairs, full: boolean): string[] {
  const { used, n, unit, trials, stopped_at, counts, better, worse, same } = pairs;
  if (used === 0) return [];
  const units =
    trials > used ? `${plural(used, unit)} with ${plural(trials, 'pair')} of answers` : unitsText(used, unit);
  const stopped = stopped_at === null ? '' : `, enough of ${groupedDigits(n)}`;
  const changed = counts
    ? [
        `${groupedDigits(counts.only_b)} newly right`,
        `${groupedDigits(counts.only_a)} newly wrong`,
        ...(full
          ? [`${groupedDigits(counts.both)} right in both`, `${groupedDigits(counts.neither)} wrong in both`]
          : [`${groupedDigits(same)} unchanged`]),
      ]
    : [`${groupedDigits(better)} better`, `${groupedDigits(worse)} worse`, `${groupedDigits(same)} equal`];
  return [units + stopped, ...changed];
}

/** Explains what the figures alone do not say. */
export function reasonTexts({ standing, pairs }: ListedCase, { margin, alpha, cases }: Comparison): readonly string[] {
  const { without_value, needs, n, unit, surely_worse_within_margin } = pairs;
  const [a, b] = [without_value.a, without_value.b];
  return [
    ...(a + b > 0
      ? [`without a usable answer: ${groupedDigits(a)} of A, ${groupedDigits(b)} of B; each counts as wrong`]
      : []),
    ...(standing === 'decides_nothing' ? [tooFewText({ needs, n, unit }, margin)] : []),
    ...(surely_worse_within_margin &&
    (standing === 'decides_nothing' || cases.filter(({ decides }) => decides).length > 1)
      ? [
          standing === 'undecided' || standing === 'decides_nothing'
            ? `a loss is shown, but not whether it is ${marginText(margin)} or more`
            : `a loss of less than ${marginText(margin)} is shown`,
        ]
      : []),
    ...(standing === 'undecided' && isCorrected(pairs, alpha)
      ? [
          `${pairs.not_worse.shown ? 'not worse' : 'worse'} by itself; not shown after correcting for the number of cases`,
        ]
      : []),
  ];
}

/** Returns true for a case that would not be undecided without the correction for several cases. */
function isCorrected({ not_worse: { shown, fail_p } }: CasePairs, alpha: number): boolean {
  return shown || (fail_p !== null && fail_p < alpha);
}

function tooFewText({ needs, n, unit }: Pick<CasePairs, 'needs' | 'n' | 'unit'>, margin: number): string {
  const would = needs === null ? '' : `, which needs at least ${groupedDigits(needs)}`;
  return `${unitsText(n, unit)} are too few for a margin of ${marginText(margin)}${would}`;
}

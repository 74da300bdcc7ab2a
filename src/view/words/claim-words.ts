import { groupedDigits } from '#model/text/quoted.js';
import type { Claim, Found } from '../view.js';
import { percentage, plural, sure } from './numbers.js';

/** A claim without its sentence. */
type BareClaim = Omit<Claim, 'sentence'>;

/** Renders the figures of a claim against its bar: `4 of 11 trials passed, at most 65% (95% sure); the bar is 80%`. */
export function claimSentence(claim: BareClaim): string {
  const { bound, bar, significance_level: level, failed, ungraded, people } = claim;
  const bounds = bound !== null && level !== null && hasFigure(claim) ? `, ${bound.raw} (${sure(level)} sure)` : '';
  return [
    foundText(claim) + bounds,
    ...(bar !== null ? [`the bar is ${bar.raw}`] : []),
    ...(level === null && claim.asked > 1 ? [everyText(claim)] : []),
    ...(failed > 0 ? [`${groupedDigits(failed)} without a usable answer`] : []),
    ...(ungraded > 0 ? [`${groupedDigits(ungraded)} ungraded`] : []),
    ...(people && people.missing > 0 ? [`${plural(people.missing, 'label')} awaited`] : []),
  ].join('; ');
}

/** Renders a claim without a test: `every trial must pass`, `every item must be right`. */
export function everyText({ found }: BareClaim): string {
  return `every ${found.unit} must ${pastOf(found) === 'right' ? 'be right' : 'pass'}`;
}

/** Renders how many items or answers pass: `1,149 of 1,200 items right`. */
export function countText(found: Found): string {
  const { k = 0, n, unit } = found;
  return `${groupedDigits(k)} of ${plural(n, unit)} ${pastOf(found)}`;
}

/** Returns the word for what passes: items are right, unless a judge alone says so. */
export function pastOf({ words }: Pick<Found, 'words'>): 'right' | 'passed' {
  return / right\b/.test(words.raw) ? 'right' : 'passed';
}

function foundText(claim: BareClaim): string {
  const { found, asked, outcome } = claim;
  const { k, n, unit, words } = found;
  if (k === undefined) return words.raw;
  if (unit === 'trial' && asked === 1) return outcome === 'passed' ? 'the only trial passed' : 'the only trial failed';
  if (unit === 'trial') return `${groupedDigits(k)} of ${plural(n, 'trial')} passed`;
  return countText(found) + shareOfFound(claim);
}

/** Returns true if a claim is shown with a numeric bound: a statistical test decided it, and its bound has a figure. */
export function hasFigure(claim: BareClaim): boolean {
  const { bound, outcome, significance_level } = claim;
  if (bound === null || significance_level === null || outcome === 'inconclusive' || isCounted(claim)) return false;
  return /\d/.test(bound.raw);
}

/** Returns true for a claim about a file whose items were all asked: its share is counted, and needs no bound. */
function isCounted({ found: { estimate }, range }: BareClaim): boolean {
  return range !== null && estimate !== null && range.lower === estimate && range.upper === estimate;
}

/** Returns the advice to run more trials, with what to write for it in a case without a data set. */
export function adviceParts({ advice, needed_n, asked, found }: BareClaim): string[] {
  if (!advice) return [];
  const isAdvised = needed_n !== null && needed_n > asked && advice.raw.includes(plural(needed_n, 'trial'));
  const isSet = found.unit === 'trial' && isAdvised;
  return [advice.raw + (isSet ? `: set sample_size: ${needed_n}` : '')];
}

/**
 * Renders the share of what was found: ` (95.3%)`. Empty if the case stopped early and no bound is shown beside it: a case that gave up did so
 * at a low point, and one that passed at a high one.
 */
export function shareOfFound(claim: BareClaim): string {
  const { found, used, asked } = claim;
  const { k, n } = found;
  return k === undefined || n === 0 || (used < asked && !hasFigure(claim)) ? '' : ` (${percentage(k / n)})`;
}

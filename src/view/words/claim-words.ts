import { groupedDigits } from '#model/text/quoted.js';
import type { Claim } from '../view.js';
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
    ...(level === null && claim.asked > 1 ? [`every ${claim.found.unit} must ${passWord(claim)}`] : []),
    ...(failed > 0 ? [`${groupedDigits(failed)} without a usable answer`] : []),
    ...(ungraded > 0 ? [`${groupedDigits(ungraded)} ungraded`] : []),
    ...(people && people.missing > 0 ? [`${plural(people.missing, 'label')} awaited`] : []),
  ].join('; ');
}

function passWord({ found: { unit } }: BareClaim): string {
  return unit === 'trial' ? 'pass' : 'be right';
}

function foundText({ found: { k, n, unit, words }, asked, outcome }: BareClaim): string {
  if (k === undefined) return words.raw;
  if (unit === 'trial' && asked === 1) return outcome === 'passed' ? 'the only trial passed' : 'the only trial failed';
  if (unit === 'trial') return `${groupedDigits(k)} of ${plural(n, 'trial')} passed`;
  return `${groupedDigits(k)} of ${plural(n, unit)} right${n > 0 ? ` (${percentage(k / n)})` : ''}`;
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

/** Returns the advice to run more trials, if the estimate supports the claim. */
export function adviceParts({ outcome, needed_n, asked, range, found, criterion }: BareClaim): string[] {
  const isOfClass = /^(?:recall|precision|f1)_gte$/.test(criterion);
  if (isOfClass && needed_n !== null)
    return [`about ${groupedDigits(needed_n)} items of the class would have an 80% chance`];
  if (outcome !== 'inconclusive' || needed_n === null || needed_n <= asked) return [];
  if (range !== null && found.estimate !== null && found.estimate <= range.bar) return [];
  if (found.unit !== 'trial') return [`${plural(needed_n, found.unit)} would have an 80% chance`];
  return [`${groupedDigits(needed_n)} trials would have an 80% chance: set sample_size: ${needed_n}`];
}

import { defaultSignificanceLevel } from '#model/limits.js';
import type { CaseView, Claim } from '#view/view.js';
import { count, plural } from '../../text/numbers.js';
import { claimTitle } from '../claim.js';

/** What a claim rests on, in parts: `4 of 11 trials`, `at most 65%`, `bar 80%`. */
export function claimParts(claim: Claim): string[] {
  const { bound, bar, significance_level, failed, ungraded, asked } = claim;
  return [
    ...foundParts(claim),
    ...(significance_level === null && asked > 1 ? ['every trial must pass'] : []),
    ...(bound !== null && hasFigure(claim) ? [bound.raw + otherLevel(claim)] : []),
    ...(bar === null ? [] : [`bar ${bar.raw}`]),
    ...(failed > 0 ? [`${count(failed)} without a usable answer`] : []),
    ...(ungraded > 0 ? [`${count(ungraded)} ungraded`] : []),
    ...adviceParts(claim),
  ];
}

/** With one trial the mark says it all. */
function foundParts({ found: { k, n, words }, asked }: Claim): string[] {
  if (k === undefined) return words.raw === '' ? [] : [words.raw];
  return asked === 1 ? [] : [`${count(k)} of ${plural(n, 'trial')}`];
}

/** True if a claim is told with a bound that is a number: it is decided, and its bound is more than a side of the bar. */
export function hasFigure({ bound, outcome, significance_level }: Claim): boolean {
  if (bound === null || significance_level === null || outcome === 'inconclusive') return false;
  return /\d/.test(bound.raw);
}

function otherLevel({ significance_level }: Claim): string {
  return significance_level === null || significance_level === defaultSignificanceLevel
    ? ''
    : ` (${sure(significance_level)} sure)`;
}

/** `95%` of a level of 0.05. */
export function sure(level: number): string {
  return `${Number(((1 - level) * 100).toPrecision(4))}%`;
}

/** More trials are advised where those that there are speak for the claim. */
function adviceParts({ outcome, needed_n, asked, range, found }: Claim): string[] {
  if (outcome !== 'inconclusive' || needed_n === null || needed_n <= asked) return [];
  if (range !== null && found.estimate !== null && found.estimate <= range.bar) return [];
  return [`${count(needed_n)} trials would have an 80% chance: set sample_size: ${needed_n}`];
}

/** A claim of a case in words, with what it is about where the case has claims about several things. */
export function claimText({ about, claim }: Claim, { claims }: CaseView): string {
  return claimTitle(
    { about: about.raw, claim: claim.raw },
    claims.map((one) => ({ about: one.about.raw, claim: one.claim.raw })),
  );
}

import { defaultSignificanceLevel } from '#model/limits.js';
import type { CaseView, Claim } from '#view/view.js';
import { count, plural } from '../../text/numbers.js';
import { claimTitle } from '../claim.js';

/** Returns the figures of a claim in parts: `4 of 11 trials`, `at most 65%`, `bar 80%`. */
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

/** Returns the found figures; none with a single trial, whose mark is the whole result. */
function foundParts({ found: { k, n, words }, asked }: Claim): string[] {
  if (k === undefined) return words.raw === '' ? [] : [words.raw];
  return asked === 1 ? [] : [`${count(k)} of ${plural(n, 'trial')}`];
}

/** Returns true if a claim is shown with a numeric bound: a statistical test decided it, and its bound has a figure. */
export function hasFigure({ bound, outcome, significance_level }: Claim): boolean {
  if (bound === null || significance_level === null || outcome === 'inconclusive') return false;
  return /\d/.test(bound.raw);
}

function otherLevel({ significance_level }: Claim): string {
  return significance_level === null || significance_level === defaultSignificanceLevel
    ? ''
    : ` (${sure(significance_level)} sure)`;
}

/** Renders the confidence of a significance level: `95%` for 0.05. */
export function sure(level: number): string {
  return `${Number(((1 - level) * 100).toPrecision(4))}%`;
}

/** Returns the advice to run more trials, if the estimate supports the claim. */
function adviceParts({ outcome, needed_n, asked, range, found }: Claim): string[] {
  if (outcome !== 'inconclusive' || needed_n === null || needed_n <= asked) return [];
  if (range !== null && found.estimate !== null && found.estimate <= range.bar) return [];
  return [`${count(needed_n)} trials would have an 80% chance: set sample_size: ${needed_n}`];
}

/** Renders a claim, with its subject if the case has claims about several. */
export function claimText({ about, claim }: Claim, { claims }: CaseView): string {
  return claimTitle(
    { about: about.raw, claim: claim.raw },
    claims.map((one) => ({ about: one.about.raw, claim: one.claim.raw })),
  );
}

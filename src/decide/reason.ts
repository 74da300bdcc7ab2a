import type { Verdict } from '#model/verdict.js';
import { sampleSize } from '#stats/sample-size.js';
import type { Claim } from './claim.js';
import type { Standing } from './criterion.js';
import { percent, trials as trialsInWords } from './in-words.js';
import { sum } from './predicate.js';
import { plannedPower } from './test.js';
import type { TrialValues } from './trial-values.js';

type Facts = Omit<Verdict, 'reason'>;

/** How the case ended for this criterion, and how many of its trials a pass allows to fail (null where they are not counted). */
export interface Ending {
  readonly standing: Standing;
  readonly allowed: number | null;
}

/** Why a claim is or is not shown, in a sentence for people who know no statistics. */
export function reasonInWords(facts: Facts, claim: Claim, trials: readonly TrialValues[], ending: Ending): string {
  return [
    claim.found(trials),
    ...withoutValues(facts),
    ...boundInWords(facts, claim),
    `the bar is ${claim.scale.inWords(claim.scale.bar)}`,
    ...shownWithoutBound(facts, claim),
    ...stopInWords(facts, ending),
    ...adviceInWords(facts, claim, trials),
  ].join('; ');
}

function withoutValues({ failed, ungraded }: Facts): string[] {
  const parts = [
    ...(failed > 0 ? [`${failed} had no answer that counts`] : []),
    ...(ungraded > 0 ? [`${ungraded} could not be graded`] : []),
  ];
  return parts.length === 0 ? [] : [`${parts.join(' and ')}, which counts against the claim`];
}

/** The bound that speaks for the claim; for a failed one the bound that speaks against it. */
function boundInWords({ outcome, interval, significance_level }: Facts, { scale }: Claim): string[] {
  const isLower = scale.wantsMore === (outcome !== 'failed');
  const bound = (isLower ? interval?.lower : interval?.upper) ?? null;
  const isTrivial = bound === scale.fromMean?.(isLower === scale.wantsMore ? 0 : 1);
  if (bound === null || isTrivial) return [];
  const confidence = percent(1 - (significance_level ?? 0));
  const value = boundBeside(scale, bound, isLower);
  return [`with ${confidence} confidence the true ${scale.truth} is at ${isLower ? 'least' : 'most'} ${value}`];
}

/** Rounded as figures are, unless that would carry the bound onto the bar or past it. */
function boundBeside({ bar, inWords }: Claim['scale'], bound: number, isLower: boolean): string {
  const nearest = inWords(bound);
  if (bound === bar || nearest !== inWords(bar)) return nearest;
  return inWords(bound, isLower ? 'down' : 'up');
}

function shownWithoutBound({ outcome, interval, significance_level }: Facts, { scale }: Claim): string[] {
  if (outcome === 'inconclusive' || interval !== null) return [];
  const side = (outcome === 'passed') === scale.wantsMore ? 'above' : 'below';
  return [
    `that shows a true ${scale.truth} ${side} it: a false claim comes this far in at most ${percent(significance_level ?? 0)} of runs`,
  ];
}

function stopInWords({ used, n }: Facts, { standing, allowed }: Ending): string[] {
  if (used >= n) return [];
  const stopped = `stopped at ${used} of ${trialsInWords(n)}`;
  if (standing === 'passes') return [`${stopped}, since that settles it`];
  if (standing === 'open') return [`${stopped}, since another criterion of the case could not pass any more`];
  if (allowed === null) return [`${stopped}, since no pass was possible any more`];
  return [`${stopped}, since a pass allows ${allowed === 0 ? `none of the ${n}` : `${allowed} of the ${n}`} to fail`];
}

/** What would help: more trials, where the truth may well be above the bar. */
function adviceInWords(facts: Facts, claim: Claim, trials: readonly TrialValues[]): string[] {
  const { outcome, used, n, needed_n, significance_level } = facts;
  if (outcome !== 'inconclusive') return [];
  if (needed_n !== null && needed_n > n) return [wouldSettle(needed_n, claim, claim.expected)];
  if (used < n) return [];
  const observed = sum(trials.map(({ values }) => (values === null ? 0 : claim.toY(values)))) / Math.max(1, used);
  if (observed <= claim.mu0) return ['more trials alone are unlikely to show it'];
  const needed = sampleSize({ p0: claim.mu0, p1: observed, alpha: significance_level ?? 0, power: plannedPower });
  return needed.n_first === null || needed.n_first <= n ? [] : [wouldSettle(needed.n_first, claim, observed)];
}

function wouldSettle(needed: number, claim: Claim, truth: number): string {
  const spread = claim.data === 'bounded' ? ', however widely values are spread' : '';
  return `about ${needed} trials would have settled it if ${claim.scale.truthInWords(truth)}${spread}`;
}

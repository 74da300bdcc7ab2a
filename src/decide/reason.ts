import { endedByAnother, type Verdict, type VerdictWords } from '#model/run/verdict.js';
import { atLeast, atMost } from '#model/text/bounds.js';
import { groupedDigits } from '#model/text/quoted.js';
import { formatCount, formatPercent, type MeanClaim } from './claim.js';
import type { TestStatus } from './criterion.js';
import { sum } from './quantity.js';
import type { TrialValues } from './trial-values.js';

type Facts = Omit<Verdict, 'reason' | 'words'>;

/** How the case ended for this criterion. */
export interface Ending {
  readonly status: TestStatus;
  /** The most failures with which the criterion can still pass; null if failures are not counted. */
  readonly allowed: number | null;
  /** True if the test can stop a case for futility. */
  readonly givesUp: boolean;
  /** True if the test's bounds hold wherever the case ends. */
  readonly holdsAnywhere: boolean;
  /** True if the test gave up early and can never give `failed` in a case that it stops. */
  readonly neverFails: boolean;
  /** What more trials would do; empty if that is not known. */
  readonly advice: readonly string[];
}

/**
 * Describes the observed data, the bound of the true value, and the bar. Gives no bound if another criterion ended the case: the
 * trials that never ran count as the worst possible, so a bound would not describe the data.
 */
export function verdictWords(
  facts: Facts,
  claim: MeanClaim,
  trials: readonly TrialValues[],
  ending: Ending,
): VerdictWords {
  const { status, neverFails } = ending;
  const isCutShort = status === 'open' && facts.used < facts.n;
  const gaveUp = facts.outcome === 'inconclusive' && status === 'cannot_pass' && facts.used < facts.n;
  const stop = gaveUp ? [`stopped: ${whyStopped(facts, ending)}`] : [];
  const advice = [...stop, ...needed(facts, ending), ...ending.advice];
  return {
    found: claim.describeData(trials, facts.used),
    bound: isCutShort || isCounted(facts, claim) ? null : describeBound(facts, claim, neverFails),
    bar: claim.scale.formattedBar,
    ...(advice.length > 0 && { advice: advice.join('; ') }),
  };
}

/** A verdict to explain, with the data behind it. */
export interface Explained {
  readonly facts: Facts;
  readonly words: VerdictWords;
  readonly claim: MeanClaim;
  readonly ending: Ending;
}

/** Explains an outcome in one sentence, for readers who know no statistics. */
export function explainOutcome({ facts, words, claim, ending }: Explained): string {
  return [
    words.found,
    ...describeMissing(facts),
    ...describeTrueValue(facts, words, claim, ending),
    ...describeStop(facts, claim, ending),
    ...needed(facts, ending),
    ...ending.advice,
  ].join('; ');
}

function describeMissing({ failed, ungraded }: Facts): string[] {
  const parts = [
    ...(failed > 0 ? [`${failed} gave no usable answer`] : []),
    ...(ungraded > 0 ? [`${ungraded} could not be graded`] : []),
  ];
  if (parts.length === 0) return [];
  return [`${parts.join(' and ')}, which counts against the claim`];
}

/** Returns true if all items of the file that the claim is about were asked: nothing is inferred. */
function isCounted({ used }: Facts, { counting }: MeanClaim): boolean {
  return used === counting.fileItems;
}

function describeTrueValue(facts: Facts, { bound, bar }: VerdictWords, claim: MeanClaim, ending: Ending): string[] {
  if (isCounted(facts, claim)) return ['all items were asked, so this is counted', `the bar is ${bar}`];
  if (bound === null) return [`the bar is ${bar}`];
  const level = formatPercent(1 - (facts.significance_level ?? 0));
  const { fileItems, noun } = claim.counting;
  const whole = fileItems === null ? '' : ` of these ${formatCount(fileItems, noun)}`;
  const known = `with ${level} confidence the true ${claim.scale.truth}${whole} is ${bound}`;
  return boundsWithoutFigure.includes(bound)
    ? [`${known} of ${bar}`]
    : [known + describeUnasked(facts, claim, ending), `the bar is ${bar}`];
}

/** Describes how trials that never ran count in a bound. Empty if every trial ran, or if the bound already allows for the early stop. */
function describeUnasked(
  { outcome, used, n, fail_p }: Facts,
  { data, scale, counting: { noun, isPooled } }: MeanClaim,
  { neverFails, holdsAnywhere }: Ending,
): string {
  const rest = n - used;
  const isAgainst = outcome === 'failed' || neverFails;
  const isDecided = outcome === 'passed' || (isAgainst && fail_p !== null);
  const isExact = isDecided && data === 'binary' && scale.boundsOf === undefined && !isPooled;
  if (rest <= 0 || isExact || holdsAnywhere) return '';
  const [worst, best] =
    data === 'binary' ? ['failures', 'successes'] : ['the worst possible values', 'the best possible values'];
  return `, if the ${rest} of ${formatCount(n, noun)} that did not run count as ${isAgainst ? best : worst}`;
}

/** The words for a side of the bar, used if there is no bound to quote. */
const [above, below] = ['above the bar', 'below the bar'];

const boundsWithoutFigure: readonly string[] = [above, below];

/**
 * Returns the bound that supports the claim, such as `at least 85.1%`. If the claim failed or could not have failed, returns the
 * bound that contradicts it. If the outcome is decided but no bound is as sharp as the test, names only the side of the bar.
 */
export function describeBound(
  { outcome, interval }: Pick<Facts, 'outcome' | 'interval'>,
  { scale }: Pick<MeanClaim, 'scale'>,
  neverFails: boolean,
): string | null {
  const isLower = scale.higherIsBetter === (outcome !== 'failed' && !neverFails);
  const isDecided = outcome !== 'inconclusive';
  const side = isLower ? above : below;
  if (interval === null) return isDecided ? side : null;
  const bound = isLower ? interval.lower : interval.upper;
  const isBlunt = bound !== null && (isLower ? bound < scale.bar : bound > scale.bar);
  if (isBlunt && isDecided) return side;
  const isTrivial = bound === scale.fromMean?.(isLower === scale.higherIsBetter ? 0 : 1);
  if (bound === null || isTrivial) return null;
  return (isLower ? atLeast : atMost)(bound, scale.format);
}

function describeStop(facts: Facts, { counting: { noun } }: MeanClaim, ending: Ending): string[] {
  const { used, n } = facts;
  if (used >= n) return [];
  const where = `${used} of ${formatCount(n, noun)}, since ${whyStopped(facts, ending)}`;
  const tooFew = `${formatCount(used, noun)} ${used === 1 ? 'is' : 'are'} too few to disprove the claim`;
  return [`stopped at ${where}`, ...(ending.neverFails ? [tooFew] : [])];
}

/** Why a case stopped that could not pass any more, where no number of failures says it. */
export const noPassLeft = 'no pass was possible any more';

function whyStopped({ outcome, n }: Facts, { status, allowed, givesUp }: Ending): string {
  if (status === 'open') return endedByAnother;
  if (allowed !== null && status === 'cannot_pass') {
    return `${allowed === 0 ? 'none' : `at most ${allowed}`} of ${n} may fail`;
  }
  if (outcome !== 'inconclusive') return 'that settles it';
  return givesUp ? 'going on would cost more than it is likely to show' : noPassLeft;
}

/** Says how many trials had to be good, if all were made and they were too few; empty if that does not depend on a number. */
function needed({ outcome, used, n }: Facts, { allowed }: Ending): readonly string[] {
  if (outcome !== 'inconclusive' || used < n || allowed === null) return [];
  return [`a pass takes ${groupedDigits(n - allowed)} of ${groupedDigits(n)}`];
}

/** eva advises more trials if data as bad as these have at least this probability under the claim. */
const unremarkableShare = 0.2;

/**
 * Says what more trials would do; empty if that is not known. `neededAt` returns the fewest trials that give the planned power at a true mean
 * of Y.
 */
export function adviseMoreTrials(
  { outcome, used, n, needed_n, fail_p, allowed }: Facts & Pick<Ending, 'allowed'>,
  claim: MeanClaim,
  trials: readonly TrialValues[],
  neededAt: (truth: number) => number | null,
): readonly string[] {
  const ys = trials.flatMap(({ values }) => (values === null ? [] : [claim.toY(values)]));
  if (outcome !== 'inconclusive' || ys.length === 0) return [];
  const observed = sum(ys) / trials.length;
  const isRemarkable = used >= n || (fail_p !== null && fail_p <= unremarkableShare);
  // The failure that ends a sample without room for any says little of the true value.
  const saysLittle = used < n ? allowed === 0 || !isRemarkable : observed > claim.mu0;
  if (needed_n !== null && needed_n > n && saysLittle) return [planFor(needed_n, claim, claim.expected)];
  if (observed <= claim.mu0) return isRemarkable ? ['more trials alone are unlikely to show it'] : [];
  const more = used < n ? null : neededAt(observed);
  return more === null || more <= n ? [] : [planFor(more, claim, observed)];
}

function planFor(needed: number, claim: MeanClaim, truth: number): string {
  const spread = claim.data === 'bounded' ? ' and values lie at both ends of what they can be' : '';
  return `${formatCount(needed, claim.counting.noun)} would give an 80% chance of a pass if ${claim.scale.describeTruth(truth)}${spread}`;
}

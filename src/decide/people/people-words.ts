import type { Case } from '#model/case.js';
import { endedByAnother, type Verdict, type VerdictWords } from '#model/run/verdict.js';
import { groupedDigits } from '#model/text/quoted.js';
import type { Claim } from '../claim/claim.js';
import { countingOf, formatCount } from '../claim/counting.js';
import { formatPercent } from '../claim/format.js';
import { describeBound } from '../claim/reason.js';

type Facts = Omit<Verdict, 'reason' | 'words'>;

/** A verdict of labels to explain, with its claim. */
interface Explained {
  readonly claim: Claim;
  readonly words: VerdictWords;
  /** Returns the fewest labels that give the planned power at a true rate. */
  readonly neededAt: (truth: number) => number | null;
}

const answers = { one: 'answer', many: 'answers' };
const labels = { one: 'label', many: 'labels' };

/** Returns the answers that a claim of people is about, in words: `the answers to items like these`. */
export function answersOf(testCase: Pick<Case, 'dataset' | 'sample_size'>): string {
  const { whole } = countingOf(testCase);
  if (whole === 'trials') return 'answers';
  return whole.startsWith('answers') ? whole : `the answers to ${whole}`;
}

/** Returns the parts of the reason: the labels that are missing, why none can decide, or those that there are with the bound of the true rate. */
export function wordsOfLabels(facts: Facts, claim: Claim): VerdictWords {
  const { missing = 0, labels: size = 0, passed = 0 } = facts.people ?? {};
  const bar = claim.scale.formattedBar;
  if (missing > 0) return { found: waiting(missing, size), bound: null, bar };
  if (facts.used === 0) return { found: `not decided: ${endedByAnother}`, bound: null, bar };
  const found = `${groupedDigits(passed)} of ${formatCount(size, answers)} satisfy people`;
  return { found, bound: isCounted(facts, claim) ? null : describeBound(facts, claim, false), bar };
}

/** Returns the words of a verdict that waits: `waits for 150 labels`. */
function waiting(missing: number, size: number): string {
  const part = missing === size ? '' : `${groupedDigits(missing)} of `;
  return `waits for ${part}${formatCount(size, labels)}`;
}

/** Explains the outcome of labels in one sentence, for readers who know no statistics. */
export function explainLabels(facts: Facts, explained: Explained): string {
  const { words, claim } = explained;
  if (facts.used === 0) return words.found;
  return [
    words.found,
    ...describeUndecided(facts),
    ...describeStrata(facts),
    ...describeTrueRate(facts, explained),
    `the bar is ${words.bar ?? claim.scale.formattedBar}`,
    ...adviseMoreLabels(facts, explained),
  ].join('; ');
}

/** Returns true if people labelled every answer that the claim is about: nothing is inferred. */
function isCounted({ n }: Facts, { counting }: Claim): boolean {
  return n === counting.fileItems;
}

function describeUndecided({ failed, people }: Facts): readonly string[] {
  const unlabelled = people?.unlabelled ?? 0;
  const parts = [
    ...(failed > 0 ? [`${failed} gave no usable answer`] : []),
    ...(unlabelled > 0 ? [`on ${unlabelled} people do not decide`] : []),
  ];
  return parts.length === 0 ? [] : [`${parts.join(' and ')}, which counts against the claim`];
}

function describeStrata({ people, estimate }: Facts): readonly string[] {
  if (!people?.strata || estimate === null) return [];
  const { judged, judge_passed } = people.strata;
  const judge = `the judge passes ${groupedDigits(judge_passed)} of ${formatCount(judged, answers)}`;
  return [`${judge}, and people about ${formatPercent(estimate)} of them`];
}

function describeTrueRate(facts: Facts, { claim, words: { bound } }: Explained): readonly string[] {
  if (isCounted(facts, claim)) return ['people labelled every answer, so this is counted'];
  if (bound === null) return [];
  const level = formatPercent(1 - (facts.significance_level ?? 0));
  const { fileItems } = claim.counting;
  const whole = fileItems === null ? '' : ` of these ${formatCount(fileItems, answers)}`;
  return [`with ${level} confidence the true rate${whole} is ${bound}`];
}

/** Advises more labels if the true rate may be above the bar. A verdict is made once: they are for another run. */
function adviseMoreLabels({ outcome, estimate, n }: Facts, { claim, neededAt }: Explained): readonly string[] {
  if (outcome !== 'inconclusive' || estimate === null) return [];
  if (estimate <= claim.mu0) return ['more labels alone are unlikely to show it'];
  const needed = neededAt(estimate);
  if (needed === null || needed <= n) return [];
  const truth = claim.scale.describeTruth(estimate);
  return [`${formatCount(needed, labels)} would give an 80% chance of a pass if ${truth}`];
}

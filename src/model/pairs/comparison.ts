import type { Subject } from '../case.js';
import type { PaidCost, UsageTotal } from '../reply/price.js';
import type { Evidence } from '../run/run.js';
import { flagWords, promptWord, shellWord } from '../text/quoted.js';
import type { SideName } from './compare-rule.js';

/** The results of a comparison. `worse` means by more than the margin; `undecided` means that the pairs show nothing. */
export const pairOutcomes = ['better', 'not_worse', 'worse', 'undecided'] as const;

export type PairOutcome = (typeof pairOutcomes)[number];

/** The question of a comparison: is B worse than A by more than `margin`? */
export interface PairQuestion {
  /** The greatest allowed loss, between 0 and 1: 0.05 means 5 points of a pass rate, or of the scale of a score. */
  readonly margin: number;
  /** The largest probability of a false claim. */
  readonly alpha: number;
  /** The number of the comparison among those of B's files, for which `alpha` is corrected; absent if it is not corrected. */
  readonly try?: number;
}

/** The margin without `--not-worse-by` and `not_worse_by`. */
export const defaultMargin = 0.05;

/** The significance level of the first comparison of two versions. */
export const firstLevel = 0.05;

/** The numbers of pairs of answers by which of the two is right. */
export interface PairCounts {
  readonly both: number;
  readonly neither: number;
  readonly only_b: number;
  readonly only_a: number;
}

/** What a test counts as one: a trial of a case that is asked again and again, an item with all its draws, or a cluster of items. */
export type PairUnit = 'trial' | 'item' | 'cluster';

/** A case of a comparison with its numbers. A number that does not exist, or is not valid after an early stop, is null. */
export interface CasePairs {
  readonly case: string;
  readonly kind: Subject['kind'];
  /** `right`: a trial is right or not. `score`: a trial has a value from 0 to 1 by the only criterion of the case. */
  readonly measure: 'right' | 'score';
  readonly unit: PairUnit;
  /** null if replies are missing, and for a case with too few pairs to decide, unless it is `worse`. */
  readonly outcome: PairOutcome | null;
  /** False if its pairs could not show "not worse" even if all of them were equal. It can still be worse. */
  readonly decides: boolean;
  /** The number of units with which it would decide; null if it decides, or if no number of units within the limit would do. */
  readonly needs: number | null;
  /** The planned number of units, and the number of those so far in which no reply is missing. */
  readonly n: number;
  readonly used: number;
  /** The number of units, with those that lack replies, after which the outcome was certain; null if it needed all of them. */
  readonly stopped_at: number | null;
  /** The number of pairs of trials so far, with those that lack a reply. */
  readonly trials: number;
  /** The means of the sides over all used pairs; a trial without a value counts as 0. */
  readonly a: number | null;
  readonly b: number | null;
  readonly difference: number | null;
  /** One-sided bounds of the difference B - A, each with confidence 1 - alpha. For clusters: of an average item. */
  readonly interval: { readonly lower: number | null; readonly upper: number | null };
  /** null for scores, and if an item has several draws. */
  readonly counts: PairCounts | null;
  /** The numbers of used units whose value is greater with B, with A, and equal. */
  readonly better: number;
  readonly worse: number;
  readonly same: number;
  readonly not_worse: PairTest;
  readonly better_claim: BetterTest;
  /** True if B is shown to be worse than A, but not by more than the margin. Absent if that is not shown. */
  readonly surely_worse_within_margin?: true;
  readonly unpaired: UnpairedItems;
  /** The number of pairs in which a side has no reply. */
  readonly missing: number;
  /** The numbers of used trials without a value: refused, cut, empty, or not graded. */
  readonly without_value: { readonly a: number; readonly b: number };
  readonly slices: readonly PairSlices[];
}

/** The test of a margin: by the score statistic of single pairs that are right or wrong, Gaffke's, or the mixture e-process. */
export type MarginTestName = 'score' | 'gaffke' | 'betting';

export type BetterTestName = 'mcnemar' | 'gaffke' | 'betting';

/**
 * The claim "not worse by more than the margin" and its opposite. The adjusted p-value of the claim is Holm's over the cases that decide, that of the
 * opposite over all cases.
 */
interface PairTest {
  readonly test: MarginTestName;
  readonly p_value: number | null;
  readonly fail_p: number | null;
  readonly adjusted: number | null;
  readonly fail_adjusted: number | null;
  /** True if the claim is shown, without regard to other cases. */
  readonly shown: boolean;
}

/** Returns true for a case whose outcome depends on replies that are missing. */
export function isOpenCase({ outcome, not_worse }: Pick<CasePairs, 'outcome' | 'not_worse'>): boolean {
  return outcome === null && not_worse.fail_p === null;
}

/** The claim "better", which is shown only if "not worse" is. */
interface BetterTest {
  readonly test: BetterTestName;
  readonly p_value: number | null;
  readonly adjusted: number | null;
  readonly shown: boolean;
}

/** The items that are not compared: those of one side alone, and those whose used values differ. */
export interface UnpairedItems {
  readonly only_a: number;
  readonly only_b: number;
  readonly changed: number;
  /** The ids of the first `maxNamedItems` of them: first those with other values, then those of A, then those of B. */
  readonly named: readonly string[];
}

export const maxNamedItems = 200;

export const noUnpaired: UnpairedItems = { only_a: 0, only_b: 0, changed: 0, named: [] };

/** The slices of one field, with the mean of each side. They are shown and decide nothing. */
export interface PairSlices {
  readonly field: string;
  readonly rows: readonly PairSlice[];
}

export interface PairSlice {
  readonly value: string;
  /** The number of pairs of trials. */
  readonly pairs: number;
  /** The sums of the values of each side: numbers of right answers, unless the measure is a score. */
  readonly k_a: number;
  readonly k_b: number;
  readonly a: number | null;
  readonly b: number | null;
}

/** One side of a comparison: its prompt and models, and the run that answers for it. */
export interface SideFacts extends SideName {
  /** The run of this side in `.eva/runs`. */
  readonly run_id: string;
  readonly evidence: Evidence;
  /** The number of trials that come from an earlier whole run, and the number that this comparison asked. */
  readonly kept: number;
  readonly asked: number;
  /** The earlier whole run; null without one. */
  readonly from_run: string | null;
}

/** The result of one comparison, as plain data. */
export interface Comparison extends PairQuestion, PaidCost {
  readonly schema: 'eva-comparison/1';
  readonly id: string;
  readonly ts: string;
  readonly eva_version: string;
  /** The word that named A: `main`, `ready`, an id, a model, a run. */
  readonly against: string;
  readonly a: SideFacts;
  readonly b: SideFacts;
  /** True if both sides have the same prompt and models, so that B is not worse without a call. */
  readonly same: boolean;
  readonly state: 'finished' | 'unfinished';
  /** True if `--case` chose some of the pairs. */
  readonly partial: boolean;
  readonly outcome: PairOutcome | null;
  readonly cases: readonly CasePairs[];
  readonly usage: UsageTotal;
  readonly duration_s: number;
}

/** The forecast of a case of a comparison, computed before the first call. */
export interface PairOutlook
  extends PairQuestion,
    Pick<CasePairs, 'case' | 'unit' | 'decides' | 'needs' | 'n' | 'trials'> {
  readonly test: MarginTestName;
  /** The share of units whose answers change from A to B, which the forecast assumes. */
  readonly change: number;
  /** The chance of "not worse" if both sides are equally good; null for clusters. */
  readonly power: number | null;
  /** The least number of units with a power of 80 %; null for clusters, and if it is above the limit of trials. */
  readonly needed_n: number | null;
  /** True if the real power is at least this: a sequential test of more than 1,000 right and wrong answers. */
  readonly is_least: boolean;
}

/** The share of changed answers that a forecast assumes without an earlier comparison. */
export const defaultChange = 0.1;

/** The words and flags of a command line that choose what is compared. */
interface ChosenLine {
  /** The id of B's prompt. */
  readonly id: string;
  readonly words: readonly string[];
  readonly models?: readonly string[] | undefined;
  readonly cases?: readonly string[] | undefined;
  readonly margin?: number | undefined;
}

/** Returns the command with these words and flags: `eva compare summary main --not-worse-by 0.02`. */
export function compareLine({ id, words, models = [], cases = [], margin }: ChosenLine): string {
  return [
    'eva compare',
    promptWord(id),
    ...words.map(shellWord),
    ...models.map((name) => flagWords('--model', name)),
    ...cases.map((name) => flagWords('--case', name)),
    ...(margin === undefined ? [] : [flagWords('--not-worse-by', String(margin))]),
  ].join(' ');
}

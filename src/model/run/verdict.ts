import { quoted } from '../text/quoted.js';

export type Outcome = 'passed' | 'failed' | 'inconclusive';

/** The decision of a criterion on a case, with its numbers. A number that cannot be computed, or is not valid after an early stop, is null, never 0. */
export interface Verdict {
  readonly about: string;
  readonly criterion: string;
  /** The claim in words: `at least 95% of trials pass`. */
  readonly claim: string;
  readonly outcome: Outcome;
  /** The largest probability of a false pass, and of a false failure; null if no test decides. */
  readonly significance_level: number | null;
  /** The estimate from the used trials, in the unit of the claim: a proportion, a score, seconds. */
  readonly estimate: number | null;
  /** One-sided bounds, each with the confidence level 1 - significance_level. */
  readonly interval: { readonly lower: number | null; readonly upper: number | null } | null;
  /** The p-value of the claim: the largest probability of data at least as good as these if the claim is false. */
  readonly p_value: number | null;
  /** The p-value of the opposite claim. */
  readonly fail_p: number | null;
  /** The maximum number of trials. */
  readonly n: number;
  /** The number of trials in the verdict: fewer than `n` if the case stopped early. */
  readonly used: number;
  /** The numbers of used trials whose response is refused, truncated or empty, and whose response could not be graded. */
  readonly failed: number;
  readonly ungraded: number;
  /** The number of trials with which the chance of a pass is 80 % if the expected rate is true; null if it cannot be computed. */
  readonly needed_n: number | null;
  readonly words: VerdictWords;
  /** The reason as a sentence, made of `words`. */
  readonly reason: string;
  /** Set for a criterion with `by: people`. */
  readonly people?: PeopleCounts;
}

/** The labels that a criterion with `by: people` counts. */
export interface PeopleCounts {
  /** The number of answers in the sample. */
  readonly labels: number;
  /** The number of them that nobody has labelled yet. Above 0 the verdict waits. */
  readonly missing: number;
  /** The answers that people passed and failed. A refused, truncated or empty answer is failed without a label. */
  readonly passed: number;
  readonly failed: number;
  /** The answers that were skipped, or about which raters disagree equally often. They count against the claim. */
  readonly unlabelled: number;
  /** The judge's passes and failures among all answers, if the test divides the sample by them. */
  readonly strata?: LabelStrata;
}

/** Counts of all answers, and of the sample that people labelled, by what the judge says. */
export interface LabelStrata {
  readonly judged: number;
  readonly judge_passed: number;
  /** The labels of answers that the judge passed, and how many of them people passed. */
  readonly m1: number;
  readonly x1: number;
  /** The same for answers that the judge failed. */
  readonly m0: number;
  readonly x0: number;
}

export function waitsForLabels({ people }: Pick<Verdict, 'people'>): boolean {
  return people !== undefined && people.missing > 0;
}

/** Returns why a case that was open when its run ended has no verdict. `endedBy`: the case with which the run ended. */
export function notDecided(endedBy: string): string {
  return `not decided: the run ended when ${quoted(endedBy)} could not pass any more (--fail-fast=run)`;
}

/** The last part of a reason if another criterion ended the case before this one was settled. */
export const endedByAnother = 'the case could not pass any more, by another criterion';

/** The parts of a reason, for narrow places. */
export interface VerdictWords {
  /** `38 of 40 trials passed`. */
  readonly found: string;
  /** The bound of the true value: `at least 85.1%`. */
  readonly bound: string | null;
  /** The bar: `90%`; null if the claim has no bar. */
  readonly bar: string | null;
  /** The number of trials that would have a chance of 80 %, with the true value that this assumes. Absent without such advice. */
  readonly advice?: string;
}

/**
 * The misses of a claim about passes in the order of its units, with the rule of its test: what passes, and what ends the case without a pass. A
 * unit without a value is a miss. Entry t - 1 of a rule is about the first t units.
 */
export interface ClaimPath {
  /** The greatest number of units, and the number that the claim used. */
  readonly n: number;
  readonly used: number;
  /** The numbers of the units that missed, from 1, in order. */
  readonly misses: readonly number[];
  /** The most misses with which the claim passes; null where it cannot pass yet. */
  readonly pass: readonly (number | null)[];
  /** The fewest misses that end it without a pass; null where none do. */
  readonly stop: readonly (number | null)[];
  /** The most misses that still allow a pass, for a test that ends with the next one; null for other tests. */
  readonly limit: number | null;
}

/** What a case on a data set shows beside its verdicts. */
export interface DatasetFindings {
  /** The units and items that the verdicts use. */
  readonly units: number;
  readonly items: number;
  /** The estimates for an average cluster and for an average item; null without clusters. */
  readonly estimates: { readonly clusters: number | null; readonly items: number | null } | null;
  readonly slices: readonly SliceFieldResult[];
  /** One entry for each expectation about classes. */
  readonly classes: readonly ClassesResult[];
}

/** The slices of one field. */
export interface SliceFieldResult {
  readonly field: string;
  /** null for slices that are only reported. */
  readonly must: 'pass' | 'not_fail' | null;
  /** The claim of each slice in words, and its bar: `85%`; null without a gate. */
  readonly claim: string | null;
  readonly bar: string | null;
  /** Whether the slices do what they must; null without a gate or before the case is settled. */
  readonly holds: boolean | null;
  /** The level of the bounds. */
  readonly significance_level: number;
  /** The values, the most frequent first. */
  readonly rows: readonly SliceRow[];
}

/** One slice. A number that does not exist, or is not valid after an early stop, is null. */
export interface SliceRow {
  readonly value: string;
  /** After Holm's correction; null if the slice is only reported. */
  readonly outcome: Outcome | null;
  /** The trials that pass, and all trials; `k` is null for claims that do not count passes. */
  readonly k: number | null;
  readonly trials: number;
  /** The units that it has, and the greatest number that may be asked. */
  readonly n: number;
  readonly of: number;
  readonly failed: number;
  readonly ungraded: number;
  readonly estimate: number | null;
  /** One-sided bounds. */
  readonly lower: number | null;
  readonly upper: number | null;
  readonly p_value: number | null;
  readonly fail_p: number | null;
  /** Holm's adjusted p-values over the gated slices of the field. */
  readonly adjusted: number | null;
  readonly fail_adjusted: number | null;
  /** True if it could not pass any more, so that the case stopped. Absent otherwise. */
  readonly ended_case?: true;
}

/** The classes of one expectation: counts and, for each class, recall, precision and F1. */
export interface ClassesResult {
  /** The index of the expectation in its case. */
  readonly expectation: number;
  readonly classes: readonly string[];
  /** Rows are expected classes; columns are answered ones, the last column none of them. */
  readonly matrix: readonly (readonly number[])[];
  /** The number of trials. */
  readonly n: number;
  readonly rows: readonly ClassRow[];
  /** The mean F1 of the classes and its lower bound; null before a valid one exists. */
  readonly macro_f1: number | null;
  readonly macro_f1_lower: number | null;
}

export interface ClassRow {
  readonly class: string;
  readonly recall: Share;
  readonly precision: Share;
  readonly f1: Share;
}

/** `hits` of `n` trials; for F1 the hits are true positives and `n` adds false positives and false negatives. */
export interface Share {
  readonly hits: number;
  readonly n: number;
  readonly estimate: number | null;
  /** One-sided bounds; null if none is valid. */
  readonly lower: number | null;
  readonly upper: number | null;
}

/** A stored verdict that differs from the one computed from the scores. null if one of the two does not exist. */
export interface VerdictDifference {
  readonly case: string;
  readonly about: string;
  readonly criterion: string;
  readonly stored: Verdict | null;
  readonly recomputed: Verdict | null;
}

/** The result of computing the verdicts of a stored run again from its scores. */
export interface Recomputation {
  /** The number of verdicts that the scores give. */
  readonly total: number;
  readonly differences: readonly VerdictDifference[];
  /** Other contradictions in the stored result, a sentence each. */
  readonly contradictions: readonly string[];
}

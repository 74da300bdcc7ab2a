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

export type Outcome = 'passed' | 'failed' | 'inconclusive';

/** What a criterion says of a case, with the numbers that it rests on. Not computable, or not valid where the case stopped, is null, never 0. */
export interface Verdict {
  readonly about: string;
  readonly criterion: string;
  /** What was claimed, in words: `at least 95% of trials pass`. */
  readonly claim: string;
  readonly outcome: Outcome;
  /** How probable a false pass, and a false failure, may be at most; null where no test decides. */
  readonly significance_level: number | null;
  /** In the unit of the claim: a share, a score, seconds. Of the trials that were used. */
  readonly estimate: number | null;
  /** One-sided bounds, each with a confidence of 1 - significance_level. */
  readonly interval: { readonly lower: number | null; readonly upper: number | null } | null;
  /** Of the claim: how probable data as good as these are at most if the claim is false. */
  readonly p_value: number | null;
  /** The same of the claim's opposite. */
  readonly fail_p: number | null;
  /** Trials that were asked for: the most that are spent. */
  readonly n: number;
  /** Trials that the verdict rests on; fewer than `n` where the case stopped early. */
  readonly used: number;
  /** Trials among them whose answer cannot count, and those that could not be graded. */
  readonly failed: number;
  readonly ungraded: number;
  /** Trials that give an 80 % chance of a pass if the truth is what was planned for; null where that cannot be said. */
  readonly needed_n: number | null;
  readonly words: VerdictWords;
  /** The reason in a sentence, made of the words. */
  readonly reason: string;
}

/** Why a case ended before a criterion was settled: the last part of its reason. */
export const endedByAnother = 'the case could not pass any more, by another criterion';

/** The parts of a reason, for places with little room. */
export interface VerdictWords {
  /** `38 of 40 trials passed`. */
  readonly found: string;
  /** What is known of the truth: `at least 85.1%`. */
  readonly bound: string | null;
  /** `90%`; null where nothing is compared. */
  readonly bar: string | null;
}

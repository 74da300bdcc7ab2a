import type { Outcome, PeopleCounts } from '#model/run/verdict.js';
import type { Text } from '../text.js';

export interface Claim {
  readonly outcome: Outcome;
  readonly criterion: string;
  /** The subject of the claim: a metric, a behaviour, or checks. */
  readonly about: Text;
  /** The claim in words: `at least 95% of trials pass`. */
  readonly claim: Text;
  /** The whole explanation in one sentence. */
  readonly reason: Text;
  /** The figures against the bar in one short sentence: `4 of 11 trials passed, at most 65% (95% sure); the bar is 80%`. */
  readonly sentence: Text;
  readonly found: Found;
  /** `down` if smaller values support the claim. A share always supports it by being larger. */
  readonly better: 'up' | 'down';
  /** The bar in words; null if nothing is compared. */
  readonly bar: Text | null;
  /** The bound of the true value, in words: `at most 65%`. */
  readonly bound: Text | null;
  /** How many trials would have a chance of 80 %, with the true value that this assumes. Absent without such advice. */
  readonly advice?: Text;
  readonly range: Range | null;
  /** null without a statistical test: every trial must pass. */
  readonly significance_level: number | null;
  readonly asked: number;
  readonly used: number;
  readonly failed: number;
  readonly ungraded: number;
  readonly needed_n: number | null;
  readonly p_value: number | null;
  readonly fail_p: number | null;
  /** Set for a claim that labels of people decide. */
  readonly people?: PeopleCounts;
}

export interface Found {
  /** The result in words: `38 of 40 trials passed`. */
  readonly words: Text;
  /** The number of trials that passed; absent if the claim is not about passes. */
  readonly k?: number;
  /** What `k` and `n` count: answers to one input, items of a data set, or answers to its items. */
  readonly unit: 'trial' | 'item' | 'answer';
  readonly n: number;
  /** The estimate, in the unit of the claim. */
  readonly estimate: number | null;
}

/** The range of the true share. `bar` and both bounds are from 0 to 1; an invalid bound is null. */
export interface Range {
  readonly lower: number | null;
  readonly upper: number | null;
  readonly bar: number;
  /** False if no bound is valid, because of how the case ended: the line is then dotted and has no ends. */
  readonly holds: boolean;
}

import type { CriterionSpec } from '#model/case.js';
import type { Score } from '#model/score.js';
import type { Verdict } from '#model/verdict.js';

export interface CriterionInput {
  readonly about: string;
  readonly spec: CriterionSpec;
  /** Trials that were asked for. */
  readonly n: number;
  /** One score a trial, in trial order. */
  readonly scores: readonly Score[];
}

/** A rule from the scores of one expectation to a verdict: a pure function with a name. */
export interface Criterion {
  readonly name: string;
  decide(input: CriterionInput): Verdict;
}

import type { Case, CriterionSpec, Expectation } from '#model/case.js';
import type { Outlook } from '#model/run/outlook.js';
import type { Verdict } from '#model/run/verdict.js';
import type { TrialValues } from './trial-values.js';

/** Where a criterion stands: in an expectation of a case. */
export interface CriterionContext {
  readonly one: Case;
  readonly expectation: Expectation;
  readonly spec: CriterionSpec;
}

/** Why a criterion cannot decide what it stands under. */
export interface Refusal {
  readonly message: string;
  readonly hint: string;
}

/** A rule from the values of a case's trials to a verdict. */
export interface Criterion {
  readonly name: string;
  /** Why it cannot be used here, or null. The other functions are called only where it can. */
  readonly refuse: (context: CriterionContext) => Refusal | null;
  readonly outlook: (context: CriterionContext) => Outlook;
  readonly watch: (context: CriterionContext) => Watch;
}

/** `passes` and `cannot_pass`: whatever the trials still to come will bring. */
export type Standing = 'open' | 'passes' | 'cannot_pass';

/** Follows one criterion through the trials of a case, in trial order. */
export interface Watch {
  readonly push: (trial: TrialValues) => void;
  readonly standing: () => Standing;
  /** True if a trial speaks against the criterion by itself: if all trials were like it, the claim would be false. */
  readonly isAgainst: (trial: TrialValues) => boolean;
  /** What the trials so far come to, if the case ends with them. */
  readonly verdict: () => Verdict;
}

import type { Case, Expectation } from '#model/case.js';
import { defaultSignificanceLevel } from '#model/limits.js';
import type { Outlook } from '#model/run/outlook.js';
import type { ClaimPath, Verdict } from '#model/run/verdict.js';
import type { CriterionSpec } from '#model/settings.js';
import type { TrialValues, Unit } from './trial-values.js';

export interface CriterionContext {
  readonly testCase: Case;
  readonly expectation: Expectation;
  readonly spec: CriterionSpec;
  /** True for a claim that must hold wherever another claim ends the case: that of a slice or a class. */
  readonly isAnytime?: boolean;
  /** The number of slices of one field that are decided together. Absent for a claim about all items. */
  readonly together?: number;
  /** True for a slice, whose row has no sentence. Its verdict is made without a forecast, which takes up to seconds near the bar. */
  readonly isRow?: boolean;
}

export function levelOf({ significance_level }: CriterionSpec): number {
  return significance_level ?? defaultSignificanceLevel;
}

export interface Refusal {
  readonly message: string;
  readonly hint?: string | undefined;
  /** The code of a reason of eva itself, which is a problem; absent if a criterion of a program gives the reason. */
  readonly code?: string;
  readonly variant?: string;
}

/** A rule from the values of a case's trials to a verdict. */
export interface Criterion {
  readonly name: string;
  /** Returns why the criterion cannot be used here, or null. The other functions are called only if this returns null. */
  readonly refuse: (context: CriterionContext) => Refusal | null;
  /** Returns whether it can pass with its number of trials. Faster than the outlook, which says the same. */
  readonly canPass?: (context: CriterionContext) => boolean;
  readonly outlook: (context: CriterionContext) => Outlook;
  /** Returns the fewest units with which it can pass before the case has all, if each of them is perfect. Absent if it needs all. Not for labels of people. */
  readonly least?: (context: CriterionContext) => number;
  readonly watch: (context: CriterionContext) => Watch;
  /**
   * Returns how the values of a trial become one number from 0 to 1, where larger numbers support the claim; null if a trial only counts for
   * or against it. Absent for criteria without such numbers.
   */
  readonly gradeOf?: (context: CriterionContext) => ((values: readonly number[]) => number) | null;
  /** Returns the rule of its test for figures; null for a claim that does not count passes. Absent for criteria without tests of passes. */
  readonly rule?: (context: CriterionContext) => StopRule | null;
}

/** What passes and what ends a claim that counts passes, after each number of units. */
export type StopRule = Pick<ClaimPath, 'n' | 'pass' | 'stop' | 'limit'>;

/** State of a test after some trials. `passes` and `cannot_pass` are final, whatever the remaining trials give. */
export type TestStatus = 'open' | 'passes' | 'cannot_pass';

/** Returns the status of claims that must all pass. */
export function worstStatus(statuses: readonly TestStatus[]): TestStatus {
  if (statuses.includes('cannot_pass')) return 'cannot_pass';
  return statuses.includes('open') ? 'open' : 'passes';
}

/** The state of one criterion while the units of a case arrive, in trial order. */
export interface Watch {
  readonly push: (unit: Unit) => void;
  readonly status: () => TestStatus;
  /** Returns true if a trial by itself counts against the criterion: the claim would be false if all trials were like it. */
  readonly isAgainst: (trial: TrialValues) => boolean;
  /** Returns the verdict if the case ends with the trials so far. */
  readonly verdict: () => Verdict;
}

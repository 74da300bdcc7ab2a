import type { JsonObject } from '#model/data/json.js';
import type { FindingWords } from '../../finding.js';
import type { Reached } from './context.js';

/** Why something is not carried over as it is, and what to do by hand. */
export type Reason = Omit<FindingWords, 'what'>;

/** What an assertion becomes: checks that must all hold, rubrics that must all pass, or nothing. */
export type Mapped = CarriedChecks | CarriedRubrics | LeftOut;

interface Remarks {
  /** Something near to it is written, which can give another verdict. */
  readonly replaced?: Reason;
  /** What people should know, though it gives the same verdict. */
  readonly noted?: Reason;
}

export interface CarriedChecks extends Remarks {
  readonly kind: 'checks';
  readonly checks: readonly JsonObject[];
  /** True if its score is 1 if the checks hold, and else 0: a threshold can count it. */
  readonly isDecision: boolean;
  /** The embedding model of the checks. */
  readonly embedding?: Reached;
  /**
   * What the checks see of an answer: what the case extracts if it is absent. `whole`: code computes its output from the whole answer. `facts`:
   * everything but its text.
   */
  readonly sees?: 'whole' | 'facts';
  /** True if code looks at the case, and so at all variables of the test. */
  readonly needsAllVars?: boolean;
}

export interface CarriedRubrics extends Remarks {
  readonly kind: 'rubrics';
  readonly rubrics: readonly RubricText[];
  /** The `reference` of the case that the rubrics speak of. */
  readonly reference?: string;
  /** Texts for the case that another assertion has given another reference: the reference is then part of the rubric. */
  readonly withReference?: (reference: string) => readonly RubricText[];
}

/** A rubric, and the least score with which it passes: eva's default if it is absent. */
export interface RubricText {
  readonly text: string;
  readonly pass_threshold?: number;
}

export interface LeftOut extends Reason {
  readonly kind: 'left_out';
}

/** Carries an assertion over as checks that must all hold; without checks it holds anyway. */
export function carried(
  checks: readonly JsonObject[],
  rest: Omit<CarriedChecks, 'kind' | 'checks' | 'isDecision'> = {},
): CarriedChecks {
  return { kind: 'checks', checks, isDecision: true, ...rest };
}

/** Leaves an assertion out. */
export function leftOut(reason: string, todo?: string): LeftOut {
  return { kind: 'left_out', reason, ...(todo !== undefined && { todo }) };
}

import type { Verdict } from './verdict.js';

/** A verdict of a stored run that is not the one its scores come to. null where there is none on one side. */
export interface VerdictDifference {
  readonly case: string;
  readonly about: string;
  readonly criterion: string;
  readonly stored: Verdict | null;
  readonly recomputed: Verdict | null;
}

/** What deriving a stored run anew from its scores came to. */
export interface Recomputation {
  /** How many verdicts the scores come to. */
  readonly total: number;
  readonly differences: readonly VerdictDifference[];
  /** What else of the result does not follow from its scores, and what of these no run could have left: a sentence each. */
  readonly contradictions: readonly string[];
}

import type { Verdict } from './verdict.js';

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

import type { CasePairs, PairQuestion } from './comparison.js';

/** The forecast of a case of a comparison, computed before the first call. */
export interface PairOutlook
  extends PairQuestion,
    Pick<CasePairs, 'case' | 'unit' | 'decides' | 'needs' | 'n' | 'trials'> {
  readonly test: 'gaffke' | 'betting';
  /** The share of units whose answers change from A to B, which the forecast assumes. */
  readonly change: number;
  /** The chance of "not worse" if both sides are equally good; null for clusters. */
  readonly power: number | null;
  /** The least number of units with a power of 80 %; null for clusters, and if it is above the limit of trials. */
  readonly needed_n: number | null;
  /** True if the real power is at least this: a sequential test of right and wrong answers. */
  readonly is_least: boolean;
}

/** The share of changed answers that a forecast assumes without an earlier comparison. */
export const defaultChange = 0.1;

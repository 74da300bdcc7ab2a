export type Outcome = 'passed' | 'failed' | 'inconclusive';

/** What a criterion says of a case. Not computable is null, never 0. */
export interface Verdict {
  readonly about: string;
  readonly criterion: string;
  readonly outcome: Outcome;
  readonly estimate: number | null;
  readonly interval: { readonly lower: number; readonly upper: number } | null;
  readonly p_value: number | null;
  /** Trials that were asked for. */
  readonly n: number;
  readonly ungraded: number;
  /** The reason in words. */
  readonly reason: string;
}

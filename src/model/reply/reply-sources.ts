import type { AttemptKind } from '../run/attempt.js';

/** Kept replies of one earlier run. */
export interface SourceRun {
  readonly run_id: string;
  readonly kind: AttemptKind;
  readonly replies: number;
}

/** Where the replies of a run came from. */
export interface ReplySources {
  /** Replies that were requested in this run, or in the shards that it was merged from. */
  readonly asked: number;
  /** The runs in which kept replies (recordings, cache) were requested, those with most replies first; at most `mostSourceRuns`. */
  readonly runs: readonly SourceRun[];
  /** How many further runs are not listed. */
  readonly more_runs: number;
  /** Kept replies that do not name their run, as those of earlier versions do not. */
  readonly unnamed: number;
  /** Replies that were written by hand. */
  readonly synthetic: number;
}

export const mostSourceRuns = 20;

export const noSources: ReplySources = { asked: 0, runs: [], more_runs: 0, unnamed: 0, synthetic: 0 };

/**
 * Returns the id of the full run in which all replies were requested; null if they come from several runs, from a run of another kind, or
 * from elsewhere.
 */
export function oneWholeSource({ asked, runs, more_runs, unnamed, synthetic }: ReplySources): string | null {
  const [only] = runs;
  if (asked + more_runs + unnamed + synthetic > 0 || runs.length !== 1 || only?.kind !== 'full') return null;
  return only.run_id;
}

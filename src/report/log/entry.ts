import type { PairOutcome } from '#model/pairs/comparison.js';
import type { Shard } from '#model/run/run.js';

/**
 * The state of a run. `finished`: it has a row. `running`: a process works on it. `collected`: a complete shard, a side of a finished comparison, or a
 * run that judged nothing, none of which has a row. `waiting`: labels of people will decide it. `unrecorded`: it has finished, but its row was not
 * written or was deleted. `unfinished`: anything else.
 */
export type LogState = 'finished' | 'running' | 'collected' | 'waiting' | 'unrecorded' | 'unfinished';

/** One run for `eva log`, from its row, its folder, or both. Unknown fields are null. */
export interface LogEntry {
  readonly state: LogState;
  readonly run_id: string | null;
  /** The id of the prompt; null for rows of the original eva in the library's log. */
  readonly id: string | null;
  /** The variant or the other model of the run; absent without either. */
  readonly variant?: string;
  /** True if the command line replaced the model or the cases of the files. */
  readonly override?: true;
  /**
   * The side of a comparison that it answered for, and the word that named A; absent for a run of its own. Side B of a finished one also has the
   * outcome, and the name of A: `ready (5352329)`.
   */
  readonly compare?: {
    readonly side: 'a' | 'b';
    readonly against: string;
    readonly outcome?: PairOutcome;
    readonly label?: string;
  };
  /** The start time, ISO 8601, by the clock of its machine. */
  readonly ts: string | null;
  /** null without a row, without any case, and if the row contradicts itself. */
  readonly all_passed: boolean | null;
  readonly total: number | null;
  readonly passed: number | null;
  readonly failed_cases: readonly string[];
  readonly partial: boolean;
  readonly synthetic: boolean;
  /** False for rows of the original eva, which do not have digests of the files. */
  readonly has_evidence: boolean;
  readonly shard: Shard | null;
  readonly replies: number | null;
  readonly cost_usd: number | null;
  /** The date of eva's price table, if built-in prices are part of the cost. */
  readonly built_in_prices?: string;
  readonly duration_s: number | null;
  /** The place of its row; null without a row. */
  readonly row: { readonly file: string; readonly line: number } | null;
  /** Its folder, relative to the library; null if it was removed. */
  readonly folder: string | null;
  /** The process that works on it. */
  readonly pid: number | null;
  /** The machine or container of the process, if it is not this one. */
  readonly host?: string;
  /** Why its journal prevents a resume of an unfinished run; absent if it does not. */
  readonly journal?: 'gone' | 'newer';
  /** The command that resumes it; null if it is done, if a process works on it, or if it cannot be resumed. */
  readonly resume: string | null;
}

/** A run for the table, with fields that `--json` does not print. */
export interface ListedEntry extends LogEntry {
  /** The number of inconclusive cases in `failed_cases`. */
  readonly inconclusive: number;
  /** True if its row says that all replies are recorded ones, so that it called no model. */
  readonly isKept?: boolean;
  /** The id of its comparison, and the command that compares the same versions again; absent for a run of its own. */
  readonly comparison?: { readonly id: string; readonly command: string };
}

/** Removes the fields that `--json` does not print. */
export function withoutCounts({
  inconclusive: _,
  isKept: _kept,
  comparison: _comparison,
  ...entry
}: ListedEntry): LogEntry {
  return entry;
}

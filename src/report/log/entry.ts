import type { Shard } from '#model/run/run.js';

/**
 * How far a run has come. `finished`: its row is there. `running`: a process is at it now. `collected`: a whole shard, which has no
 * row of its own. `unrecorded`: finished, but has no row: it was not written, or deleted since. `unfinished`: anything else.
 */
export type LogState = 'finished' | 'running' | 'collected' | 'unrecorded' | 'unfinished';

/** One run as `eva log` knows it, from its row, from its folder, or from both. What neither tells is null. */
export interface LogEntry {
  readonly state: LogState;
  readonly run_id: string | null;
  /** The prompt; null where the row of the original eva stands in the log of the library. */
  readonly id: string | null;
  /** When it began, ISO 8601, by the clock of its machine. */
  readonly ts: string | null;
  /** null where no row says so, where nothing was evaluated, and where the row contradicts itself. */
  readonly all_passed: boolean | null;
  readonly total: number | null;
  readonly passed: number | null;
  readonly failed_cases: readonly string[];
  readonly partial: boolean;
  readonly synthetic: boolean;
  /** False of rows of the original eva, which name no files that they speak of. */
  readonly has_evidence: boolean;
  readonly shard: Shard | null;
  readonly replies: number | null;
  readonly cost_usd: number | null;
  readonly duration_s: number | null;
  /** Where its row stands; null if it has none. */
  readonly row: { readonly file: string; readonly line: number } | null;
  /** Its folder, relative to the library; null if it is not there any more. */
  readonly folder: string | null;
  /** The process that is at it now. */
  readonly pid: number | null;
  /** Its machine or container, if that is another than this one. */
  readonly host?: string;
  /** What of its journal keeps an unfinished run from being gone on with, if anything does. */
  readonly journal?: 'gone' | 'newer';
  /** The command that goes on with it; null where nothing is left to do, somebody is at it, or that cannot be. */
  readonly resume: string | null;
}

/** A run as the table shows it: with what `--json` leaves out. */
export interface ListedEntry extends LogEntry {
  /** How many of `failed_cases` are inconclusive. */
  readonly inconclusive: number;
}

/** Leaves out of an entry what `--json` does not print. */
export function withoutCounts({ inconclusive: _, ...entry }: ListedEntry): LogEntry {
  return entry;
}

import type { AttemptCases } from '#model/run/attempt.js';
import { isOnlyLook, type RunPlan, type RunResult, type RunRow } from '#model/run/run.js';
import { appendRunRow, fitRow } from '#store/logs/eval-log.js';
import { writeResult } from '#store/run/run-folder.js';
import { toRow } from '../collect/summarize.js';
import { outcomeOfResult } from './attempt-notes.js';
import type { OpenRun } from './open-run.js';
import type { RunPlace } from './run-deps.js';

interface RunEnd {
  /** The file of the run's row; null if it has no row. */
  readonly rowPath: string | null;
  /** True if its recordings could not be saved. */
  readonly isUnrecorded: boolean;
}

/**
 * Saves the result of a run, the end of its attempt, and its row if no reply and no label is missing, it is not a shard, and it judged something. The
 * row comes last: a run with a row is finished, and a run that is killed before can be resumed. If recordings cannot be saved, the rest is
 * saved anyway; the next call of `saveRecordings` throws that error.
 */
export function finishRun(
  result: RunResult,
  {
    place,
    attempt,
    saveRecordings,
  }: Pick<OpenRun, 'attempt' | 'saveRecordings'> & { readonly place: Pick<RunPlace, 'dir'> },
  root: string,
): RunEnd {
  writeResult(place.dir, result);
  let isUnrecorded = false;
  try {
    saveRecordings();
  } catch {
    isUnrecorded = true;
  }
  const row = rowOf(result);
  attempt.end(outcomeOfResult(result), row);
  return { rowPath: keepRow(row, root), isUnrecorded };
}

/** Returns the row of a finished run as it is stored; null for a run without a row, such as one that waits for labels. */
export function rowOf(result: RunResult): RunRow | null {
  const { state, shard, waits_for } = result;
  const hasNone = state === 'unfinished' || shard !== null || waits_for !== undefined || isOnlyLook(result);
  return hasNone ? null : fitRow(toRow(result));
}

/** Appends a row and returns the name of the file; null without a row. */
export function keepRow(row: RunRow | null, root: string): string | null {
  if (!row) return null;
  appendRunRow(root, row);
  return '.eval.jsonl';
}

/** The run to resume: the latest unfinished one of the prompt, or `runId` if given. */
export interface ResumableRun {
  readonly id: string;
  readonly runId?: string;
}

/** The saved part of an unfinished run, and the run to resume. */
export interface KeptReplies {
  readonly replies: number;
  /** Number of submitted batches whose replies are not all saved. */
  readonly batches: number;
  readonly resume: ResumableRun;
}

/** An error that ended a run. `kept` is null if a resumed run could make no progress. */
export interface RunFailure {
  readonly error: unknown;
  readonly kept: KeptReplies | null;
}

/** How a run ended. `unsaved` is the error if its recordings could not be saved. */
export type RunOutcome =
  | ({
      readonly ended: 'with_result';
      readonly plan: RunPlan;
      readonly result: RunResult;
      readonly resume: ResumableRun;
      readonly unsaved: RunFailure | null;
    } & RunEnd)
  | {
      readonly ended: 'interrupted';
      readonly cases: AttemptCases;
      /** True if another run of the same files would be a further attempt. */
      readonly isAttempt: boolean;
      readonly kept: KeptReplies;
      readonly unsaved: RunFailure | null;
    }
  | ({ readonly ended: 'with_error' } & RunFailure);

import type { AttemptCases } from '#model/run/attempt.js';
import { isOnlyLook, type RunPlan, type RunResult, type RunRow } from '#model/run/run.js';
import { appendRunRow, fitRow } from '#store/logs/eval-log.js';
import { writeResult } from '#store/run/run-folder.js';
import { toRow } from '../collect/summarize.js';
import { outcomeOfResult } from './attempt-notes.js';
import type { OpenRun } from './open-run.js';
import type { RunPlace } from './run-deps.js';

/**
 * Saves the result of a run, and the end of its attempt with the row that follows. If recordings cannot be saved, the rest is saved
 * anyway; the next call of `saveRecordings` throws that error. Returns true then.
 */
export async function finishRun(
  result: RunResult,
  {
    place,
    attempt,
    saveRecordings,
  }: Pick<OpenRun, 'attempt' | 'saveRecordings'> & { readonly place: Pick<RunPlace, 'dir'> },
): Promise<boolean> {
  await writeResult(place.dir, result);
  let isUnrecorded = false;
  try {
    saveRecordings();
  } catch {
    isUnrecorded = true;
  }
  await attempt.end(outcomeOfResult(result), rowOf(result));
  return isUnrecorded;
}

/** Returns the row of a finished run as it is stored; null without one: a reply or a label is missing, it is a shard, or it judged nothing. */
export function rowOf(result: RunResult): RunRow | null {
  const { state, shard, waits_for } = result;
  const hasNone = state === 'unfinished' || shard !== null || waits_for !== undefined || isOnlyLook(result);
  return hasNone ? null : fitRow(toRow(result));
}

/** Appends a row, waits until the disk has it, and returns the name of the file; null without a row. */
export async function keepRow(row: RunRow | null, root: string): Promise<string | null> {
  if (!row) return null;
  await appendRunRow(root, row);
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
  | {
      readonly ended: 'with_result';
      readonly plan: RunPlan;
      readonly result: RunResult;
      /** The file of the run's row; null if it has no row. */
      readonly rowPath: string | null;
      /** True if its recordings could not be saved. */
      readonly isUnrecorded: boolean;
      readonly kept: KeptReplies;
      readonly unsaved: RunFailure | null;
    }
  | {
      readonly ended: 'interrupted';
      readonly cases: AttemptCases;
      /** True if another run of the same files would be a further attempt. */
      readonly isAttempt: boolean;
      readonly kept: KeptReplies;
      readonly unsaved: RunFailure | null;
    }
  | ({ readonly ended: 'with_error' } & RunFailure);

import { EvaError } from '#errors/index.js';
import type { RunPlan, RunResult } from '#model/run/run.js';
import type { RunContext } from '#report/run/pretty.js';
import { toRow } from '#run/row.js';
import { appendRunRow } from '#store/eval-log.js';
import { writeResult } from '#store/run/run-folder.js';
import { outcomeOfResult } from './attempt-notes.js';
import type { OpenRun } from './open-run.js';

/** A run that ended: its plan, with all rubrics, and its result. */
export interface FinishedRun {
  readonly plan: RunPlan;
  readonly result: RunResult;
}

/** How a run ended: what its report says beside the result. */
type RunEnd = Pick<RunContext, 'exitCode' | 'rowPath' | 'isUnrecorded'>;

/** The part of an open run that is needed to persist its result. */
interface KeptBy extends Pick<OpenRun, 'saveRecordings'> {
  readonly attempt: Pick<OpenRun['attempt'], 'end'>;
  readonly place: Pick<OpenRun['place'], 'dir'>;
}

/**
 * Persists the result of a run, the end of its attempt, and its row if no reply is missing and it is not a shard. The row comes last: a
 * run with a row is over, and a run that is killed before can be resumed. Recordings that cannot be saved change the exit code; whoever
 * saves them again prints the error.
 */
export function finishRun({ result }: FinishedRun, { place, attempt, saveRecordings }: KeptBy, root: string): RunEnd {
  writeResult(place.dir, result);
  const unsaved = exitCodeOf(saveRecordings);
  attempt.end(outcomeOfResult(result));
  const rowPath = keepRow(result, root);
  return { exitCode: unsaved ?? exitCodeOfRun(result), rowPath, isUnrecorded: unsaved !== null };
}

/** Appends the row of a whole run and returns the name of the file; null for a run without a row. */
function keepRow(result: RunResult, root: string): string | null {
  if (result.state === 'unfinished' || result.shard !== null) return null;
  appendRunRow(root, toRow(result));
  return '.eval.jsonl';
}

/** Returns 3 if replies are missing, 1 if a case did not pass, else 0. A shard decides nothing. */
export function exitCodeOfRun({ state, shard, all_passed }: RunResult): number {
  if (state === 'unfinished') return 3;
  return shard !== null || all_passed ? 0 : 1;
}

/** Saves recordings. Returns the exit code of the error if that fails, else null. */
function exitCodeOf(save: () => void): number | null {
  try {
    save();
    return null;
  } catch (error) {
    return error instanceof EvaError ? error.exitCode : 70;
  }
}

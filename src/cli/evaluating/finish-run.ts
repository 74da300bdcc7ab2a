import { EvaError } from '#errors.js';
import type { RunPlan, RunResult } from '#model/run.js';
import type { RunContext } from '#report/run/pretty.js';
import { toRow } from '#run/row.js';
import { appendRunRow } from '#store/eval-log.js';
import { writeResult } from '#store/run/run-folder.js';
import { outcomeOfResult } from './attempt-notes.js';
import type { OpenRun } from './open-run.js';

/** What was planned in the end, and what it came to. */
export interface FinishedRun {
  readonly plan: RunPlan;
  readonly result: RunResult;
}

/** How a run ended: what its report tells beside the result. */
export type RunEnd = Pick<RunContext, 'exitCode' | 'rowPath' | 'isUnrecorded'>;

/** What of an open run keeps what it came to. */
interface KeptBy extends Pick<OpenRun, 'saveRecordings'> {
  readonly attempt: Pick<OpenRun['attempt'], 'end'>;
  readonly place: Pick<OpenRun['place'], 'dir'>;
}

/**
 * Keeps what a run came to: its result always, how it ended as an attempt, and its row if nothing is missing and it is no shard. The row comes last, since a run with
 * a row is over: what a kill before it costs, `--resume` brings. Recordings that could not be saved are left to whoever saves them
 * again, and told with their exit code.
 */
export function finishRun({ result }: FinishedRun, { place, attempt, saveRecordings }: KeptBy, root: string): RunEnd {
  writeResult(place.dir, result);
  const unsaved = exitCodeOf(saveRecordings);
  attempt.end(outcomeOfResult(result));
  const rowPath = keepRow(result, root);
  return { exitCode: unsaved ?? exitCodeOfRun(result), rowPath, isUnrecorded: unsaved !== null };
}

/** Appends the row of a run that is whole, and returns the file that has it; null if there is none. */
function keepRow(result: RunResult, root: string): string | null {
  if (result.state === 'unfinished' || result.shard !== null) return null;
  appendRunRow(root, toRow(result));
  return '.eval.jsonl';
}

/** 3 if something is missing; else 0, or 1 where a case did not pass. A shard decides nothing. */
export function exitCodeOfRun({ state, shard, all_passed }: RunResult): number {
  if (state === 'unfinished') return 3;
  return shard !== null || all_passed ? 0 : 1;
}

/** The exit code of what keeps recordings from being saved; null if they are. */
function exitCodeOf(save: () => void): number | null {
  try {
    save();
    return null;
  } catch (error) {
    return error instanceof EvaError ? error.exitCode : 70;
  }
}

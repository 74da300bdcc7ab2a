import { EvaError } from '#errors.js';
import type { RunPlan, RunResult } from '#model/run.js';
import { jsonResult } from '#report/json.js';
import { prettyResult } from '#report/run/pretty.js';
import { toRow } from '#run/row.js';
import { appendRunRow } from '#store/eval-log.js';
import { writeResult } from '#store/run-folder.js';
import type { OpenRun } from './open-run.js';
import type { Terminal } from './terminal.js';

/** What was planned in the end, and what it came to. */
export interface FinishedRun {
  readonly plan: RunPlan;
  readonly result: RunResult;
}

/**
 * Keeps and shows what a run came to. Returns the exit code of the result, also where recordings could not be saved: that is left to
 * whoever saves them again, and said here with its exit code.
 */
export function finishRun(
  { plan, result }: FinishedRun,
  session: OpenRun,
  root: string,
  { json }: { readonly json?: boolean },
  terminal: Terminal,
): number {
  const exitCode = keep(result, root, session.runDir);
  const unsaved = exitCodeOfSaving(session);
  const screen = {
    ...terminal,
    exitCode: unsaved ?? exitCode,
    rowPath: exitCode === 3 ? null : '.eval.jsonl',
    isUnrecorded: unsaved !== null,
    cases: plan.cases,
  };
  terminal.out(json ? jsonResult(result) : prettyResult(result, screen));
  return exitCode;
}

/** The exit code of what keeps recordings from being saved; null if they are. */
function exitCodeOfSaving({ saveRecordings }: OpenRun): number | null {
  try {
    saveRecordings();
    return null;
  } catch (error) {
    return error instanceof EvaError ? error.exitCode : 70;
  }
}

/** Writes what a run leaves behind: its result always, its row only if nothing is missing. Returns the exit code. */
function keep(result: RunResult, root: string, runDir: string): number {
  writeResult(runDir, result);
  if (result.state === 'unfinished') return 3;
  appendRunRow(root, toRow(result));
  return result.all_passed ? 0 : 1;
}

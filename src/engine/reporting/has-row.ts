import { orNull } from '#errors/index.js';
import { readRunRows, recordedRuns } from '#store/logs/eval-log.js';

/** Returns whether a run has a row in the log of its library; true if the log cannot be read. */
export function hasRow(root: string, run_id: string): boolean {
  return orNull(() => recordedRuns(readRunRows(root)).has(run_id)) ?? true;
}

import { type AttemptsLog, readAttempts } from '#store/attempts-log.js';
import { type RunLog, readRunRows } from '#store/eval-log.js';
import { type KeptRun, readKeptRuns } from '#store/run/kept-runs.js';

/** What a library has kept of its runs: rows, attempts, and folders of runs without a row. */
export interface KeptEvidence {
  readonly runs: RunLog;
  readonly attempts: AttemptsLog;
  readonly folders: readonly KeptRun[];
}

/** Reads all that says which runs there were. Throws EVA_DISK, EVA_ODD_FILE, EVA_LOG_TOO_LARGE. */
export function readEvidence(root: string): KeptEvidence {
  const runs = readRunRows(root);
  const attempts = readAttempts(root);
  const recorded = new Set(runs.rows.map(({ value }) => value['run_id']));
  const noted = new Set(attempts.rows.map(({ value }) => value.run_id));
  return { runs, attempts, folders: readKeptRuns(root, recorded, noted) };
}

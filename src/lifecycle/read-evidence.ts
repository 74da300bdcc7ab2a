import { problem } from '#errors/index.js';
import type { Problem } from '#model/problem.js';
import { short } from '#model/text/quoted.js';
import { type AttemptsLog, readAttempts } from '#store/logs/attempts-log.js';
import { type RunLog, readRunRows, recordedRuns } from '#store/logs/eval-log.js';
import { type KeptRun, readKeptRuns } from '#store/run/kept-runs.js';
import { runNames } from '#store/run/run-names.js';

/** The stored evidence of the runs of a library: rows, attempts, and folders of runs without a row. */
export interface KeptEvidence {
  readonly runs: RunLog;
  readonly attempts: AttemptsLog;
  readonly folders: readonly KeptRun[];
  readonly folderNames: ReadonlySet<string>;
}

/** Reads the rows, attempts and run folders of a library. Throws EVA_DISK, EVA_ODD_FILE, EVA_LOG_TOO_LARGE. */
export function readEvidence(root: string): KeptEvidence {
  const attempts = readAttempts(root);
  const runs = readRunRows(root, attempts);
  const folderNames = new Set(runNames(root));
  return { runs, attempts, folders: readKeptRuns(root, recordedRuns(runs)), folderNames };
}

/** Returns the warning for an unreadable line of `.attempts.jsonl`. */
export function badAttempt(line: number, reason: string): Problem {
  return problem('EVA_BAD_ROW:attempt', `this line ${short(reason)}`, {
    hint: 'eva skips it, so its attempt may not be counted; restore the file from version control',
    at: { file: '.attempts.jsonl', line },
    severity: 'warning',
  });
}

import { type Problem, problem } from '#model/problem.js';
import type { ReplySources } from '#model/reply/reply-sources.js';
import type { Evidence } from '#model/run/run.js';
import { short } from '#model/text/quoted.js';
import { type AttemptsLog, readAttempts } from '#store/logs/attempts-log.js';
import { type LoggedRow, type RunLog, readRunRows, recordedRuns } from '#store/logs/eval-log.js';
import { type KeptRun, readKeptRuns } from '#store/run/kept-runs.js';
import { runNames } from '#store/run/run-names.js';
import { storedFlaw } from '#store/run/stored-flaw.js';

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

/** Returns the evidence of a row; null if it has none that can be read. */
export function evidenceOf(row: LoggedRow): Evidence | null {
  const evidence = row['evidence'];
  if (row['row'] !== 1 || typeof row['partial'] !== 'boolean' || typeof evidence !== 'object' || evidence === null)
    return null;
  const { prompt, cases, judge, models, synthetic, oldest_reply } = evidence as Record<string, unknown>;
  const areTexts = [prompt, cases, judge, models].every((digest) => typeof digest === 'string');
  const isDated = oldest_reply === null || typeof oldest_reply === 'string';
  return areTexts && typeof synthetic === 'boolean' && isDated ? (evidence as Evidence) : null;
}

/** Returns the sources of replies in a row; null if they are missing or invalid. */
export function rowSources({ sources }: LoggedRow): ReplySources | null {
  return storedFlaw('sources', sources) === null ? (sources as ReplySources) : null;
}

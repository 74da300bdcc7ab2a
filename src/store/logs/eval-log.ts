import { dirname, join } from 'node:path';
import { EvaError, problem } from '#model/problem.js';
import { isCount } from '#model/reply/reply-flaw.js';
import type { RowVerdict, RunRow } from '#model/run/run.js';
import { short } from '#model/text/quoted.js';
import { syncFile } from '../files/background-sync.js';
import { appendRow, firstThatFit, fullRowBytes, inOrderOfTime, lineOf, type Rows, readRows } from '../files/jsonl.js';
import { checkAppendable, errnoOf, makeDirectories, reasons } from '../files/regular-file.js';
import { type AttemptsLog, beginTimes, checkAttemptsLog, readAttempts } from './attempts-log.js';

const fileName = '.eval.jsonl';

/** The five keys that every row has, also rows of the original eva. */
type CardRow = Pick<RunRow, 'ts' | 'all_passed' | 'total' | 'passed' | 'failed_cases'>;

/** A row as it was read. Only the types of the five keys are checked. */
export type LoggedRow = CardRow & Readonly<Record<string, unknown>>;

/** The rows in the order in which their runs began. */
export type RunLog = Rows<LoggedRow>;

/** Appends the row of a finished run to `.eval.jsonl`, shortened if it is long, and waits until the disk has it. */
export function appendRunRow(root: string, row: RunRow): Promise<void> {
  return appendRowTo(join(root, fileName), row);
}

/** Appends a row to any file, as `appendRunRow` does. */
export async function appendRowTo(file: string, row: RunRow): Promise<void> {
  appendRow(file, fitRow(row));
  await syncFile(file);
}

/** Makes the folder of a file, and checks that a row could be appended to the file. Throws EVA_DISK, EVA_ODD_FILE. */
export function prepareRowsIn(file: string): void {
  try {
    makeDirectories(dirname(file));
    checkAppendable(file);
  } catch (cause) {
    const errno = errnoOf(cause instanceof EvaError ? cause.cause : cause);
    const error = errno === 'EEXIST' ? 'ENOTDIR' : errno;
    throw error === undefined
      ? cause
      : new EvaError(
          [
            problem('EVA_DISK:rows', `cannot append to ${short(file)}: ${reasons[error] ?? short(error)}`, {
              hint: 'the option "rows" names this file: make it writable, or name another file',
            }),
          ],
          { cause },
        );
  }
}

/** Checks that a run could append its lines and its row. Changes nothing. Throws EVA_DISK, EVA_ODD_FILE. */
export function checkLogs(root: string): void {
  checkAppendable(join(root, fileName));
  checkAttemptsLog(root);
}

/**
 * Reads `.eval.jsonl` of a library, and lists the invalid lines. The rows are in the order of the begin lines of their runs, and by their own
 * `ts` without one; of two rows of a run, one that did not pass comes last. Throws as `readRows` does.
 */
export function readRunRows(root: string, attempts: AttemptsLog = readAttempts(root)): RunLog {
  const log = readRows(join(root, fileName), (value) =>
    isLoggedRow(value) ? { value } : { reason: 'is not the row of a run' },
  );
  const begins = beginTimes(attempts);
  return inOrderOfTime(
    log,
    ({ run_id, ts }) => begins.get(run_id) ?? ts,
    ({ all_passed }) => (all_passed ? 0 : 1),
  );
}

/** The last row of each run, by the run's id. */
export type RecordedRuns = ReadonlyMap<unknown, LoggedRow>;

export function recordedRuns({ rows }: RunLog): RecordedRuns {
  return new Map(rows.map(({ value }) => [value['run_id'], value]));
}

export function isLoggedRow(value: unknown): value is LoggedRow {
  if (typeof value !== 'object' || value === null) return false;
  const { ts, all_passed, total, passed, failed_cases } = value as Record<string, unknown>;
  const isOfTexts = Array.isArray(failed_cases) && failed_cases.every((name) => typeof name === 'string');
  return typeof ts === 'string' && typeof all_passed === 'boolean' && isCount(total) && isCount(passed) && isOfTexts;
}

const listBytes = 24_000;

/**
 * Shortens a row that is too long: first verdicts to their outcomes, then also its lists; `cut` has the number of omitted entries. Keeps
 * the verdicts with the largest significance levels, on which the error probability of repeated runs depends.
 */
export function fitRow(row: RunRow): RunRow {
  if (fits(row)) return row;
  const decided: RunRow = {
    ...row,
    verdicts: row.verdicts.map(({ case: name, criterion, outcome, significance_level }) => {
      return { case: name, criterion, outcome, significance_level };
    }),
  };
  if (fits(decided)) return decided;
  const bytes = listBytes / (row.datasets ? 1.5 : 1);
  const levelOf = ({ significance_level }: RowVerdict) => significance_level ?? 0;
  const verdicts = firstThatFit(
    decided.verdicts.toSorted((a, b) => levelOf(b) - levelOf(a)),
    bytes,
  );
  const failed_cases = firstThatFit(row.failed_cases, bytes);
  const datasets = row.datasets && firstThatFit(row.datasets, bytes);
  const cut = {
    verdicts: row.verdicts.length - verdicts.length,
    failed_cases: row.failed_cases.length - failed_cases.length,
    ...(datasets && { datasets: (row.datasets?.length ?? 0) - datasets.length }),
  };
  return { ...row, verdicts, failed_cases, ...(datasets && { datasets }), cut };
}

function fits(row: RunRow): boolean {
  return lineOf(row).length < fullRowBytes;
}

import type { RowVerdict, RunRow } from '#model/run/run.js';
import { lineOf } from '../files/jsonl.js';

/** The maximum size of a row in bytes. The rest of the 64 KiB is for fields of later versions. */
const fullRowBytes = 60_000;
const listBytes = 24_000;

/**
 * Shortens a row that is too long: first verdicts to their outcomes, then also its lists; `cut` has the number of omitted entries. Keeps
 * the verdicts with the largest significance levels, on which the error probability of repeated runs depends.
 */
export function fitRow(row: RunRow): RunRow {
  if (fits(row)) return row;
  const decided: RunRow = { ...row, verdicts: row.verdicts.map(decisionOnly) };
  if (fits(decided)) return decided;
  const verdicts = firstThatFit(decided.verdicts.toSorted(byLevel));
  const failed_cases = firstThatFit(row.failed_cases);
  const cut = {
    verdicts: row.verdicts.length - verdicts.length,
    failed_cases: row.failed_cases.length - failed_cases.length,
  };
  return { ...row, verdicts, failed_cases, cut };
}

function fits(row: RunRow): boolean {
  return lineOf(row).length < fullRowBytes;
}

function decisionOnly({ case: name, criterion, outcome, significance_level }: RowVerdict): RowVerdict {
  return { case: name, criterion, outcome, significance_level };
}

function byLevel(a: RowVerdict, b: RowVerdict): number {
  return (b.significance_level ?? 0) - (a.significance_level ?? 0);
}

function firstThatFit<T extends object | string>(items: readonly T[]): readonly T[] {
  let bytes = 0;
  const tooMuch = items.findIndex((item) => {
    bytes += Buffer.byteLength(JSON.stringify(item)) + 1;
    return bytes > listBytes;
  });
  return tooMuch === -1 ? items : items.slice(0, tooMuch);
}

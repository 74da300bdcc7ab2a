import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { csvRecord } from '#report/formats/csv.js';
import type { OpenLibrary } from '../../promises/open-library.js';
import { csvRows } from '../../support/judged-run.js';
import type { EvaOutput } from '../../support/run-eva.js';

/** An exported answer. */
type Row = Readonly<Record<string, string>>;

/** Labels the sample of the last run through a file: `verdictOf` returns the word for each answer, in order. */
export async function label(
  { eva, root }: OpenLibrary,
  rater: string,
  verdictOf: (at: number, row: Row) => string,
  ...flags: readonly string[]
): Promise<EvaOutput> {
  rmSync(join(root, 'labels.csv'), { force: true });
  const exported = await eva('label', ...flags, '--rater', rater, '--export', 'labels.csv');
  assert.equal(exported.exitCode, 0, exported.stderr);
  const rows = csvRows(readFileSync(join(root, 'labels.csv'), 'utf8'));
  const columns = Object.keys(rows[0] ?? {});
  const filled = rows.map((row, at) => ({ ...row, verdict: verdictOf(at, row) }));
  const lines = [columns, ...filled.map((row: Row) => columns.map((column) => row[column] ?? ''))];
  writeFileSync(join(root, 'labels.csv'), lines.map((cells) => csvRecord(cells)).join(''));
  return eva('label', '--rater', rater, '--import', 'labels.csv');
}

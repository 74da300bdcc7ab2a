import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunRow } from '#model/run/run.js';

/** Returns the rows of a library's `.eval.jsonl`; none without the file. */
export function rowsIn(root: string): readonly RunRow[] {
  const path = join(root, '.eval.jsonl');
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** Returns the last row. Throws without one. */
export function lastRow(root: string): RunRow {
  const row = rowsIn(root).at(-1);
  if (!row) throw new Error('no row was written');
  return row;
}

import type { RunRow } from '#model/run/run.js';
import { unlike } from './unlike.js';

/** In what a row of `.eval.jsonl` is not the one that the result of its run makes, a sentence each. What else it holds is left aside. */
export function compareRow(row: Readonly<Record<string, unknown>>, made: RunRow): readonly string[] {
  const asWritten: Record<string, unknown> = JSON.parse(JSON.stringify(made));
  const stored = Object.fromEntries(Object.keys(asWritten).map((field) => [field, row[field]]));
  return unlike('the row in .eval.jsonl', stored, asWritten, 'the result says');
}

import { fieldPath } from '#dataset/item.js';
import { ProblemList } from '#dataset/reading/problem-list.js';
import { readItems } from '#dataset/reading/read-items.js';
import { type ItemSource, isList, nameOf } from '#dataset/source.js';
import { EvaError } from '#errors/index.js';

/** Thrown to stop reading a file. It never leaves this module. */
class Enough extends Error {}

/**
 * Returns those of some fields that at least one item has. Reads a CSV file up to its first item and other files until all fields are
 * found. Ignores problems of the file, which indexing it reports.
 */
export function fieldsInFile(source: ItemSource, fields: readonly string[]): ReadonlySet<string> {
  const missing = new Set(fields);
  const hasHeader = !isList(source) && source.format === 'csv';
  try {
    readItems(
      source,
      ({ values }) => {
        for (const field of missing) if (fieldPath(values, field)) missing.delete(field);
        if (hasHeader || missing.size === 0) throw new Enough();
      },
      new ProblemList(nameOf(source)),
    );
  } catch (error) {
    if (!(error instanceof Enough || error instanceof EvaError)) throw error;
  }
  return new Set(fields.filter((field) => !missing.has(field)));
}

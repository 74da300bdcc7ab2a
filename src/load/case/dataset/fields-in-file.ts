import { fieldPath } from '#dataset/item.js';
import { ProblemList } from '#dataset/reading/problem-list.js';
import { readItems } from '#dataset/reading/read-items.js';
import { type ItemSource, isList, nameOf } from '#dataset/source.js';
import { EvaError, problem } from '#errors/index.js';
import type { Problem } from '#model/problem.js';
import { nearest } from '#model/text/nearest.js';
import { quoted } from '#model/text/quoted.js';

/** Thrown to stop reading a file. It never leaves this module. */
class Enough extends Error {}

/** The fields of a file, as far as they were looked for. */
export interface FieldsInFile {
  /** Those of the wanted fields that at least one item has. */
  readonly found: ReadonlySet<string>;
  /** The names of all fields of the first item. */
  readonly names: readonly string[];
}

/**
 * Looks for fields in the items of a file. Reads a CSV file up to its first item and other files until all fields are found. Returns null
 * if no item can be read. Ignores problems of the file, which indexing it reports.
 */
export function fieldsInFile(source: ItemSource, fields: readonly string[]): FieldsInFile | null {
  const missing = new Set(fields);
  const hasHeader = !isList(source) && source.format === 'csv';
  let names: readonly string[] | null = null;
  try {
    readItems(
      source,
      ({ values }) => {
        names ??= Object.keys(values);
        for (const field of missing) if (fieldPath(values, field)) missing.delete(field);
        if (hasHeader || missing.size === 0) throw new Enough();
      },
      new ProblemList(nameOf(source)),
    );
  } catch (error) {
    if (!(error instanceof Enough || error instanceof EvaError)) throw error;
  }
  return names && { found: new Set(fields.filter((field) => !missing.has(field))), names };
}

/** Returns the problem of a CSV file whose header has none of several fields that a case names, nor anything like them: it may be no header. */
export function foreignHeader(
  source: ItemSource,
  names: readonly string[] | null,
  fields: readonly string[],
): Problem | null {
  if (isList(source) || source.format !== 'csv' || !names) return null;
  const wanted = [...new Set(fields)];
  const isKnown = (field: string) =>
    names.some((name) => name.trim() === field.trim()) || nearest(field, names) !== undefined;
  if (wanted.length < 2 || wanted.some(isKnown)) return null;
  const at = { file: source.file, line: 1, column: 1 };
  return problem(
    'EVA_DATA_FIELD:header',
    `the first line has none of the columns that the case names: ${wanted.map(quoted).join(', ')}`,
    {
      hint: `the first line must be the header: add one, or remove what is above it; or use its names in the case: ${names.slice(0, 12).map(quoted).join(', ')}`,
      at,
    },
  );
}

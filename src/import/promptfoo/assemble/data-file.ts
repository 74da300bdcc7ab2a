import type { JsonValue } from '#model/data/json.js';
import type { PromptFile } from '../../draft.js';

export interface DataFileOptions {
  readonly stem: string;
  /** True for a CSV file, if every value is a text, a number or a boolean. */
  readonly isCsv: boolean;
  readonly taken: Set<string>;
}

/** Writes the rows of a data set: as CSV if they come from one and have flat values, else one JSON object a line. */
export function dataFile(rows: readonly ReadonlyMap<string, JsonValue>[], options: DataFileOptions): PromptFile {
  const fields = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  const isFlat = rows.every((row) => fields.every((field) => isCell(row.get(field))));
  const isCsv = options.isCsv && isFlat;
  const path = freePath(options, isCsv ? 'csv' : 'jsonl');
  return { path, content: isCsv ? csvText(rows, fields) : jsonLines(rows) };
}

/** Returns true if a CSV cell gives the value back: a text that is there, or the text of a number or boolean. */
function isCell(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== null && typeof value !== 'object';
}

function csvText(rows: readonly ReadonlyMap<string, JsonValue>[], fields: readonly string[]): string {
  const lines = [fields, ...rows.map((row) => fields.map((field) => String(row.get(field))))];
  return lines.map((cells) => `${cells.map(cellText).join(',')}\n`).join('');
}

function cellText(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) || text === '' ? `"${text.replaceAll('"', '""')}"` : text;
}

function jsonLines(rows: readonly ReadonlyMap<string, JsonValue>[]): string {
  return rows.map((row) => `${JSON.stringify(Object.fromEntries(row))}\n`).join('');
}

function freePath({ stem, taken }: DataFileOptions, ending: string): string {
  const base =
    stem
      .replace(/[^A-Za-z0-9_-]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 60) || 'rows';
  let path = `data/${base}.${ending}`;
  for (let count = 2; taken.has(path); count++) path = `data/${base}-${count}.${ending}`;
  taken.add(path);
  return path;
}

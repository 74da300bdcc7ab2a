import type { JsonObject } from '#model/data/json.js';
import { plural } from '#model/text/quoted.js';

/** One record below the header of a CSV file. Offsets are UTF-16 units of the text. */
export interface CsvRow {
  readonly values: JsonObject;
  readonly start: number;
  /** The offset of the last cell of each name. */
  readonly cells: ReadonlyMap<string, number>;
}

interface CsvRows {
  readonly header: readonly string[];
  readonly records: readonly CsvRow[];
}

/** What is wrong with a CSV file, as a clause, and where. */
interface CsvFlaw {
  readonly flaw: string;
  readonly offset: number;
}

const maxCells = 2_000_000;

/**
 * Reads a CSV file with a header as promptfoo does: commas, quotes with doubled quotes inside, and quotes in the middle of a value as they are
 * written. The first line end is that of all records.
 */
export function parseCsv(text: string): CsvRows | CsvFlaw {
  const reader = openReader(text);
  const first = reader.next();
  if (!first) return { header: [], records: [] };
  if ('flaw' in first) return first;
  const header = first.map(({ value }) => value);
  const records: CsvRow[] = [];
  let cells = 0;
  for (let record = reader.next(); record; record = reader.next()) {
    if ('flaw' in record) return record;
    cells += record.length;
    if (cells > maxCells) return { flaw: `it has more than ${maxCells} values`, offset: 0 };
    if (record.length !== header.length) {
      if (reader.isAtBlankEnd(record)) break;
      const flaw = `a row has ${plural(record.length, 'value')} and the header ${header.length}`;
      return { flaw, offset: record[0]?.start ?? 0 };
    }
    records.push(rowOf(header, record));
  }
  return { header, records };
}

function rowOf(header: readonly string[], record: readonly Cell[]): CsvRow {
  const cells = new Map(header.map((name, index) => [name, record[index]?.start ?? 0]));
  const values = Object.fromEntries(header.map((name, index) => [name, record[index]?.value ?? '']));
  return { values, start: record[0]?.start ?? 0, cells };
}

interface Cell {
  readonly value: string;
  readonly start: number;
}

interface Reader {
  next(): readonly Cell[] | CsvFlaw | undefined;
  /** Returns true for an empty line with nothing but empty lines after it. */
  isAtBlankEnd(record: readonly Cell[]): boolean;
}

function openReader(text: string): Reader {
  let at = 0;
  let lineEnd: string | undefined;
  const endAt = (index: number): string | undefined => {
    if (lineEnd !== undefined) return text.startsWith(lineEnd, index) ? lineEnd : undefined;
    const [found] = /^(?:\r\n|\n|\r)/.exec(text.slice(index, index + 2)) ?? [];
    lineEnd = found;
    return found;
  };
  /** Reads the rest of a value to the next comma or line end. */
  const plain = (from: number): number => {
    let end = from;
    while (end < text.length && text[end] !== ',' && !(isBreak(text.charCodeAt(end)) && endAt(end))) end += 1;
    return end;
  };
  const cell = (): Cell | CsvFlaw => {
    const start = at;
    if (text[at] !== '"') {
      at = plain(at);
      return { value: text.slice(start, at), start };
    }
    const close = closingQuote(text, start);
    if (close < 0) return { flaw: 'a quote is never closed', offset: start };
    const inside = text.slice(start + 1, close).replaceAll('""', '"');
    const end = plain(close + 1);
    at = end;
    return { value: end === close + 1 ? inside : `"${inside}"${text.slice(close + 1, end)}`, start };
  };
  return {
    next() {
      if (at >= text.length) return undefined;
      const cells: Cell[] = [];
      for (;;) {
        const one = cell();
        if ('flaw' in one) return one;
        cells.push(one);
        if (text[at] !== ',') break;
        at += 1;
      }
      at += endAt(at)?.length ?? 0;
      return cells;
    },
    isAtBlankEnd: (record) => record.length === 1 && record[0]?.value === '' && text.slice(at).trim() === '',
  };
}

function isBreak(code: number): boolean {
  return code === 0x0a || code === 0x0d;
}

/** Returns the offset of the quote that ends the value which begins at `start`; -1 if there is none. */
function closingQuote(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at;
  }
  return -1;
}

import type { JsonObject } from '#model/data/json.js';
import type { Place, Problem } from '#model/problem.js';
import { problem } from '#model/problem.js';
import { isBlank } from '#model/text/characters.js';
import { plural, quoted } from '#model/text/quoted.js';
import { bytesNotUtf8 } from '../source/read-file.js';
import { FileWindows, firstBadByte } from './file-windows.js';
import { delimiters, type FileSource, type ItemPath, maxItemBytes, noItems, tooLargeItem } from './item-source.js';
import { type FileFacts, type PlacedRecord, type ProblemList, placeInRecord, type ReadItem } from './record-place.js';

/** Reads the items of a CSV file: the first record names the fields. Returns null if the file cannot be read to its end. */
export function readCsv(
  source: FileSource,
  visit: (item: ReadItem) => void,
  problems: ProblemList,
): Required<FileFacts> | null {
  const windows = new FileWindows(source);
  try {
    const reader = new CsvReader(source, windows, problems);
    const header = reader.header();
    if (!header) return null;
    while (reader.next()) {
      const item = reader.item(header);
      if (item) visit(item);
    }
    return reader.isWhole ? { sha256: windows.sha256(), header } : null;
  } finally {
    windows.close();
  }
}

/** Reads one record of a CSV file from its bytes; null if it is not exactly one with as many values as the header. */
export function csvValues(bytes: Buffer, header: readonly string[], delimiter = ','): JsonObject | null {
  const record = new CsvRecord(delimiter);
  record.read(bytes, 0, true);
  const isSame = record.end === bytes.length && record.flaws.length === 0 && record.count === header.length;
  return isSame ? valuesOf(record, header) : null;
}

/** Has no prototype, so that a field may have any name. A column without a name is no field. */
function valuesOf(record: CsvRecord, header: readonly string[]): JsonObject {
  const values: Record<string, string> = Object.create(null);
  for (let index = 0; index < header.length; index++) {
    const name = header[index] as string;
    if (name !== '') values[name] = record.text(index);
  }
  return values;
}

/**
 * Splits one record of a CSV file (RFC 4180) into its values, as ranges of bytes. It is reused for all records of a file, so that a record
 * costs no object of its own.
 */
class CsvRecord {
  /** The number of values, and for each its bytes without quotes; `quotes` is 0 without quotes, 1 with, 2 with doubled ones inside. */
  count = 0;
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  readonly quotes: number[] = [];
  readonly flaws: CsvFlaw[] = [];
  /** The end of the record without its line end, the begin of the next one, and the number of line ends passed. */
  end = 0;
  next = 0;
  lineEnds = 0;
  /** The opening quote of the value that is being read; -1 outside of quotes. */
  openQuote = -1;

  readonly #delimiter: Buffer;
  readonly #first: number;
  #bytes: Buffer = Buffer.alloc(0);
  #isLast = false;
  #hasNul = false;

  constructor(delimiter: string) {
    this.#delimiter = Buffer.from(delimiter);
    this.#first = this.#delimiter[0] ?? 0;
  }

  /** Reads the record that begins at `from`. Returns false if the bytes end before it does and are not the last of the file. */
  read(bytes: Buffer, from: number, isLast: boolean): boolean {
    this.#bytes = bytes;
    this.#isLast = isLast;
    this.count = 0;
    this.lineEnds = 0;
    this.flaws.length = 0;
    this.#hasNul = false;
    this.openQuote = -1;
    let at = from;
    for (;;) {
      const after = bytes[at] === quote ? this.#quoted(at) : this.#unquoted(at);
      if (after < 0) return false;
      if (!this.#isDelimiter(after)) return this.#finish(after);
      at = after + this.#delimiter.length;
    }
  }

  /** Returns a value as text. Its line ends are LF, so that the same text is sent from a checkout on Windows. */
  text(index: number): string {
    const written = this.#bytes.toString('utf8', this.starts[index], this.ends[index]);
    const text = this.quotes[index] === 0 ? written : written.replaceAll('\r\n', '\n');
    return this.quotes[index] === 2 ? text.replaceAll('""', '"') : text;
  }

  /** Returns true for a record without any character: an empty line. */
  isBlank(): boolean {
    return this.count === 1 && this.quotes[0] === 0 && this.starts[0] === this.ends[0];
  }

  /** Reads a value without quotes. Returns the index after it; -1 if the bytes end too early. */
  #unquoted(start: number): number {
    const at = this.#rest(start, true);
    if (at >= 0) this.#add(start, at, 0);
    return at;
  }

  /** Returns the end of the characters before the next delimiter or line end; -1 if the bytes end too early. */
  #rest(start: number, isValue: boolean): number {
    const bytes = this.#bytes;
    const { length } = bytes;
    const first = this.#first;
    let isReported = !isValue;
    let at = start;
    for (; at < length; at++) {
      const byte = bytes[at] as number;
      if (byte === first && this.#isDelimiter(at)) break;
      if (byte === lineFeed || byte === carriageReturn) break;
      if (byte !== quote && byte !== 0) continue;
      if (byte === 0) this.#addNul(at);
      else if (!isReported) this.flaws.push({ flaw: 'stray_quote', start: at, end: at + 1 });
      isReported ||= byte === quote;
    }
    // The byte after a CR, and all bytes of a delimiter, must be there to be judged.
    const needed = at + Math.max(2, this.#delimiter.length);
    return needed > length && !this.#isLast ? -1 : at;
  }

  /** Reads a value in quotes. Returns the index after it; -1 if the bytes end too early. */
  #quoted(start: number): number {
    const bytes = this.#bytes;
    const { length } = bytes;
    let quotes = 1;
    let at = start + 1;
    for (; at < length; at++) {
      const byte = bytes[at] as number;
      if (byte === quote) {
        if (bytes[at + 1] !== quote) break;
        quotes = 2;
        at++;
      } else if (byte === lineFeed || (byte === carriageReturn && bytes[at + 1] !== lineFeed)) this.lineEnds++;
      else if (byte === 0) this.#addNul(at);
    }
    if (at + 1 >= length && !this.#isLast) {
      this.openQuote = start;
      return -1;
    }
    if (at >= length) {
      this.flaws.push({ flaw: 'open_quote', start, end: start + 1 });
      this.#add(start + 1, length, quotes);
      return length;
    }
    this.#add(start + 1, at, quotes);
    const after = this.#rest(at + 1, false);
    if (after > at + 1) this.flaws.push({ flaw: 'after_quote', start: at + 1, end: after, opened: start });
    return after;
  }

  /** Notes the first NUL of a record: text in UTF-16 has one in every character. */
  #addNul(at: number): void {
    if (!this.#hasNul) this.flaws.push({ flaw: 'nul', start: at, end: at + 1 });
    this.#hasNul = true;
  }

  #add(start: number, end: number, quotes: number): void {
    this.starts[this.count] = start;
    this.ends[this.count] = end;
    this.quotes[this.count] = quotes;
    this.count++;
  }

  #isDelimiter(at: number): boolean {
    const delimiter = this.#delimiter;
    if (this.#bytes[at] !== this.#first) return false;
    for (let index = 1; index < delimiter.length; index++) {
      if (this.#bytes[at + index] !== delimiter[index]) return false;
    }
    return true;
  }

  #finish(end: number): true {
    this.end = end;
    const isPair = this.#bytes[end] === carriageReturn && this.#bytes[end + 1] === lineFeed;
    this.next = Math.min(this.#bytes.length, end + (isPair ? 2 : 1));
    if (end < this.#bytes.length) this.lineEnds++;
    return true;
  }
}

class CsvReader {
  readonly #source: FileSource;
  readonly #windows: FileWindows;
  readonly #problems: ProblemList;
  readonly #record: CsvRecord;
  /** The index of the current record and its line; the index of the next one, and the line ends up to it. */
  #start = 0;
  #line = 1;
  #recordEnd = 0;
  #passed = 0;
  /** False once a part of the file cannot be read. */
  isWhole = true;

  constructor(source: FileSource, windows: FileWindows, problems: ProblemList) {
    this.#source = source;
    this.#windows = windows;
    this.#problems = problems;
    this.#record = new CsvRecord(source.delimiter ?? ',');
  }

  /** Reads the names of the fields, empty for columns without one; null if the file has no header, or repeats a name. */
  header(): readonly string[] | null {
    const { file } = this.#source;
    if (!this.next()) {
      if (this.isWhole) this.#problems.add(noItems(file));
      return null;
    }
    const { bytes, isLast } = this.#windows;
    const firstLine = () => placeInRecord(this.#placed(), 0, this.#placed().text.search(/[\r\n]|$/));
    const wrong = wrongDelimiter({ source: this.#source, bytes, isLast, from: this.#start }, firstLine);
    if (wrong) {
      this.#problems.add(wrong);
      return null;
    }
    const isFlawed = this.#reportFlaws();
    const written = Array.from({ length: this.#record.count }, (_, index) => this.#record.text(index));
    const names = written.map((name) => (isBlank(name) ? '' : name));
    const isNameless = names.every((name) => name === '');
    let isUsable = !isFlawed && !isNameless;
    for (const [index, name] of names.entries()) {
      const at = () => this.#cellPlace(index);
      if (name === '') {
        const severity = isNameless ? 'error' : 'warning';
        this.#problems.offer({ code: 'EVA_DATA_FIELD', severity }, () =>
          problem('EVA_DATA_FIELD:blank', `the header has no name for column ${index + 1}, so eva ignores it`, {
            hint: 'name the column to use it, or remove it',
            at: at(),
            severity,
          }),
        );
      } else if (names.indexOf(name) < index) {
        isUsable = false;
        this.#problems.offer({ code: 'EVA_DATA_FIELD' }, () =>
          problem('EVA_DATA_FIELD:twice', `the header names ${quoted(name)} twice`, {
            hint: 'rename one of the columns',
            at: at(),
          }),
        );
      }
    }
    return isUsable ? names : null;
  }

  /** Moves to the next record that is not blank. Returns false at the end. */
  next(): boolean {
    let from = this.#recordEnd;
    for (;;) {
      this.#line += this.#passed;
      this.#passed = 0;
      if (from >= this.#windows.bytes.length && this.#windows.isLast) return false;
      if (!this.#record.read(this.#windows.bytes, from, this.#windows.isLast)) {
        if (this.#windows.bytes.length - from > maxItemBytes + 8) return this.#isTooLarge(from);
        this.#windows.advance(from);
        from = 0;
        continue;
      }
      this.#start = from;
      from = this.#record.next;
      this.#passed = this.#record.lineEnds;
      if (!this.#record.isBlank()) break;
    }
    this.#recordEnd = from;
    if (this.#record.end - this.#start > maxItemBytes) return this.#isTooLarge(this.#start);
    return this.#isUtf8();
  }

  /** Returns the current record as an item; null if something is wrong with it. */
  item(header: readonly string[]): ReadItem | null {
    const record = this.#record;
    if (this.#reportFlaws()) return null;
    if (record.count !== header.length) {
      this.#reportCount(header.length);
      return null;
    }
    const bytes = this.#windows.bytes;
    const start = this.#start;
    const end = record.end;
    const line = this.#line;
    const source = this.#source;
    return {
      values: valuesOf(record, header),
      line,
      start: this.#windows.offset + start,
      length: end - start,
      place: (path = []) => csvPlace({ source, bytes: bytes.subarray(start, end), line, header }, path),
      literal: () => undefined,
    };
  }

  #placed(): PlacedRecord {
    const text = this.#windows.bytes.toString('utf8', this.#start, this.#record.end);
    return { file: this.#source.file, line: this.#line, text };
  }

  #cellPlace(index: number): Place {
    const bytes = this.#windows.bytes.subarray(this.#start, this.#record.end);
    return cellPlace({ source: this.#source, bytes, line: this.#line }, index);
  }

  #reportFlaws(): boolean {
    const { flaws } = this.#record;
    for (const [index, { flaw, start, end }] of flaws.entries()) {
      this.#problems.offer({ code: 'EVA_DATA_SYNTAX' }, () => {
        const at = this.#bytesPlace(start, end);
        const open = this.#earlierQuote(flaws.slice(0, index + 1), at);
        if (flaw === 'after_quote')
          return problem(
            'EVA_DATA_SYNTAX:after_quote',
            open
              ? `text follows the closing quote of the value that began on line ${open.line}, column ${open.column}`
              : 'text follows a closing quote',
            {
              hint: open
                ? `if the value should end on line ${open.line}, close its quote there with "; else double the quotes inside it, or remove the text`
                : 'double the quotes inside the value, or remove the text',
              at,
            },
          );
        if (flaw === 'stray_quote')
          return problem('EVA_DATA_SYNTAX:stray_quote', 'a value without quotes around it holds a quote', {
            hint: open
              ? `close the quote of line ${open.line}, column ${open.column}, where its value should end`
              : 'put the value in quotes and double the quotes inside: "say ""hi"""',
            at,
          });
        return flaw === 'nul'
          ? problem('EVA_DATA_SYNTAX:nul', 'the value holds a NUL character', {
              hint: 'remove it, or save the file as UTF-8',
              at,
            })
          : problem('EVA_DATA_SYNTAX:open_quote', 'this quote is never closed', { hint: 'close it with "', at });
      });
    }
    return flaws.length > 0;
  }

  /** Returns the place of a quote that was opened on an earlier line, and whose closing quote has text behind it: it may belong elsewhere. */
  #earlierQuote(
    flaws: readonly CsvFlaw[],
    { line = 0 }: Place,
  ): { readonly line: number; readonly column: number } | null {
    const opened = flaws.find((entry) => entry.opened !== undefined)?.opened;
    if (opened === undefined) return null;
    const at = this.#bytesPlace(opened, opened + 1);
    return at.line !== undefined && at.line < line ? { line: at.line, column: at.column ?? 1 } : null;
  }

  #reportCount(expected: number): void {
    const { count } = this.#record;
    const isMore = count > expected;
    this.#problems.offer({ code: 'EVA_DATA_SYNTAX' }, () => {
      const at = isMore ? this.#cellPlace(expected) : placeInRecord(this.#placed(), 0);
      const endsEmpty = count === expected + 1 && this.#record.text(expected) === '';
      return isMore
        ? problem(
            'EVA_DATA_SYNTAX:too_many',
            `the record has ${plural(count, 'value')}, but the header has ${plural(expected, 'name')}`,
            { hint: surplusHint(expected, endsEmpty), at },
          )
        : problem(
            'EVA_DATA_SYNTAX:too_few',
            `the record has ${plural(count, 'value')}, but the header has ${plural(expected, 'name')}`,
            { hint: missingHint(this.#otherDelimiter(expected)), at },
          );
    });
  }

  /** Returns the delimiter that splits a record of one value into the expected ones, and that of the file. */
  #otherDelimiter(expected: number): { readonly found: string; readonly wanted: string } | null {
    const { delimiter: wanted = ',' } = this.#source;
    if (this.#record.count > 1 || this.#record.quotes[0] !== 0) return null;
    const text = this.#record.text(0);
    const found = delimiters.find((sign) => sign !== wanted && text.split(sign).length === expected);
    return found === undefined ? null : { found, wanted };
  }

  #bytesPlace(start: number, end: number): Place {
    const { bytes } = this.#windows;
    const from = bytes.toString('utf8', this.#start, start).length;
    return placeInRecord(this.#placed(), from, from + bytes.toString('utf8', start, end).length);
  }

  #isUtf8(): boolean {
    const { bytes } = this.#windows;
    const bad = firstBadByte(bytes.subarray(this.#start, this.#record.end));
    if (bad < 0) return true;
    this.isWhole = false;
    const at = this.#bytesPlace(this.#start + bad, this.#start + bad + 1);
    this.#problems.add(bytesNotUtf8({ ...at, length: 1 }));
    return false;
  }

  /** Reports an item above the limit, at its opening quote if it is in quotes. Ends the reading. */
  #isTooLarge(from: number): false {
    this.isWhole = false;
    const { bytes } = this.#windows;
    const { file } = this.#source;
    const { openQuote, flaws } = this.#record;
    const open = flaws.find(({ flaw }) => flaw === 'open_quote')?.start ?? openQuote;
    const text = bytes.toString('utf8', from, Math.max(from, open) + 1);
    const at = placeInRecord({ file, line: this.#line, text, after: null }, Math.max(0, text.length - 1));
    const limit = `${maxItemBytes / 1024 ** 2} MiB`;
    this.#problems.add(
      open < 0
        ? tooLargeItem({ ...at, column: 1 })
        : problem('EVA_DATA_LARGE:quote', `the text from this quote to the end of its item is larger than ${limit}`, {
            hint: 'close the quote with ", or shorten the text',
            at,
          }),
    );
    return false;
  }
}

/** Returns what to do about surplus values. `endsEmpty` is true if the first of them is the last of the record, and empty. */
function surplusHint(expected: number, endsEmpty: boolean): string {
  if (endsEmpty) return 'remove the delimiter at the end of the line';
  const hint = 'put a value that contains the delimiter in quotes';
  return expected === 1 ? `name every column in the first line, or ${hint}` : hint;
}

/** Returns what to do about missing values, if another delimiter than that of the file separates those that there are. */
function missingHint(delimiters: { readonly found: string; readonly wanted: string } | null): string {
  if (!delimiters) return 'write empty values as well, with a delimiter between them';
  const found = JSON.stringify(delimiters.found);
  const wanted = JSON.stringify(delimiters.wanted);
  return `this line has ${found} between its values: write ${wanted} as in the header, and put a value that contains ${wanted} in quotes`;
}

interface CsvBytes {
  readonly source: FileSource;
  readonly bytes: Buffer;
  readonly line: number;
}

/** Returns the place of the value at a path, or of the record if it has none there. */
export function csvPlace(record: CsvBytes & { readonly header: readonly string[] }, [name]: ItemPath): Place {
  const { source, bytes, line, header } = record;
  const index = name === undefined ? -1 : header.indexOf(String(name));
  if (index >= 0) return cellPlace(record, index);
  return placeInRecord({ file: source.file, line, text: bytes.toString('utf8') }, 0);
}

function cellPlace({ source, bytes, line }: CsvBytes, index: number): Place {
  const record = new CsvRecord(source.delimiter ?? ',');
  record.read(bytes, 0, true);
  const inQuotes = record.quotes[index] === 0 ? 0 : 1;
  const start = (record.starts[index] ?? 0) - inQuotes;
  const from = bytes.toString('utf8', 0, start).length;
  const length = bytes.toString('utf8', start, (record.ends[index] ?? start) + inQuotes).length;
  return placeInRecord({ file: source.file, line, text: bytes.toString('utf8') }, from, from + length);
}

interface CsvFlaw {
  readonly flaw: 'stray_quote' | 'after_quote' | 'open_quote' | 'nul';
  readonly start: number;
  readonly end: number;
  /** The opening quote of the value, if text follows its closing quote. */
  readonly opened?: number;
}

const quote = 0x22;

const lineFeed = 0x0a;

const carriageReturn = 0x0d;

/** The first bytes of a CSV file, and where its first record that is not blank begins. */
interface FileBegin {
  readonly source: FileSource;
  readonly bytes: Buffer;
  /** True if the bytes end with the file. */
  readonly isLast: boolean;
  readonly from: number;
}

/**
 * Returns the problem of a file whose first lines another character divides into more values than that of the file, evenly and without a flaw;
 * null if it has none.
 */
function wrongDelimiter(begin: FileBegin, at: () => Place): Problem | null {
  const { delimiter: wanted = ',' } = begin.source;
  const [, named] = /^sep=(.)\s*[\r\n]/.exec(begin.bytes.toString('utf8', begin.from, begin.from + 20)) ?? [];
  if (named !== undefined) {
    const isWanted = named === wanted;
    return problem(
      'EVA_DATA_SYNTAX:sep',
      `this line names the delimiter ${JSON.stringify(named)} for a spreadsheet, and no columns`,
      {
        hint: `remove the line${isWanted ? '' : `, and write delimiter: ${JSON.stringify(named)} beside file: in the data set`}`,
        at: at(),
      },
    );
  }
  const own = countsWith(wanted, begin);
  const isUneven = own.some((count) => count === 0 || count !== own[0]);
  const found = delimiters.find((sign) => {
    const [first = 0, second = 0, third = 0] = sign === wanted ? [] : countsWith(sign, begin);
    const isHeader = first > Math.max(1, own[0] ?? 0) && second >= first && (own[0] === 1 || isUneven);
    return isHeader || (isUneven && second === third && second > Math.max(1, own[1] ?? 0));
  });
  return found === undefined
    ? null
    : problem('EVA_DATA_SYNTAX:delimiter', `the columns are divided by ${JSON.stringify(found)}`, {
        hint: `write delimiter: ${JSON.stringify(found)} beside file: in the data set`,
        at: at(),
      });
}

/** Returns the numbers of values of the first three records, divided by a character; 0 for one with a flaw. */
function countsWith(delimiter: string, { bytes, isLast, from }: FileBegin): readonly number[] {
  const record = new CsvRecord(delimiter);
  const counts: number[] = [];
  for (let at = from; counts.length < 3 && at < bytes.length && record.read(bytes, at, isLast); at = record.next)
    counts.push(record.flaws.length > 0 ? 0 : record.count);
  return counts;
}

import { isObject, type JsonObject } from '#model/data/json.js';
import type { Place, Problem } from '#model/problem.js';
import { problem } from '#model/problem.js';
import { quoted } from '#model/text/quoted.js';
import { bytesNotUtf8 } from '../source/read-file.js';
import { FileWindows, firstBadByte } from './file-windows.js';
import { type FileSource, listKeyOf, maxItemBytes, noItems, notList, tooLargeItem } from './item-source.js';
import { type JsonFlaw, parsePlacedJson, rangeInJson } from './json-text.js';
import {
  type FileFacts,
  maxShownLine,
  type PlacedRecord,
  type ProblemList,
  placeInRecord,
  type ReadItem,
} from './record-place.js';

/** Reads the items of a JSON file: a list of objects. The whole file is in memory while it is read. */
export function readJsonList(
  source: FileSource,
  visit: (item: ReadItem) => void,
  problems: ProblemList,
): FileFacts | null {
  const windows = new FileWindows(source);
  try {
    while (!windows.isLast) windows.advance(0);
    const list = new JsonList(source.file, windows.bytes, windows.offset);
    const isWhole = list.read(visit, problems);
    return isWhole ? { sha256: windows.sha256() } : null;
  } finally {
    windows.close();
  }
}

const [quote, backslash, comma, opening, closing] = [0x22, 0x5c, 0x2c, 0x5b, 0x5d];

/** Splits a list of JSON into its items by brackets and commas. Whether each item is JSON is for its own reading to say. */
class JsonList {
  readonly #file: string;
  readonly #bytes: Buffer;
  readonly #offset: number;
  /** The line of the last item, the index where that line begins, and the code points in it up to `#counted`. */
  #line = 1;
  #lineStart = 0;
  #column = 0;
  #counted = 0;

  constructor(file: string, bytes: Buffer, offset: number) {
    this.#file = file;
    this.#bytes = bytes;
    this.#offset = offset;
  }

  /** Returns false if the file has no end of its list, so that items may be missing. */
  read(visit: (item: ReadItem) => void, problems: ProblemList): boolean {
    const bad = firstBadByte(this.#bytes);
    if (bad >= 0) {
      problems.add(bytesNotUtf8(placeInRecord(this.#record(bad, bad), 0)));
      return false;
    }
    const start = this.#space(0);
    if (this.#bytes[start] !== opening) {
      const isEmpty = start >= this.#bytes.length;
      problems.add(
        isEmpty ? noItems(this.#file) : notList(listIn(this.#bytes.toString('utf8', start)), this.#at(start)),
      );
      return false;
    }
    const opened = this.#at(start);
    let from = this.#space(start + 1);
    if (this.#bytes[from] === closing) return this.#ends(from + 1, problems);
    for (;;) {
      from = this.#space(from);
      const end = this.#endOfItem(from);
      const length = this.#trimmed(from, end) - from;
      const isOpen = end >= this.#bytes.length;
      if (isOpen) return this.#unclosed(from, problems, opened);
      if (length === 0) {
        problems.add(jsonProblem('unexpected', this.#found(end), this.#at(end)));
        return false;
      }
      const item = jsonItem({ record: this.#record(from, from + length), start: this.#offset + from, length });
      if ('values' in item) visit(item);
      else problems.add(item);
      if (this.#bytes[end] !== comma) return this.#ends(end + 1, problems);
      from = end + 1;
    }
  }

  #found(index: number): string {
    return this.#bytes.toString('utf8', index, index + 1);
  }

  #at(index: number): Place {
    return placeInRecord(this.#record(index, index + 1), 0);
  }

  /** Reports the first flaw of an item that no bracket ends, else the list that is not closed. */
  #unclosed(from: number, problems: ProblemList, opened: Place): false {
    const record = this.#record(from, this.#bytes.length);
    const parsed = parsePlacedJson(record.text);
    const isBroken = 'flaw' in parsed && record.text.trim() !== '' && parsed.flaw.flaw !== 'ends';
    problems.add(
      isBroken
        ? flawProblem(parsed.flaw, record)
        : problem('EVA_DATA_SYNTAX:open_list', 'this list is never closed', {
            hint: 'end the file with ]',
            at: opened,
          }),
    );
    return false;
  }

  #ends(from: number, problems: ProblemList): boolean {
    const at = this.#space(from);
    if (at >= this.#bytes.length) return true;
    problems.add(jsonProblem('after_list', this.#found(at), this.#at(at)));
    return false;
  }

  /** Returns the index of the comma or bracket that ends an item, or the number of bytes. */
  #endOfItem(from: number): number {
    const bytes = this.#bytes;
    let open = 0;
    for (let at = from; at < bytes.length; at++) {
      const byte = bytes[at] as number;
      if (byte === quote) at = this.#endOfText(at);
      else if (open === 0 && (byte === comma || byte === closing)) return at;
      else if (byte === opening || byte === 0x7b) open++;
      else if (byte === closing || byte === 0x7d) open--;
    }
    return bytes.length;
  }

  #endOfText(start: number): number {
    const bytes = this.#bytes;
    for (let at = start + 1; at < bytes.length; at++) {
      if (bytes[at] === quote) return at;
      if (bytes[at] === backslash) at++;
    }
    return bytes.length;
  }

  #space(from: number): number {
    let at = from;
    while (isSpace(this.#bytes[at])) at++;
    return at;
  }

  #trimmed(from: number, end: number): number {
    let at = end;
    while (at > from && isSpace(this.#bytes[at - 1])) at--;
    return at;
  }

  /** Returns the text of some bytes and its place. Call it with ascending indexes: it counts lines and columns onwards. */
  #record(start: number, end: number): PlacedRecord {
    const bytes = this.#bytes;
    for (let at = this.#counted; at < start; at++) {
      const byte = bytes[at] as number;
      if (byte === 0x0a || (byte === 0x0d && bytes[at + 1] !== 0x0a)) {
        this.#line++;
        this.#lineStart = at + 1;
        this.#column = 0;
      } else if ((byte & 0xc0) !== 0x80) this.#column++;
    }
    this.#counted = Math.max(this.#counted, start);
    const lineStart = this.#lineStart;
    const isLong = start - lineStart > 4 * maxShownLine;
    return {
      file: this.#file,
      text: bytes.toString('utf8', start, end),
      line: this.#line,
      ...(isLong && { column: this.#column }),
      get before() {
        return isLong ? null : bytes.toString('utf8', lineStart, start);
      },
      get after() {
        return lineTail(bytes, end);
      },
    };
  }
}

/** Returns the key of the first list in a JSON text that is a mapping; null if there is none, or if several items follow each other. */
function listIn(text: string): string | null {
  const parsed = parsePlacedJson(text);
  return 'value' in parsed ? listKeyOf(parsed.value) : null;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** Returns the rest of a line; null if it is too long to show. */
function lineTail(bytes: Buffer, from: number): string | null {
  const most = Math.min(bytes.length, from + maxShownLine);
  for (let at = from; at < most; at++) {
    if (bytes[at] === 0x0a || bytes[at] === 0x0d) return bytes.toString('utf8', from, at);
  }
  return most === bytes.length ? bytes.toString('utf8', from) : null;
}

/** The bytes of an item of a JSON file: its record, and where it is in the file. */
interface JsonRecord {
  readonly record: PlacedRecord;
  readonly start: number;
  readonly length: number;
}

/** Reads one item: a JSON object. Returns its problem if it is not, or if it is too large. */
export function jsonItem({ record, start, length }: JsonRecord): ReadItem | Problem {
  if (length > maxItemBytes) {
    return tooLargeItem(placeInRecord(record, 0));
  }
  const parsed = parsePlacedJson(record.text);
  if ('flaw' in parsed) return flawProblem(parsed.flaw, record);
  const { value } = parsed;
  if (!isObject(value)) {
    const at = placeInRecord(record, 0, record.text.length);
    return notMapping(value, at);
  }
  const place = (path: readonly (string | number)[] = []): Place => {
    const range = rangeInJson(record.text, path);
    return path.length === 0 || !range ? placeInRecord(record, 0) : placeInRecord(record, range.start, range.end);
  };
  return {
    values: value,
    line: record.line,
    start,
    length,
    place,
    literal: (path) => {
      const range = rangeInJson(record.text, path);
      return range && record.text.slice(range.start, range.end);
    },
  };
}

/** Reads one item again; null if the text is not one. */
export function jsonValues(text: string): JsonObject | null {
  const parsed = parsePlacedJson(text);
  return 'value' in parsed && isObject(parsed.value) ? parsed.value : null;
}

function flawProblem({ flaw, start, end, key }: JsonFlaw, record: PlacedRecord): Problem {
  const at = placeInRecord(record, start, end);
  if (key !== undefined)
    return problem('EVA_DATA_SYNTAX:twice', `the key ${quoted(key)} occurs twice`, {
      hint: 'remove or rename one of them',
      at,
    });
  const found = record.text.slice(start, end);
  return jsonProblem(flaw === 'twice' ? 'key' : flaw, found, at);
}

const jsonFlaws = {
  unexpected: (found: string) => [
    `unexpected ${quoted(found)} where a value belongs`,
    /^[\]},]/.test(found)
      ? 'add the value, or remove the comma before it'
      : 'put a text in quotes; other values are numbers, true, false, null, lists and mappings',
  ],
  after: (found: string) => [
    `unexpected ${quoted(found)} after the end of the item`,
    'remove it; separate items by line ends in JSONL, and by commas in a JSON list',
  ],
  after_list: (found: string) => [`unexpected ${quoted(found)} after the end of the list`, 'remove it'],
  colon: () => ['a colon is missing after the key', 'write "key": value'],
  comma: (found: string) => [
    `unexpected ${quoted(found)} where a comma or a closing bracket belongs`,
    'separate values by commas, and write a quote inside a text as \\"',
  ],
  ends: () => [
    'the JSON ends too early',
    'write each item of JSONL on one line, or set format: json if the file is one list',
  ],
  number: (found: string) => [`${quoted(found)} is not a JSON number`, 'write it as text, in quotes'],
  open_text: () => ['this text is never closed', 'close it with "; write line ends in it as \\n'],
  control: () => ['the text holds a raw control character', 'remove it, or write it as an escape such as \\t or \\n'],
  escape: () => ['the text has an unknown escape', 'write a backslash as \\\\'],
  key: (found: string) => [
    `unexpected ${quoted(found)} where a key belongs`,
    'write keys in double quotes, without a comma after the last value',
  ],
  depth: () => ['the item is nested deeper than 200 levels', 'flatten it'],
} satisfies Readonly<Record<string, (found: string) => [message: string, hint: string]>>;

/** Makes the problem of JSON text. `found` is what is written in place of what is missing. */
function jsonProblem(flaw: keyof typeof jsonFlaws, found: string, at: Place): Problem {
  const [message, hint] = jsonFlaws[flaw](found);
  return problem('EVA_DATA_SYNTAX:json', message, { hint, at });
}

export function notMapping(value: unknown, at: Place): Problem {
  return problem(
    'EVA_DATA_SYNTAX:not_mapping',
    `the item is ${kindOf(value)}, but must be a mapping of fields to values`,
    {
      hint: 'write it as {"field": "value"}',
      at,
    },
  );
}

function kindOf(value: unknown): 'a list' | 'a text' | 'a number' | 'true or false' | 'null' {
  if (Array.isArray(value)) return 'a list';
  if (value === null) return 'null';
  if (typeof value === 'string') return 'a text';
  return typeof value === 'number' ? 'a number' : 'true or false';
}

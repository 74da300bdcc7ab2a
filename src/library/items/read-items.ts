import { closeSync, readSync } from 'node:fs';
import { sha256 } from '#model/data/digest.js';
import { isObject, type JsonObject, type JsonValue } from '#model/data/json.js';
import type { Place } from '#model/problem.js';
import { bytesNotUtf8 } from '../source/read-file.js';
import { csvPlace, csvValues, readCsv } from './csv.js';
import { FileWindows, firstBadByte, openData } from './file-windows.js';
import { canonicalItemJson } from './item.js';
import {
  type FileSource,
  type ItemPath,
  type ItemSource,
  isList,
  type ListSource,
  maxItemBytes,
  tooLargeItem,
} from './item-source.js';
import { jsonItem, jsonValues, notMapping, readJsonList } from './json-items.js';
import { type FileFacts, maxShownLine, type ProblemList, placeInRecord, type ReadItem } from './record-place.js';

/**
 * Reads all items of a source in order. Adds the problems of the file to `problems`. Returns null if the file cannot be read to its end.
 * Throws an EvaError for a file that cannot be opened or exceeds its limit.
 */
export function readItems(
  source: ItemSource,
  visit: (item: ReadItem) => void,
  problems: ProblemList,
): FileFacts | null {
  if (isList(source)) return readList(source, visit, problems);
  const read = { csv: readCsv, jsonl: readJsonl, json: readJsonList }[source.format];
  return read(source, visit, problems);
}

const lineFeed = 0x0a;

const carriageReturn = 0x0d;

/** Reads the items of a JSONL file: one object a line, which LF, CRLF or CR ends. Skips blank lines. */
function readJsonl(source: FileSource, visit: (item: ReadItem) => void, problems: ProblemList): FileFacts | null {
  const windows = new FileWindows(source);
  let line = 1;
  let from = 0;
  try {
    for (;;) {
      const { bytes, isLast } = windows;
      const end = endOfLine(bytes, from);
      if (end + 1 >= bytes.length && !isLast) {
        if (bytes.length - from > maxItemBytes + 8) {
          problems.add(tooLargeItem({ file: source.file, line, column: 1 }));
          return null;
        }
        windows.advance(from);
        from = 0;
        continue;
      }
      const text = { file: source.file, line, bytes: bytes.subarray(from, end), offset: windows.offset + from };
      if (!readLine(text, visit, problems)) return null;
      if (end >= bytes.length) return { sha256: windows.sha256() };
      from = end + (bytes[end] === carriageReturn && bytes[end + 1] === lineFeed ? 2 : 1);
      line++;
    }
  } finally {
    windows.close();
  }
}

/** Reads a line, which begins at `offset` of its file. Returns false if it is not UTF-8. */
function readLine(
  { file, line, bytes, offset }: { file: string; line: number; bytes: Buffer; offset: number },
  visit: (item: ReadItem) => void,
  problems: ProblemList,
): boolean {
  const bad = firstBadByte(bytes);
  const text = bytes.toString('utf8');
  const record = { file, line, text };
  if (bad >= 0) {
    const at = placeInRecord(record, bytes.toString('utf8', 0, bad).length);
    problems.add(bytesNotUtf8(at));
    return false;
  }
  if (/^[ \t]*$/.test(text)) return true;
  const item = jsonItem({ record, start: offset, length: bytes.length });
  if ('values' in item) visit(item);
  else problems.add(item);
  return true;
}

/** Returns the index of the next line end, or the number of bytes. */
function endOfLine(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === lineFeed || byte === carriageReturn) return at;
  }
  return bytes.length;
}

function readList(source: ListSource, visit: (item: ReadItem) => void, problems: ProblemList): FileFacts {
  for (const [index, values] of source.items.entries()) {
    const at = (path: ItemPath = []): Place => listPlace(source, [index, ...path]);
    if (isObject(values))
      visit({
        values,
        line: at().line ?? index + 1,
        start: index,
        length: 1,
        place: at,
        literal: literalIn(source, index),
      });
    else problems.add(notMapping(values, at()));
  }
  return { sha256: source.sha256 ?? sha256(canonicalItemJson(source.items)) };
}

function listPlace(source: ListSource, path: ItemPath): Place {
  return source.place?.(path) ?? { file: source.name, property: propertyOf(path) };
}

/** Returns a number as the file has it, else its shortest text. */
function literalIn({ items, literal }: ListSource, index: number): ReadItem['literal'] {
  return (path) => {
    const written = literal?.([index, ...path]);
    if (written !== undefined) return written;
    const value = path.reduce<JsonValue | undefined>(
      (inner, step) => (inner as Readonly<Record<string | number, JsonValue>> | undefined)?.[step],
      items[index],
    );
    return value === undefined ? undefined : String(value);
  };
}

/** Returns the property of a value in a list: `items[3].label`. */
function propertyOf([index, ...path]: ItemPath): string {
  return path.reduce<string>(
    (before, step) =>
      typeof step === 'string' && /^[A-Za-z_$][\w$]*$/.test(step)
        ? `${before}.${step}`
        : `${before}[${JSON.stringify(step)}]`,
    `items[${index}]`,
  );
}

/** Where an item is: its offset and length in bytes, or its index in a list; and its line. */
export interface ItemSpot {
  readonly start: number;
  readonly length: number;
  readonly line: number;
}

/** Reads an item again; null if the file has no such item there any more. */
export function readItemAt(
  source: ItemSource,
  { start, length }: ItemSpot,
  header: readonly string[] = [],
): JsonObject | null {
  if (isList(source)) {
    const item = source.items[start];
    return isObject(item) ? item : null;
  }
  const bytes = readBytesAt(source, start, length);
  if (!bytes) return null;
  return source.format === 'csv' ? csvValues(bytes, header, source.delimiter) : jsonValues(bytes.toString('utf8'));
}

/** Returns the place of a value of an item that was read before. */
export function placeOfValue(
  source: ItemSource,
  { start, length, line }: ItemSpot,
  path: ItemPath,
  header: readonly string[] = [],
): Place {
  if (isList(source)) return listPlace(source, [start, ...path]);
  const { file, format } = source;
  const bytes = readBytesAt(source, start, length);
  if (!bytes) return { file, line };
  if (format === 'csv') return csvPlace({ source, bytes, line, header }, path);
  const before = format === 'json' ? lineBefore(source, start) : '';
  if (before === null) return { file, line };
  // A line of JSONL is one item.
  const after = format === 'jsonl' ? '' : null;
  const item = jsonItem({ record: { file, line, text: bytes.toString('utf8'), before, after }, start, length });
  return 'values' in item ? item.place(path) : { file, line };
}

/** Returns the text before an item in its line; null if it is long. */
function lineBefore(source: FileSource, start: number): string | null {
  const from = Math.max(0, start - maxShownLine);
  const bytes = readBytesAt(source, from, start - from);
  const text = bytes?.toString('latin1') ?? '';
  const lineStart = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1;
  return bytes && (lineStart > 0 || from === 0) ? bytes.toString('utf8', lineStart).replace(/^\ufeff/, '') : null;
}

function readBytesAt(source: FileSource, start: number, length: number): Buffer | null {
  const { fd } = openData(source);
  try {
    const bytes = Buffer.allocUnsafe(length);
    let count = 0;
    while (count < length) {
      const read = readSync(fd, bytes, count, length - count, start + count);
      if (read === 0) return null;
      count += read;
    }
    return bytes;
  } finally {
    closeSync(fd);
  }
}

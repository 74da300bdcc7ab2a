import { closeSync, readSync } from 'node:fs';
import { isObject, type JsonObject } from '#model/data/json.js';
import type { Place } from '#model/problem.js';
import { type FileSource, type ItemPath, type ItemSource, isList } from '../source.js';
import { openData } from './file-windows.js';
import { jsonItem, jsonValues } from './json-item.js';
import { csvPlace, csvValues } from './read-csv.js';
import { listPlace } from './read-list.js';
import { maxShownLine } from './record-place.js';

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

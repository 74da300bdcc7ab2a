import { closeSync, readSync } from 'node:fs';
import { isObject, type JsonObject } from '#model/data/json.js';
import { type FileSource, type ItemSource, isList } from '../source.js';
import { openData } from './file-windows.js';
import { jsonValues } from './json-item.js';
import type { ProblemList } from './problem-list.js';
import { csvValues, readCsv } from './read-csv.js';
import type { FileFacts, ReadItem } from './read-item.js';
import { readJsonList } from './read-json-list.js';
import { readJsonl } from './read-jsonl.js';
import { readList } from './read-list.js';

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

/** Where an item is: its offset and length in bytes, or its index in a list. */
export interface ItemSpot {
  readonly start: number;
  readonly length: number;
}

/** Reads one item again; null if the file has no such item there any more. */
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

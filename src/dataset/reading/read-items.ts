import { problem } from '#errors/index.js';
import { type FileSource, type ItemSource, isList, maxItemBytes } from '../source.js';
import { FileWindows, firstBadByte } from './file-windows.js';
import { jsonItem } from './json-item.js';
import type { ProblemList } from './problem-list.js';
import { readCsv } from './read-csv.js';
import type { FileFacts, ReadItem } from './read-item.js';
import { readJsonList } from './read-json-list.js';
import { readList } from './read-list.js';
import { placeInRecord } from './record-place.js';

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
          const at = { file: source.file, line, column: 1 };
          problems.add(problem('EVA_DATA_LARGE:item', { limit: maxItemBytes }, { at }));
          return null;
        }
        windows.advance(from);
        from = 0;
        continue;
      }
      if (!readLine({ source, bytes: bytes.subarray(from, end), offset: windows.offset + from, line }, visit, problems))
        return null;
      if (end >= bytes.length) return { sha256: windows.sha256() };
      from = end + (bytes[end] === carriageReturn && bytes[end + 1] === lineFeed ? 2 : 1);
      line++;
    }
  } finally {
    windows.close();
  }
}

interface Line {
  readonly source: FileSource;
  readonly bytes: Buffer;
  readonly offset: number;
  readonly line: number;
}

/** Reads a line. Returns false if it is not UTF-8. */
function readLine({ source, bytes, offset, line }: Line, visit: (item: ReadItem) => void, problems: ProblemList) {
  const bad = firstBadByte(bytes);
  const text = bytes.toString('utf8');
  const record = { file: source.file, line, text };
  if (bad >= 0) {
    const at = placeInRecord(record, bytes.toString('utf8', 0, bad).length);
    problems.add(problem('EVA_NOT_UTF8:bytes', null, { at }));
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

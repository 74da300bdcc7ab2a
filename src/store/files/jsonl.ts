import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, fsyncSync, readSync } from 'node:fs';
import { dirname } from 'node:path';
import { describeExcess, excessOf, fileBounds } from '#model/data/json.js';
import { evaError } from '#model/problem.js';
import { groupedDigits, short } from '#model/text/quoted.js';
import { moveLines, onDisk, openRegular, readRegular, syncDirectory, writeWhole } from './regular-file.js';

/** The maximum size of a row in bytes, newline included: one system call writes it completely. */
const maxRowBytes = 64 * 1024;

/** The maximum size of a file that eva reads, in bytes. */
export const maxFileBytes = 128 * 1024 * 1024;

/** The maximum number of lines of a file that eva reads. */
export const maxLines = 1_000_000;

const newline = 0x0a;

export interface BadLine {
  /** Counted from 1. */
  readonly line: number;
  readonly reason: string;
}

export interface Row<T> {
  readonly line: number;
  readonly value: T;
}

export interface Rows<T> {
  readonly rows: readonly Row<T>[];
  readonly bad: readonly BadLine[];
}

/** Checks the value of a line: returns it, or the reason why it cannot be used. */
export type TakeRow<T> = (value: unknown) => { readonly value: T } | { readonly reason: string };

/**
 * Appends one row as one line in one write, so that rows of several processes never mix. Ends a truncated last line first, so that only
 * that line is lost. With `sync`, the row has reached the disk on return. The name of a new file always has. Throws EVA_DISK.
 */
export function appendRow(path: string, row: object, options: { readonly sync?: boolean } = {}): void {
  const line = lineOf(row);
  if (line.length >= maxRowBytes)
    throw evaError('EVA_INTERNAL:long_row', `a row of ${line.length} bytes is too long to be written at once`);
  onDisk('append to', path, () => {
    const fd = openRegular(path, constants.O_RDWR | constants.O_CREAT | constants.O_APPEND);
    try {
      const { size } = fstatSync(fd);
      writeWhole(fd, isTorn(fd, size) ? Buffer.concat([Buffer.of(newline), line]) : line);
      if (options.sync) fsyncSync(fd);
      if (size === 0) syncDirectory(dirname(path));
    } finally {
      closeSync(fd);
    }
  });
}

/** Returns the line of a row as bytes, newline included. */
export function lineOf(row: object): Buffer {
  return Buffer.from(`${JSON.stringify(row)}\n`);
}

/** The maximum size of a row that is shortened, in bytes. The rest of the 64 KiB is for fields of later versions. */
export const fullRowBytes = 60_000;

/** Returns the first items of a list that need at most this many bytes in a row. */
export function firstThatFit<T extends object | string>(items: readonly T[], most: number): readonly T[] {
  let bytes = 0;
  const tooMuch = items.findIndex((item) => {
    bytes += Buffer.byteLength(JSON.stringify(item)) + 1;
    return bytes > most;
  });
  return tooMuch === -1 ? items : items.slice(0, tooMuch);
}

/** Returns true if the last line of an open file of this size has no newline. */
export function isTorn(fd: number, size: number): boolean {
  const last = Buffer.alloc(1);
  return size > 0 && readSync(fd, last, 0, 1, size - 1) === 1 && last[0] !== newline;
}

/**
 * Reads the lines that `take` accepts, and lists the others with the reason. A missing file has no rows.
 * Throws EVA_DISK, EVA_ODD_FILE, EVA_LOG_TOO_LARGE (128 MiB or a million lines).
 */
export function readRows<T>(path: string, take: TakeRow<T>): Rows<T> {
  const bytes = readRegular(path, maxFileBytes) ?? Buffer.alloc(0);
  const rows: Row<T>[] = [];
  const bad: BadLine[] = [];
  let line = 0;
  for (const lineBytes of linesIn(bytes)) {
    line += 1;
    if (line > maxLines)
      throw evaError('EVA_LOG_TOO_LARGE:lines', `${short(path)} has more than ${groupedDigits(maxLines)} lines`, {
        hint: moveLines,
      });
    if (lineBytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d)) continue;
    const taken = takeLine(lineBytes, take);
    if ('reason' in taken) bad.push({ line, reason: taken.reason });
    else rows.push({ line, value: taken.value });
  }
  return { rows, bad };
}

/**
 * Returns the rows in the order of their times. Their order in the file says nothing: git changes it when it merges branches. A row without a
 * readable time comes last, and of rows with one time those with the larger `rank`.
 */
export function inOrderOfTime<T>(
  { rows, bad }: Rows<T>,
  timeOf: (value: T) => string,
  rank: (value: T) => number = () => 0,
): Rows<T> {
  const timed = rows.map((row) => ({ row, time: Date.parse(timeOf(row.value)) }));
  const known = timed.map(({ row, time }) => ({ row, time: Number.isNaN(time) ? Number.MAX_VALUE : time }));
  const ordered = known.sort((a, b) => a.time - b.time || rank(a.row.value) - rank(b.row.value));
  return { rows: ordered.map(({ row }) => row), bad };
}

/** Tolerated difference between the clocks of two machines. */
export const clockSkewMs = 5 * 60 * 1000;

/** Takes a line that is not dated in the future: such a line would be the newest one whatever is written after it. */
export function takeDated<T extends { readonly ts: string }>(value: T): ReturnType<TakeRow<T>> {
  return Date.parse(value.ts) > Date.now() + clockSkewMs ? { reason: 'is dated in the future' } : { value };
}

function* linesIn(bytes: Buffer): Generator<Buffer> {
  const hasMark = bytes.length >= 3 && bytes.readUIntBE(0, 3) === 0xefbbbf;
  let start = hasMark ? 3 : 0;
  while (start < bytes.length) {
    const next = bytes.indexOf(newline, start);
    const end = next === -1 ? bytes.length : next;
    yield bytes.subarray(start, end);
    start = end + 1;
  }
}

/** Returns the value of a line, or the reason why it cannot be used. */
export function takeLine<T>(bytes: Buffer, take: TakeRow<T>): ReturnType<TakeRow<T>> {
  if (bytes.includes(0)) return { reason: 'holds NUL bytes, as a crash or a power cut leaves them' };
  if (!isUtf8(bytes)) return { reason: 'is not UTF-8' };
  const text = bytes.toString('utf8');
  const excess = excessOf(text, fileBounds);
  if (excess) return { reason: describeExcess(excess, fileBounds) };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { reason: 'is not complete JSON' };
  }
  return take(value);
}

/** Reads a JSON document of at most this many bytes; undefined if it is missing or not JSON. Throws EVA_DISK, EVA_ODD_FILE, EVA_LOG_TOO_LARGE. */
export function readJson(path: string, maxBytes: number): unknown {
  const bytes = readRegular(path, maxBytes);
  try {
    return bytes === null ? undefined : JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** The maximum length of a line in bytes. A reply has at most 32 MiB. */
export const longestLine = 64 * 1024 * 1024;

const chunkBytes = 64 * 1024;

/** A line of a file that may be too large for memory. */
export interface FileLine {
  /** Counted from 1. */
  readonly line: number;
  /** The offset of its first byte in the file. */
  readonly start: number;
  /** Its bytes without the newline; null for a line above 64 MiB. */
  readonly bytes: Buffer | null;
  /** False for a last line without a newline: its write may have been interrupted. */
  readonly isEnded: boolean;
}

/** Streams the lines of an open file in order. An empty file has no line. Throws EVA_DISK. */
export function* linesOf(fd: number, path: string): Generator<FileLine> {
  let line = 1;
  let start = 0;
  let parts: Parts = { held: [], length: 0 };
  for (const { chunk, at } of chunksOf(fd, path)) {
    let from = 0;
    for (let to = chunk.indexOf(newline); to !== -1; to = chunk.indexOf(newline, from)) {
      yield { line, start, bytes: joined(withPart(parts, chunk.subarray(from, to))), isEnded: true };
      parts = { held: [], length: 0 };
      from = to + 1;
      line += 1;
      start = at + from;
    }
    parts = withPart(parts, Buffer.from(chunk.subarray(from)));
  }
  if (parts.length > 0) yield { line, start, bytes: joined(parts), isEnded: false };
}

/** Returns the line at this offset of an open file, without its newline; null if it is longer than 64 MiB. */
export function lineAt(fd: number, start: number): Buffer | null {
  let parts: Parts = { held: [], length: 0 };
  const bytes = Buffer.allocUnsafe(lookAhead);
  let end = -1;
  for (let at = start, read = lookAhead; end === -1 && read > 0 && parts.held !== null; at += read) {
    read = readSync(fd, bytes, 0, lookAhead, at);
    end = bytes.subarray(0, read).indexOf(newline);
    parts = withPart(parts, Buffer.from(bytes.subarray(0, end === -1 ? read : end)));
  }
  return joined(parts);
}

const lookAhead = 16 * 1024;

/** The parts of a line read so far; `held` is null once the line is too long. */
interface Parts {
  readonly held: readonly Buffer[] | null;
  readonly length: number;
}

function withPart({ held, length }: Parts, part: Buffer): Parts {
  const longer = length + part.length;
  return { held: held === null || longer > longestLine ? null : [...held, part], length: longer };
}

function joined({ held }: Parts): Buffer | null {
  if (held === null) return null;
  const [only] = held;
  return only && held.length === 1 ? only : Buffer.concat(held);
}

/** Reads a file in chunks. A chunk is valid until the next one is read. */
function* chunksOf(fd: number, path: string): Generator<{ readonly chunk: Buffer; readonly at: number }> {
  const bytes = Buffer.allocUnsafeSlow(chunkBytes);
  let at = 0;
  const readChunk = () => readSync(fd, bytes, 0, chunkBytes, at);
  for (let read = onDisk('read', path, readChunk); read > 0; read = onDisk('read', path, readChunk)) {
    yield { chunk: bytes.subarray(0, read), at };
    at += read;
  }
}

import { readSync } from 'node:fs';
import { onDisk } from './disk-error.js';

/** The maximum length of a line in bytes. A reply has at most 32 MiB. */
export const longestLine = 64 * 1024 * 1024;

const chunkBytes = 1024 * 1024;
const newline = 0x0a;

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
  const bytes = Buffer.alloc(chunkBytes);
  let at = 0;
  const readChunk = () => readSync(fd, bytes, 0, chunkBytes, at);
  for (let read = onDisk('read', path, readChunk); read > 0; read = onDisk('read', path, readChunk)) {
    yield { chunk: bytes.subarray(0, read), at };
    at += read;
  }
}

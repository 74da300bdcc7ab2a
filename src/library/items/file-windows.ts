import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { strayContent } from '#model/data/stray-content.js';
import { EvaError } from '#model/problem.js';
import { notAFile, unreadable, utf16 } from '../source/read-file.js';
import { type FileSource, maxItemFileBytes, tooLargeFile } from './item-source.js';

const chunkBytes = 256 * 1024;

/** Opens a regular file. Throws EVA_NO_FILE, EVA_NOT_A_FILE, EVA_UNREADABLE or EVA_DATA_LARGE. */
export function openData({ path, file, format }: FileSource): { readonly fd: number; readonly size: number } {
  let fd: number | undefined;
  try {
    // Without O_NONBLOCK, opening a pipe would block until another process writes to it.
    fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stats = fstatSync(fd);
    if (!stats.isFile()) throw new EvaError([notAFile(file, stats.isDirectory() ? 'a directory' : 'a pipe or device')]);
    if (stats.size > maxItemFileBytes[format]) throw itemFileTooLarge(file, maxItemFileBytes[format]);
    return { fd, size: stats.size };
  } catch (error) {
    if (fd !== undefined) closeSync(fd);
    throw error instanceof EvaError ? error : new EvaError([unreadable(error, file)]);
  }
}

function itemFileTooLarge(file: string, limit: number): EvaError {
  return new EvaError([tooLargeFile(limit, { file })]);
}

/** Reads a file forwards in windows, which are new buffers, so that items may keep theirs. Drops a byte order mark. */
export class FileWindows {
  readonly #source: FileSource;
  readonly #fd: number;
  readonly #hash = createHash('sha256');
  #read = 0;
  /** The bytes that are being looked at, and their offset in the file. */
  bytes: Buffer = Buffer.alloc(0);
  offset = 0;
  isLast = false;

  /** Opens the file and reads the first window. Throws as `openData`, EVA_STRAY_CONTENT, and EVA_NOT_UTF8 for UTF-16. */
  constructor(source: FileSource) {
    this.#source = source;
    const { fd, size } = openData(source);
    this.#fd = fd;
    try {
      // A list of JSON is read whole. One byte more shows the end of the file.
      this.advance(0, source.format === 'json' ? size + 1 : chunkBytes);
      const stray = strayContent(this.bytes, source.file);
      if (stray) throw new EvaError([stray]);
      const [first, second, third] = this.bytes;
      const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
      if (isUtf16) throw new EvaError([utf16(source.file)]);
      if (first !== 0xef || second !== 0xbb || third !== 0xbf) return;
      this.bytes = this.bytes.subarray(3);
      this.offset = 3;
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /**
   * Moves the window so that it begins at `from`, an index of `bytes`, and fills it. It grows with what it keeps, so that a large item is
   * not looked at again and again. Throws EVA_DATA_LARGE for a file that grew.
   */
  advance(from: number, size: number = chunkBytes): void {
    const kept = this.bytes.subarray(from);
    const next = Buffer.allocUnsafeSlow(Math.max(size, 2 * kept.length));
    kept.copy(next);
    let length = kept.length;
    while (length < next.length && !this.isLast) {
      const count = readSync(this.#fd, next, length, next.length - length, null);
      this.#hash.update(next.subarray(length, length + count));
      length += count;
      this.#read += count;
      this.isLast = count === 0;
      const limit = maxItemFileBytes[this.#source.format];
      if (this.#read > limit) throw itemFileTooLarge(this.#source.file, limit);
    }
    this.offset += from;
    this.bytes = next.subarray(0, length);
  }

  /** Returns the sha256 of the file, after its last window. */
  sha256(): string {
    return this.#hash.digest('hex');
  }

  close(): void {
    closeSync(this.#fd);
  }
}

/** Returns the index of the first byte that is not part of valid UTF-8; -1 if all bytes are valid. */
export function firstBadByte(bytes: Buffer): number {
  if (isUtf8(bytes)) return -1;
  // The longest valid beginning, found by halving.
  let low = 0;
  let high = bytes.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (isUtf8(bytes.subarray(0, boundary(bytes, middle)))) low = middle;
    else high = middle - 1;
  }
  return boundary(bytes, low);
}

/** Moves an index back to the beginning of a character. */
function boundary(bytes: Buffer, index: number): number {
  let at = index;
  while (at > 0 && index - at < 3 && at < bytes.length && ((bytes[at] ?? 0) & 0xc0) === 0x80) at--;
  return at;
}

const lineFeed = 10;

/** A line without its end, and whether more came right behind it. */
export interface CollectedLine {
  readonly line: Buffer;
  readonly hasMore: boolean;
}

/** Puts one line after the other together from pieces; never holds more than `maxBytes` and the last piece. */
export class LineCollector {
  readonly #maxBytes: number;
  #pieces: Buffer[] = [];
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Whether there is a piece of a line that has not ended. */
  get hasBegun(): boolean {
    return this.#bytes > 0;
  }

  /** The line that this piece completes; undefined as long as there is none. What came behind it is dropped. */
  add(piece: Buffer): CollectedLine | 'too_long' | undefined {
    const end = piece.indexOf(lineFeed);
    const part = end < 0 ? piece : piece.subarray(0, end);
    this.#pieces.push(part);
    this.#bytes += part.length;
    if (this.#bytes > this.#maxBytes) return 'too_long';
    if (end < 0) return undefined;
    const line = Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#bytes = 0;
    return { line, hasMore: end + 1 < piece.length };
  }
}

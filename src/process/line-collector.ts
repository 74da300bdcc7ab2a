const lineFeed = 10;

/** A line without its line feed. `hasMore`: further bytes followed it in the same piece. */
export interface CollectedLine {
  readonly line: Buffer;
  readonly hasMore: boolean;
}

/** Joins pieces of output into lines. Keeps at most `maxBytes` and the last piece in memory. */
export class LineCollector {
  readonly #maxBytes: number;
  #pieces: Buffer[] = [];
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** True if a line has begun and has not ended. */
  get hasBegun(): boolean {
    return this.#bytes > 0;
  }

  /** Adds a piece. Returns the line that it completes, without what follows it; undefined if the line goes on. */
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

/** What is wrong with a record, and the bytes that are marked. */
export interface CsvFlaw {
  readonly flaw: 'stray_quote' | 'after_quote' | 'open_quote' | 'nul';
  readonly start: number;
  readonly end: number;
  /** The opening quote of the value, if text follows its closing quote. */
  readonly opened?: number;
}

const quote = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/**
 * Splits one record of a CSV file (RFC 4180) into its values, as ranges of bytes. It is reused for all records of a file, so that a record
 * costs no object of its own.
 */
export class CsvRecord {
  /** The number of values, and for each its bytes without quotes; `quotes` is 0 without quotes, 1 with, 2 with doubled ones inside. */
  count = 0;
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  readonly quotes: number[] = [];
  readonly flaws: CsvFlaw[] = [];
  /** The end of the record without its line end, the begin of the next one, and the number of line ends passed. */
  end = 0;
  next = 0;
  lineEnds = 0;
  /** The opening quote of the value that is being read; -1 outside of quotes. */
  openQuote = -1;

  readonly #delimiter: Buffer;
  readonly #first: number;
  #bytes: Buffer = Buffer.alloc(0);
  #isLast = false;
  #hasNul = false;

  constructor(delimiter: string) {
    this.#delimiter = Buffer.from(delimiter);
    this.#first = this.#delimiter[0] ?? 0;
  }

  /** Reads the record that begins at `from`. Returns false if the bytes end before it does and are not the last of the file. */
  read(bytes: Buffer, from: number, isLast: boolean): boolean {
    this.#bytes = bytes;
    this.#isLast = isLast;
    this.count = 0;
    this.lineEnds = 0;
    this.flaws.length = 0;
    this.#hasNul = false;
    this.openQuote = -1;
    let at = from;
    for (;;) {
      const after = bytes[at] === quote ? this.#quoted(at) : this.#unquoted(at);
      if (after < 0) return false;
      if (!this.#isDelimiter(after)) return this.#finish(after);
      at = after + this.#delimiter.length;
    }
  }

  /** Returns a value as text. Its line ends are LF, so that the same text is sent from a checkout on Windows. */
  text(index: number): string {
    const written = this.#bytes.toString('utf8', this.starts[index], this.ends[index]);
    const text = this.quotes[index] === 0 ? written : written.replaceAll('\r\n', '\n');
    return this.quotes[index] === 2 ? text.replaceAll('""', '"') : text;
  }

  /** Returns true for a record without any character: an empty line. */
  isBlank(): boolean {
    return this.count === 1 && this.quotes[0] === 0 && this.starts[0] === this.ends[0];
  }

  /** Reads a value without quotes. Returns the index after it; -1 if the bytes end too early. */
  #unquoted(start: number): number {
    const at = this.#rest(start, true);
    if (at >= 0) this.#add(start, at, 0);
    return at;
  }

  /** Returns the end of the characters before the next delimiter or line end; -1 if the bytes end too early. */
  #rest(start: number, isValue: boolean): number {
    const bytes = this.#bytes;
    const { length } = bytes;
    const first = this.#first;
    let isReported = !isValue;
    let at = start;
    for (; at < length; at++) {
      const byte = bytes[at] as number;
      if (byte === first && this.#isDelimiter(at)) break;
      if (byte === lineFeed || byte === carriageReturn) break;
      if (byte !== quote && byte !== 0) continue;
      if (byte === 0) this.#addNul(at);
      else if (!isReported) this.flaws.push({ flaw: 'stray_quote', start: at, end: at + 1 });
      isReported ||= byte === quote;
    }
    // The byte after a CR, and all bytes of a delimiter, must be there to be judged.
    const needed = at + Math.max(2, this.#delimiter.length);
    return needed > length && !this.#isLast ? -1 : at;
  }

  /** Reads a value in quotes. Returns the index after it; -1 if the bytes end too early. */
  #quoted(start: number): number {
    const bytes = this.#bytes;
    const { length } = bytes;
    let quotes = 1;
    let at = start + 1;
    for (; at < length; at++) {
      const byte = bytes[at] as number;
      if (byte === quote) {
        if (bytes[at + 1] !== quote) break;
        quotes = 2;
        at++;
      } else if (byte === lineFeed || (byte === carriageReturn && bytes[at + 1] !== lineFeed)) this.lineEnds++;
      else if (byte === 0) this.#addNul(at);
    }
    if (at + 1 >= length && !this.#isLast) {
      this.openQuote = start;
      return -1;
    }
    if (at >= length) {
      this.flaws.push({ flaw: 'open_quote', start, end: start + 1 });
      this.#add(start + 1, length, quotes);
      return length;
    }
    this.#add(start + 1, at, quotes);
    const after = this.#rest(at + 1, false);
    if (after > at + 1) this.flaws.push({ flaw: 'after_quote', start: at + 1, end: after, opened: start });
    return after;
  }

  /** Notes the first NUL of a record: text in UTF-16 has one in every character. */
  #addNul(at: number): void {
    if (!this.#hasNul) this.flaws.push({ flaw: 'nul', start: at, end: at + 1 });
    this.#hasNul = true;
  }

  #add(start: number, end: number, quotes: number): void {
    this.starts[this.count] = start;
    this.ends[this.count] = end;
    this.quotes[this.count] = quotes;
    this.count++;
  }

  #isDelimiter(at: number): boolean {
    const delimiter = this.#delimiter;
    if (this.#bytes[at] !== this.#first) return false;
    for (let index = 1; index < delimiter.length; index++) {
      if (this.#bytes[at + index] !== delimiter[index]) return false;
    }
    return true;
  }

  #finish(end: number): true {
    this.end = end;
    const isPair = this.#bytes[end] === carriageReturn && this.#bytes[end + 1] === lineFeed;
    this.next = Math.min(this.#bytes.length, end + (isPair ? 2 : 1));
    if (end < this.#bytes.length) this.lineEnds++;
    return true;
  }
}

import { createHash } from 'node:crypto';

/** Columns grow by chunks of this many entries, so that none is copied while it grows. */
const chunkBits = 12;

const chunkSize = 2 ** chunkBits;

/** A number of each item in the order of the file. */
export class NumberColumn {
  readonly #make: () => Float64Array | Uint32Array;
  readonly #chunks: (Float64Array | Uint32Array)[] = [];
  #length = 0;

  /** With `isShort` for whole numbers below 2^32. */
  constructor(isShort = false) {
    this.#make = () => (isShort ? new Uint32Array(chunkSize) : new Float64Array(chunkSize));
  }

  get length(): number {
    return this.#length;
  }

  push(number: number): void {
    const at = this.#length & (chunkSize - 1);
    const chunk = at === 0 ? this.#make() : this.#chunks.at(-1);
    if (!chunk) throw new Error('a column without a chunk');
    if (at === 0) this.#chunks.push(chunk);
    chunk[at] = number;
    this.#length += 1;
  }

  at(index: number): number {
    return this.#chunks[index >> chunkBits]?.[index & (chunkSize - 1)] ?? 0;
  }

  /** Returns the numbers of some items as whole numbers below 2^32. */
  inOrder(order: Uint32Array): Uint32Array {
    return order.map((index) => this.at(index));
  }
}

const digestBytes = 32;

/** The digest of each item, or its first bytes. */
export class DigestColumn {
  readonly #bytes: number;
  readonly #chunks: Buffer[] = [];
  #length = 0;

  constructor(bytes = digestBytes) {
    this.#bytes = bytes;
  }

  push(digest: string): void {
    if ((this.#length & (chunkSize - 1)) === 0) this.#chunks.push(Buffer.allocUnsafeSlow(chunkSize * this.#bytes));
    this.#length += 1;
    this.set(this.#length - 1, digest);
  }

  set(index: number, digest: string): void {
    this.#chunks[index >> chunkBits]?.write(digest, this.#start(index), this.#bytes, 'hex');
  }

  /** Returns the first bytes of a digest, all by default, as hexadecimal digits. */
  at(index: number, bytes = this.#bytes): string {
    const start = this.#start(index);
    return this.#chunks[index >> chunkBits]?.toString('hex', start, start + bytes) ?? '';
  }

  /** Returns the digest of all digests in this order. */
  chained(order: Uint32Array): string {
    const hash = createHash('sha256');
    const batch = Buffer.allocUnsafeSlow(1024 * digestBytes);
    let filled = 0;
    for (const index of order) {
      const start = this.#start(index);
      this.#chunks[index >> chunkBits]?.copy(batch, filled, start, start + digestBytes);
      filled += digestBytes;
      if (filled < batch.length) continue;
      hash.update(batch);
      filled = 0;
    }
    return hash.update(batch.subarray(0, filled)).digest('hex');
  }

  /** Returns the first bytes of each digest. */
  shortened(bytes: number): DigestColumn {
    const short = new DigestColumn(bytes);
    for (const chunk of this.#chunks) {
      const firsts = Buffer.allocUnsafeSlow(chunkSize * bytes);
      for (let place = 0; place < chunkSize; place++)
        chunk.copy(firsts, place * bytes, place * this.#bytes, place * this.#bytes + bytes);
      short.#chunks.push(firsts);
    }
    short.#length = this.#length;
    return short;
  }

  #start(index: number): number {
    return (index & (chunkSize - 1)) * this.#bytes;
  }
}

/** The ids of items. */
export interface ItemIds {
  at(index: number): string;
  set(index: number, id: string): void;
  /** Returns the indexes of the ids in ascending order of their UTF-16 units. */
  sorted(): Uint32Array;
}

/** Ids that are the first 48 bits of the digests of inputs, as 12 hexadecimal digits, but for those that were renamed. */
export class DigestIds implements ItemIds {
  readonly #digests: NumberColumn;
  readonly #renamed = new Map<number, string>();

  constructor(digests: NumberColumn) {
    this.#digests = digests;
  }

  at(index: number): string {
    const renamed = this.#renamed.size > 0 ? this.#renamed.get(index) : undefined;
    return renamed ?? hexOf(this.#digests.at(index));
  }

  set(index: number, id: string): void {
    this.#renamed.set(index, id);
  }

  sorted(): Uint32Array {
    const byText = (a: number, b: number) => (this.at(a) < this.at(b) ? -1 : 1);
    return sortedIndexes(this.#digests.length, (index) => this.#digests.at(index), byText);
  }
}

/** All numbers of 12 bits as hexadecimal digits: `toString` takes a microsecond for a larger one. */
const hexadecimal = Array.from({ length: 4096 }, (_, number) => number.toString(16).padStart(3, '0'));

/** Returns 48 bits as 12 hexadecimal digits. */
function hexOf(bits: number): string {
  const [high, low] = [Math.floor(bits / 2 ** 24), bits % 2 ** 24];
  const of = (number: number) => `${hexadecimal[number >> 12]}${hexadecimal[number & 4095]}`;
  return of(high) + of(low);
}

/** Ids of the file, as bytes: a text in the heap takes several times as much. */
export class FileIds implements ItemIds {
  readonly #starts = new NumberColumn();
  readonly #lengths = new NumberColumn(true);
  readonly #chunks: Buffer[] = [];
  /** Ids that UTF-8 cannot hold: those with half of a surrogate pair. */
  readonly #broken = new Map<number, string>();
  #free = 0;

  push(id: string): void {
    if (/\p{Surrogate}/u.test(id)) this.#broken.set(this.#lengths.length, id);
    const length = Buffer.byteLength(id);
    let chunk = this.#chunks.at(-1);
    if (!chunk || this.#free + length > chunk.length) {
      chunk = Buffer.allocUnsafeSlow(Math.max(2 ** 16, length));
      this.#chunks.push(chunk);
      this.#free = 0;
    }
    chunk.write(id, this.#free);
    this.#starts.push((this.#chunks.length - 1) * 2 ** 32 + this.#free);
    this.#lengths.push(length);
    this.#free += length;
  }

  at(index: number): string {
    const broken = this.#broken.size > 0 ? this.#broken.get(index) : undefined;
    if (broken !== undefined) return broken;
    const place = this.#starts.at(index);
    const start = place % 2 ** 32;
    return this.#chunks[Math.floor(place / 2 ** 32)]?.toString('utf8', start, start + this.#lengths.at(index)) ?? '';
  }

  set(): void {
    throw new Error('an id of the file has no other name');
  }

  sorted(): Uint32Array {
    const all = Uint32Array.from({ length: this.#lengths.length }, (_, index) => index);
    return sortedByText(all, (index) => this.at(index), 0);
  }
}

/** The number of items that fit into the 20 bits beside a key. */
const mostSorted = 2 ** 20;

/** What the last sort took, for the next one: new memory for each would stay until the next full garbage collection. */
let pairsOfLast = new BigUint64Array();

/** The place of the lower half of a number of 64 bits in memory. */
const lowWord = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1 ? 0 : 1;

/**
 * Sorts the indexes below `count` by keys of 48 bits, and equal ones by `compare`, by default by the index. Sorts 64-bit numbers with the first 44
 * bits of each key above its index: a function that compares would take seconds and three times the memory for a million.
 */
export function sortedIndexes(
  count: number,
  keyAt: (index: number) => number,
  compare: (a: number, b: number) => number = (a, b) => a - b,
): Uint32Array {
  if (count > mostSorted) throw new Error(`cannot sort ${count} items`);
  if (pairsOfLast.length < count) pairsOfLast = new BigUint64Array(count);
  const pairs = pairsOfLast.subarray(0, count);
  const words = new Uint32Array(pairs.buffer);
  for (let index = 0; index < count; index++) {
    const key = keyAt(index);
    words[2 * index + 1 - lowWord] = Math.floor(key / 2 ** 16);
    words[2 * index + lowWord] = ((key % 2 ** 16) >> 4) * mostSorted + index;
  }
  pairs.sort();
  const order = new Uint32Array(count);
  const isEqual = (a: number, b: number) =>
    words[2 * a + 1 - lowWord] === words[2 * b + 1 - lowWord] &&
    (words[2 * a + lowWord] ?? 0) >>> 20 === (words[2 * b + lowWord] ?? 0) >>> 20;
  let first = 0;
  for (let place = 0; place < count; place++) {
    order[place] = (words[2 * place + lowWord] ?? 0) & (mostSorted - 1);
    const isEnd = place + 1 === count || !isEqual(place, place + 1);
    if (!isEnd) continue;
    if (place > first) order.subarray(first, place + 1).sort((a, b) => keyAt(a) - keyAt(b) || compare(a, b));
    first = place + 1;
  }
  return order;
}

/** Calls `visit` with the indexes of each group of equal keys of 48 bits, ascending; groups of two or more only. */
export function visitEqual(count: number, keyAt: (index: number) => number, visit: (group: Uint32Array) => void): void {
  const order = sortedIndexes(count, keyAt);
  let first = 0;
  for (let place = 1; place <= count; place++) {
    if (place < count && keyAt(order[place] ?? 0) === keyAt(order[first] ?? 0)) continue;
    if (place - first > 1) visit(order.subarray(first, place));
    first = place;
  }
}

/** Groups below this size are sorted by comparing whole texts. */
const smallGroup = 32;

/** Sorts indexes by three UTF-16 units of their texts from `from` on, and groups of equal ones by the next three. */
function sortedByText(indexes: Uint32Array, textAt: (index: number) => string, from: number): Uint32Array {
  if (indexes.length < smallGroup) return indexes.sort((a, b) => (textAt(a) < textAt(b) ? -1 : 1));
  const keys = Float64Array.from(indexes, (index) => textKey(textAt(index), from));
  const sorted = sortedIndexes(indexes.length, (place) => keys[place] ?? 0).map((place) => indexes[place] ?? 0);
  keys.sort();
  let first = 0;
  for (let place = 1; place <= keys.length; place++) {
    if (place < keys.length && keys[place] === keys[first]) continue;
    const group = sorted.subarray(first, place);
    if (group.some((index) => textAt(index).length > from + 3))
      group.set(sortedByText(group.slice(), textAt, from + 3));
    first = place;
  }
  return sorted;
}

function textKey(text: string, from: number): number {
  const unit = (at: number) => (from + at < text.length ? text.charCodeAt(from + at) : 0);
  return unit(0) * 2 ** 32 + unit(1) * 2 ** 16 + unit(2);
}

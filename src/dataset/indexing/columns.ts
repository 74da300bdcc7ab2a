import type { JsonObject, JsonValue } from '#model/data/json.js';
import { isWrittenBy } from '#model/data/written.js';
import { fieldOf, fieldText } from '../item.js';

/** Numbers of items in the order of the file, in one growing buffer. */
export class NumberColumn {
  #numbers = new Float64Array(1024);
  length = 0;

  push(number: number): void {
    if (this.length === this.#numbers.length) this.#numbers = grown(this.#numbers, new Float64Array(2 * this.length));
    this.#numbers[this.length++] = number;
  }

  at(index: number): number {
    return this.#numbers[index] ?? 0;
  }

  /** All numbers; a view that is valid until the next one is added. */
  all(): Float64Array {
    return this.#numbers.subarray(0, this.length);
  }

  /** Returns the numbers of some items as whole numbers below 2^32. */
  inOrder(order: Uint32Array): Uint32Array {
    return order.map((index) => this.at(index));
  }
}

const digestBytes = 32;

/** Digests of items, 32 bytes each, in one growing buffer. */
export class DigestColumn {
  #bytes = Buffer.alloc(1024 * digestBytes);
  #length = 0;

  push(digest: string): void {
    if ((this.#length + 1) * digestBytes > this.#bytes.length)
      this.#bytes = grown(this.#bytes, Buffer.alloc(2 * this.#bytes.length));
    this.set(this.#length++, digest);
  }

  set(index: number, digest: string): void {
    this.#bytes.write(digest, index * digestBytes, 'hex');
  }

  /** Returns the digests of some items one after another. */
  inOrder(order: Uint32Array): Buffer {
    const bytes = Buffer.alloc(order.length * digestBytes);
    for (const [position, index] of order.entries()) {
      this.#bytes.copy(bytes, position * digestBytes, index * digestBytes, (index + 1) * digestBytes);
    }
    return bytes;
  }
}

function grown<T extends Float64Array | Buffer>(old: T, larger: T): T {
  larger.set(old);
  return larger;
}

/** The texts of one field of all items, each text held once. */
export class TextColumn {
  readonly texts: string[] = [];
  readonly scalars = new Map<string, JsonValue>();
  readonly codes = new NumberColumn();
  readonly #known = new Map<string, number>();

  push(values: JsonObject, field: string): void {
    const text = fieldText(values, field) ?? '';
    let code = this.#known.get(text);
    if (code === undefined) {
      code = this.texts.length;
      this.#known.set(text, code);
      this.texts.push(text);
      const value = fieldOf(values, field);
      if (typeof value === 'number' || typeof value === 'boolean') this.scalars.set(text, value);
    }
    this.codes.push(code);
  }

  /** Returns the codes of some items, in this order, without the table that only filling needs. */
  inOrder(order: Uint32Array): CodedColumn {
    return { texts: this.texts, scalars: this.scalars, codes: this.codes.inOrder(order) };
  }
}

/** The texts of a field by position: `texts[codes[position]]`. */
export interface CodedColumn {
  readonly texts: readonly string[];
  /** The numbers and truth values among them. */
  readonly scalars: ReadonlyMap<string, JsonValue>;
  readonly codes: Uint32Array;
}

/** Returns the texts of a column that a text of eval.yml means: the same one, else numbers and truth values that are written differently. */
export function textsMeant({ texts, scalars }: CodedColumn, text: string): readonly string[] {
  if (texts.includes(text)) return [text];
  return [...scalars].flatMap(([one, value]) => (isWrittenBy(value, text) ? [one] : []));
}

export function textAt({ texts, codes }: CodedColumn, position: number): string {
  return texts[codes[position] ?? 0] ?? '';
}

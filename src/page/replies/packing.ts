import type { JsonValue } from '#model/data/json.js';
import type { ReplyRow } from './reply-row.js';

/**
 * Rows as JSON without repeated names: an object is `[shape, ...values]`, a list `[0, ...items]`, a text of a `Text` a string, and an
 * interned one `[-1, index]`. Any other string is `[-2, index]`. Numbers, true, false and null are themselves.
 */
export interface PackedRows {
  /** The keys of the objects with shape 1, 2, … */
  readonly shapes: readonly (readonly string[])[];
  readonly strings: readonly string[];
  readonly rows: readonly JsonValue[];
}

const listShape = 0;
const internedText = -1;
const plainString = -2;

/** The length of texts that are interned: shorter ones gain nothing, longer ones are hardly ever repeated. */
const internedLength = { least: 8, most: 300 };
const mostRemembered = 5_000;

/** Packs rows one after another. Its tables are complete after the last one. */
export class RowPacker {
  readonly #shapes = new Map<string, number>();
  readonly #strings = new Map<string, number>();
  readonly #seenOnce = new Set<string>();

  /** Returns a packed row as JSON. */
  pack(row: ReplyRow): string {
    return JSON.stringify(this.#packed(row));
  }

  /** Returns the tables that unpack the rows. */
  tables(): Pick<PackedRows, 'shapes' | 'strings'> {
    return { shapes: [...this.#shapes.keys()].map((keys) => JSON.parse(keys)), strings: [...this.#strings.keys()] };
  }

  #packed(value: unknown): JsonValue {
    if (typeof value === 'string') return [plainString, this.#stringIndex(value)];
    if (typeof value !== 'object' || value === null) return value as JsonValue;
    if (Array.isArray(value)) return [listShape, ...value.map((item) => this.#packed(item))];
    const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
    const [first] = entries;
    if (entries.length === 1 && first?.[0] === 'raw' && typeof first[1] === 'string') return this.#packedText(first[1]);
    return [this.#shapeOf(entries.map(([key]) => key)), ...entries.map(([, inner]) => this.#packed(inner))];
  }

  #packedText(text: string): JsonValue {
    if (text.length < internedLength.least || text.length > internedLength.most) return text;
    if (this.#strings.has(text) || this.#seenOnce.has(text)) return [internedText, this.#stringIndex(text)];
    if (this.#seenOnce.size < mostRemembered) this.#seenOnce.add(text);
    return text;
  }

  #stringIndex(text: string): number {
    const index = this.#strings.get(text) ?? this.#strings.size;
    this.#strings.set(text, index);
    return index;
  }

  #shapeOf(keys: readonly string[]): number {
    const name = JSON.stringify(keys);
    const shape = this.#shapes.get(name) ?? this.#shapes.size + 1;
    this.#shapes.set(name, shape);
    return shape;
  }
}

/** Unpacks rows that `RowPacker` packed. */
export function unpackedRows({ rows, shapes, strings }: PackedRows): readonly ReplyRow[] {
  const unpacked = (value: JsonValue): unknown => {
    if (typeof value === 'string') return { raw: value };
    if (!Array.isArray(value)) return value;
    const [kind, ...parts] = value;
    if (kind === listShape) return parts.map(unpacked);
    if (kind === internedText) return { raw: strings[Number(parts[0])] };
    if (kind === plainString) return strings[Number(parts[0])];
    const keys = shapes[Number(kind) - 1] ?? [];
    return Object.fromEntries(keys.map((key, index) => [key, unpacked(parts[index] ?? null)]));
  };
  return rows.map((row) => unpacked(row) as ReplyRow);
}

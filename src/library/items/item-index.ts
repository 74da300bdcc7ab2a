import { createHash } from 'node:crypto';
import { sha256 } from '#model/data/digest.js';
import type { JsonObject, JsonValue } from '#model/data/json.js';
import { isWrittenBy } from '#model/data/written.js';
import type { Place } from '#model/problem.js';
import { EvaError, problem } from '#model/problem.js';
import { quoted } from '#model/text/quoted.js';
import type { DroppedItems } from './conditions.js';
import { fieldOf, fieldPath, fieldText, type IndexOptions, idOfDigest, orderKey, UsedValues } from './item.js';
import { countedBy, type ItemSource, nameOfItemFile } from './item-source.js';
import { type ItemSpot, placeOfValue, readItemAt } from './read-items.js';
import type { FileFacts, ReadItem } from './record-place.js';

export interface Duplicates {
  /** The number of texts that more than one item has, and of those whose items expect different values. */
  readonly texts: number;
  readonly conflicts: number;
  /** The lines of the first two items that are alike. */
  readonly lines: readonly number[];
}

/** What is kept of the items of a data set, at most 200 bytes each. A position counts kept items in their seeded order, from 0. */
export interface ItemIndex {
  readonly source: ItemSource;
  readonly options: IndexOptions;
  readonly header: readonly string[] | undefined;
  readonly sha256: string;
  /** The digest of the ids and used values of all kept items; the same in any order and format. */
  readonly digest: string;
  /** The number of items in the source, and of those that `where` and `unless` keep. */
  readonly items: number;
  readonly kept: number;
  readonly units: number;
  /** The conditions of `where` and `unless` in words, and how many items each drops by itself. */
  readonly filter: string;
  readonly dropped: readonly DroppedItems[];
  readonly duplicates: Duplicates;
  /** The mean size of an item's input values, in bytes. */
  readonly mean_bytes: number;
  readonly ids: readonly string[];
  /** The line where an item begins, or its number in a list. */
  readonly lines: Uint32Array;
  /** The unit of each position: ascending, from 0. */
  readonly unitOf: Uint32Array;
  /** The number of earlier items with the same request. */
  readonly earlier: Uint32Array;
  readonly clusters: CodedColumn | undefined;
  /** The values of fields of `slices` and `counted`. */
  readonly columns: ReadonlyMap<string, CodedColumn>;
  /** Returns the beginning of the digest of an item's id and used values. */
  readonly valuesOf: (position: number) => string;
  /** Returns the values of an item. Throws EVA_RUN_CHANGED if the file has another item there. */
  readonly read: (position: number) => JsonObject;
}

/** Numbers of items in the order of the file, in one growing buffer. */
class NumberColumn {
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
class DigestColumn {
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

/** The texts of one field of all items, each text held once. */
class TextColumn {
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

/** The items that are kept, in the order of the file. */
export class KeptItems {
  readonly ids: string[] = [];
  readonly lines = new NumberColumn();
  /** The first 48 bits of the digest of each item's inputs. */
  readonly inputs = new NumberColumn();
  /** The same of its other used values. */
  readonly others = new NumberColumn();
  readonly used: UsedValues;
  readonly #source: ItemSource;
  readonly #options: IndexOptions;
  readonly #starts = new NumberColumn();
  readonly #lengths = new NumberColumn();
  readonly #digests = new DigestColumn();
  readonly #requests = new NumberColumn();
  readonly #columns: ReadonlyMap<string, TextColumn>;
  readonly #clusters: TextColumn | undefined;
  /** The used fields that fill no input: a judge may see them. */
  readonly #besideInputs: readonly string[];
  #bytes = 0;

  constructor(source: ItemSource, options: IndexOptions) {
    const { inputs, used, slices, counted = [], cluster } = options;
    this.used = new UsedValues(options);
    this.#source = source;
    this.#options = options;
    this.#besideInputs = [...new Set(used)].filter((field) => !Object.values(inputs).includes(field));
    this.#columns = new Map([...slices, ...counted].map((field) => [field, new TextColumn()]));
    this.#clusters = cluster && new TextColumn();
  }

  add({ values, line, start, length }: ReadItem): void {
    const { inputs, id: idField, cluster, requestOf } = this.#options;
    const inputsText = this.used.inputsText(values);
    const inputsDigest = sha256(inputsText);
    const id = idField === undefined ? idOfDigest(inputsDigest) : (fieldText(values, idField) ?? '');
    const texts = Object.entries(inputs).map(([name, field]) => [name, fieldText(values, field)] as const);
    for (const [, text] of texts) this.#bytes += bytesOf(text);
    for (const field of this.#besideInputs) this.#bytes += bytesOf(fieldText(values, field));
    this.ids.push(id);
    this.lines.push(line);
    this.inputs.push(bitsOf(inputsDigest));
    this.#starts.push(start);
    this.#lengths.push(length);
    const othersText = this.used.othersText(values);
    this.others.push(bitsOf(sha256(othersText)));
    this.#digests.push(this.used.digest(id, inputsText, othersText));
    this.#requests.push(bitsOf(sha256(requestOf(Object.fromEntries(texts)))));
    for (const [field, column] of this.#columns) column.push(values, field);
    if (cluster) this.#clusters?.push(values, cluster.field);
  }

  reread(index: number, header: readonly string[] | undefined): JsonObject {
    const values = readItemAt(this.#source, this.#spot(index), header);
    if (!values) throw changed(this.#source, this.lines.at(index), this.ids[index] ?? '');
    return values;
  }

  /** Returns the place of a field of an item, or of the item, by its index. */
  place(index: number, field: string | undefined, header: readonly string[] | undefined): Place {
    const path = field === undefined ? [] : (fieldPath(this.reread(index, header), field) ?? []);
    return placeOfValue(this.#source, this.#spot(index), path, header);
  }

  #spot(index: number): ItemSpot {
    return { start: this.#starts.at(index), length: this.#lengths.at(index), line: this.lines.at(index) };
  }

  rename(index: number, id: string, values: JsonObject): void {
    this.ids[index] = id;
    this.#digests.set(index, this.used.digestOf(id, values));
  }

  inOrder(
    { sha256, header }: FileFacts,
    facts: Pick<ItemIndex, 'items' | 'filter' | 'dropped' | 'duplicates'>,
  ): ItemIndex {
    const { order, units } = orderItems(this.ids, this.#options.seed, this.#clusters);
    const ids = Array.from(order, (index) => this.ids[index] ?? '');
    const digests = this.#digests.inOrder(order);
    const lines = this.lines.inOrder(order);
    const spots = { starts: this.#starts.inOrder(order), lengths: this.#lengths.inOrder(order) };
    return {
      ...facts,
      source: this.#source,
      options: this.#options,
      header,
      sha256,
      digest: chained(ids, digests),
      kept: order.length,
      units: (units.at(-1) ?? -1) + 1,
      mean_bytes: this.#bytes / Math.max(1, this.ids.length),
      ids,
      lines,
      unitOf: units,
      earlier: earlierEquals(this.#requests, order),
      clusters: this.#clusters?.inOrder(order),
      columns: new Map([...this.#columns].map(([field, column]) => [field, column.inOrder(order)])),
      valuesOf: valuesIn(digests),
      read: itemReader({ source: this.#source, header, ids, lines }, spots, digests, this.used),
    };
  }
}

/** Is no method of `KeptItems`, as `itemReader`. */
function valuesIn(digests: Buffer): ItemIndex['valuesOf'] {
  return (position) => digests.toString('hex', 32 * position, 32 * position + 8);
}

/** Is no method of `KeptItems`, because a function keeps all that is around it in memory. */
function itemReader(
  { source, header, ids, lines }: Pick<ItemIndex, 'source' | 'header' | 'ids' | 'lines'>,
  { starts, lengths }: { readonly starts: Uint32Array; readonly lengths: Uint32Array },
  digests: Buffer,
  used: UsedValues,
): ItemIndex['read'] {
  return (position) => {
    const id = ids[position] ?? '';
    const spot = { start: starts[position] ?? 0, length: lengths[position] ?? 0, line: lines[position] ?? 1 };
    const values = readItemAt(source, spot, header);
    const planned = digests.toString('hex', 32 * position, 32 * position + 32);
    if (!values || used.digestOf(id, values) !== planned) throw changed(source, spot.line, id);
    return values;
  };
}

function changed(source: ItemSource, line: number, id: string): EvaError {
  return new EvaError([
    problem('EVA_RUN_CHANGED:item', `the item ${quoted(id)} changed since the run was planned`, {
      hint: 'start a new run',
      at: { file: nameOfItemFile(source), ...(countedBy(source) === 'line' && { line }) },
    }),
  ]);
}

/** Returns the digest of the items' digests by ascending id. */
function chained(ids: readonly string[], digests: Buffer): string {
  const order = Uint32Array.from(ids, (_, position) => position);
  order.sort((a, b) => ((ids[a] as string) < (ids[b] as string) ? -1 : 1));
  const hash = createHash('sha256');
  for (const position of order) hash.update(digests.subarray(32 * position, 32 * position + 32));
  return hash.digest('hex');
}

function bytesOf(text: string | null): number {
  return text === null ? 0 : Buffer.byteLength(text);
}

function grown<T extends Float64Array | Buffer>(old: T, larger: T): T {
  larger.set(old);
  return larger;
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

export function textAtItem({ texts, codes }: CodedColumn, position: number): string {
  return texts[codes[position] ?? 0] ?? '';
}

/**
 * Orders items by the digest of seed and id, clusters by that of seed and value. `order` has their indexes in the file, `units` the number of the
 * unit at each position, ascending from 0.
 */
export function orderItems(
  ids: readonly string[],
  seed: number,
  clusters?: TextColumn,
): { readonly order: Uint32Array; readonly units: Uint32Array } {
  const before = keyOrder(seed, ids);
  const order = Uint32Array.from(ids, (_, index) => index);
  if (!clusters) return { order: order.sort(before), units: Uint32Array.from(ids, (_, index) => index) };
  const { codes, texts } = clusters;
  const clusterBefore = keyOrder(seed, texts);
  order.sort((a, b) => {
    const one = codes.at(a);
    const other = codes.at(b);
    return one === other ? before(a, b) : clusterBefore(one, other);
  });
  let unit = -1;
  let last = -1;
  const units = order.map((index) => {
    const code = codes.at(index);
    if (code !== last) unit++;
    last = code;
    return unit;
  });
  return { order, units };
}

/** Compares texts by their order keys. The first 48 bits decide nearly always. */
function keyOrder(seed: number, texts: readonly string[]): (a: number, b: number) => number {
  const keys = Float64Array.from(texts, (text) => bitsOf(orderKey(seed, text)));
  return (a, b) => (keys[a] as number) - (keys[b] as number) || (a === b ? 0 : wholeKeys(seed, texts[a], texts[b]));
}

function wholeKeys(seed: number, a = '', b = ''): number {
  return orderKey(seed, a) < orderKey(seed, b) ? -1 : 1;
}

/** Counts for each position the earlier ones with an equal request. */
function earlierEquals(requests: NumberColumn, order: Uint32Array): Uint32Array {
  const seen = new Map<number, number>();
  return order.map((index) => {
    const request = requests.at(index);
    const count = seen.get(request) ?? 0;
    seen.set(request, count + 1);
    return count;
  });
}

/** Groups indexes with equal keys, in ascending order; only groups of two or more. */
export function groupsOfEqual(keys: ArrayLike<number>): readonly (readonly number[])[] {
  const order = Uint32Array.from({ length: keys.length }, (_, index) => index);
  order.sort((a, b) => (keys[a] as number) - (keys[b] as number) || a - b);
  const groups: number[][] = [];
  let group: number[] = [];
  for (const index of order) {
    const [first] = group;
    if (first === undefined || keys[first] === keys[index]) group.push(index);
    else {
      if (group.length > 1) groups.push(group);
      group = [index];
    }
  }
  if (group.length > 1) groups.push(group);
  return groups.sort(([a = 0], [b = 0]) => a - b);
}

/** Returns the first 48 bits of a hexadecimal digest as a number. */
export function bitsOf(digest: string): number {
  return Number.parseInt(digest.slice(0, 12), 16);
}

export interface TextCount {
  readonly text: string;
  /** The number or truth value that the file writes as this text; absent for a text. */
  readonly value?: JsonValue | undefined;
  readonly kept: number;
  readonly asked: number;
}

/** Counts the texts of a field of `slices` or `counted`, the most frequent first. `asked` is the number of items that are asked. */
export function countsOfItems(index: ItemIndex, field: string, asked: number = index.kept): readonly TextCount[] {
  const column = index.columns.get(field);
  if (!column) return [];
  const kept = new Uint32Array(column.texts.length);
  const first = new Uint32Array(column.texts.length);
  for (const [position, code] of column.codes.entries()) {
    kept[code] = (kept[code] ?? 0) + 1;
    if (position < asked) first[code] = (first[code] ?? 0) + 1;
  }
  return column.texts
    .map((text, code) => ({ text, value: column.scalars.get(text), kept: kept[code] ?? 0, asked: first[code] ?? 0 }))
    .filter((count) => count.kept > 0)
    .sort((a, b) => b.kept - a.kept || (a.text < b.text ? -1 : 1));
}

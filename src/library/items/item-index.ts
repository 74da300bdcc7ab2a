import { sha256 } from '#model/data/digest.js';
import type { JsonObject, JsonValue } from '#model/data/json.js';
import { isWrittenBy } from '#model/data/written.js';
import type { Place } from '#model/problem.js';
import { EvaError, problem } from '#model/problem.js';
import { quoted } from '#model/text/quoted.js';
import type { DroppedItems } from './conditions.js';
import { fieldOf, fieldPath, fieldText, type IndexOptions, idOfDigest, orderKey, UsedValues } from './item.js';
import {
  DigestColumn,
  DigestIds,
  FileIds,
  type ItemIds,
  NumberColumn,
  sortedIndexes,
  visitEqual,
} from './item-columns.js';
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
  /** Returns the id of an item; empty after the last. */
  readonly idAt: (position: number) => string;
  /** Lists all ids, which take more memory than the index. */
  readonly ids: () => readonly string[];
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

/** The texts of one field of all items, each text held once. */
class TextColumn {
  readonly texts: string[] = [];
  readonly scalars = new Map<string, JsonValue>();
  readonly codes = new NumberColumn(true);
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
  readonly ids: ItemIds;
  readonly lines = new NumberColumn(true);
  /** The first 48 bits of the digest of each item's inputs. */
  readonly inputs = new NumberColumn();
  readonly used: UsedValues;
  readonly #source: ItemSource;
  readonly #options: IndexOptions;
  readonly #fileIds: FileIds | undefined;
  readonly #starts = new NumberColumn(true);
  readonly #lengths = new NumberColumn(true);
  #digests = new DigestColumn();
  /** The first 48 bits of the digest of each item's other used values; undefined if the digests of items tell them apart. */
  #others: NumberColumn | undefined;
  #requests = new NumberColumn();
  readonly #columns: Map<string, TextColumn>;
  #clusters: TextColumn | undefined;
  /** The used fields that fill no input: a judge may see them. */
  readonly #besideInputs: readonly string[];
  #bytes = 0;

  constructor(source: ItemSource, options: IndexOptions) {
    const { id, inputs, used, slices, counted = [], cluster } = options;
    this.used = new UsedValues(options);
    this.#source = source;
    this.#options = options;
    this.#fileIds = id === undefined ? undefined : new FileIds();
    this.ids = this.#fileIds ?? new DigestIds(this.inputs);
    this.#others = this.#fileIds && new NumberColumn();
    this.#besideInputs = [...new Set(used)].filter((field) => !Object.values(inputs).includes(field));
    this.#columns = new Map([...slices, ...counted].map((field) => [field, new TextColumn()]));
    this.#clusters = cluster && new TextColumn();
  }

  get length(): number {
    return this.lines.length;
  }

  add({ values, line, start, length }: ReadItem): void {
    const { inputs, id: idField, cluster, requestOf } = this.#options;
    const inputsText = this.used.inputsText(values);
    const inputsDigest = sha256(inputsText);
    const id = idField === undefined ? idOfDigest(inputsDigest) : (fieldText(values, idField) ?? '');
    const texts = Object.entries(inputs).map(([name, field]) => [name, fieldText(values, field)] as const);
    for (const [, text] of texts) this.#bytes += bytesOf(text);
    for (const field of this.#besideInputs) this.#bytes += bytesOf(fieldText(values, field));
    this.#fileIds?.push(id);
    this.lines.push(line);
    this.inputs.push(bitsOf(inputsDigest));
    this.#starts.push(start);
    this.#lengths.push(length);
    const othersText = this.used.othersText(values);
    this.#others?.push(bitsOf(sha256(othersText)));
    this.#digests.push(this.used.digest(id, inputsText, othersText));
    this.#requests.push(bitsOf(sha256(requestOf(Object.fromEntries(texts)))));
    for (const [field, column] of this.#columns) column.push(values, field);
    if (cluster) this.#clusters?.push(values, cluster.field);
  }

  /** Returns equal numbers for items with equal inputs and equal other used values. Ids must be those that `add` gave. */
  othersAt(index: number): number {
    return this.#others?.at(index) ?? bitsOf(this.#digests.at(index));
  }

  reread(index: number, header: readonly string[] | undefined): JsonObject {
    const values = readItemAt(this.#source, this.#spot(index), header);
    if (!values) throw changed(this.#source, this.lines.at(index), this.ids.at(index));
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
    this.ids.set(index, id);
    this.#digests.set(index, this.used.digestOf(id, values));
  }

  inOrder(
    { sha256, header }: FileFacts,
    facts: Pick<ItemIndex, 'items' | 'filter' | 'dropped' | 'duplicates'>,
  ): ItemIndex {
    const digest = this.#digests.chained(this.ids.sorted());
    this.#digests = this.#digests.shortened(bytesToCompare);
    const { order, units } = orderItems(this.ids, this.length, this.#options.seed, this.#clusters);
    const idAt = (position: number) => (position < order.length ? this.ids.at(order[position] ?? 0) : '');
    const index: ItemIndex = {
      ...facts,
      source: this.#source,
      options: this.#options,
      header,
      sha256,
      digest,
      kept: order.length,
      units: (units.at(-1) ?? -1) + 1,
      mean_bytes: this.#bytes / Math.max(1, this.length),
      unitOf: units,
      earlier: earlierEquals(this.#requests, order),
      clusters: this.#clusters?.inOrder(order),
      columns: new Map([...this.#columns].map(([field, column]) => [field, column.inOrder(order)])),
      idAt,
      ids: () => Array.from(order, (index) => this.ids.at(index)),
      valuesOf: (position) => this.#digests.at(order[position] ?? 0, 4),
      read: (position) => {
        const index = order[position] ?? 0;
        const values = this.reread(index, header);
        if (!this.used.digestOf(idAt(position), values).startsWith(this.#digests.at(index)))
          throw changed(this.#source, this.lines.at(index), idAt(position));
        return values;
      },
    };
    // The index keeps these items: what only filling needs goes.
    this.#requests = new NumberColumn();
    this.#others = undefined;
    this.#clusters = undefined;
    this.#columns.clear();
    return index;
  }
}

/** The bytes of an item's digest that tell whether it has changed since. */
const bytesToCompare = 8;

function changed(source: ItemSource, line: number, id: string): EvaError {
  return new EvaError([
    problem('EVA_RUN_CHANGED:item', `the item ${quoted(id)} changed since the run was planned`, {
      hint: 'start a new run',
      at: { file: nameOfItemFile(source), ...(countedBy(source) === 'line' && { line }) },
    }),
  ]);
}

function bytesOf(text: string | null): number {
  return text === null ? 0 : Buffer.byteLength(text);
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
  ids: Pick<ItemIds, 'at'>,
  count: number,
  seed: number,
  clusters?: TextColumn,
): { readonly order: Uint32Array; readonly units: Uint32Array } {
  const order = orderByKey(seed, count, (index) => ids.at(index));
  if (!clusters) return { order, units: Uint32Array.from({ length: count }, (_, position) => position) };
  const { codes, texts } = clusters;
  const places = new Uint32Array(texts.length);
  for (const [place, code] of orderByKey(seed, texts.length, (code) => texts[code] ?? '').entries())
    places[code] = place;
  const byCluster = sortedIndexes(count, (position) => places[codes.at(order[position] ?? 0)] ?? 0);
  const clustered = byCluster.map((position) => order[position] ?? 0);
  let unit = -1;
  let last = -1;
  const units = clustered.map((index) => {
    const code = codes.at(index);
    if (code !== last) unit++;
    last = code;
    return unit;
  });
  return { order: clustered, units };
}

/** Orders indexes by the order keys of their texts. The first 48 bits decide nearly always. */
function orderByKey(seed: number, count: number, textAt: (index: number) => string): Uint32Array {
  const keyOf = (index: number) => orderKey(seed, textAt(index));
  return sortedIndexes(
    count,
    (index) => bitsOf(keyOf(index)),
    (a, b) => (keyOf(a) < keyOf(b) ? -1 : 1),
  );
}

/** Counts for each position the earlier ones with an equal request. */
function earlierEquals(requests: NumberColumn, order: Uint32Array): Uint32Array {
  const earlier = new Uint32Array(order.length);
  visitEqual(
    order.length,
    (position) => requests.at(order[position] ?? 0),
    (positions) => {
      for (const [count, position] of positions.entries()) earlier[position] = count;
    },
  );
  return earlier;
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

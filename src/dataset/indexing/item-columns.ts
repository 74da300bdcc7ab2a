import { createHash } from 'node:crypto';
import { EvaError, problem } from '#errors/index.js';
import { sha256 } from '#model/data/digest.js';
import type { JsonObject } from '#model/data/json.js';
import type { Place } from '#model/problem.js';
import { quoted } from '#model/text/quoted.js';
import { fieldPath, fieldText } from '../item.js';
import { idOfDigest } from '../order.js';
import { type ItemSpot, placeOfValue, readItemAt } from '../reading/read-again.js';
import type { FileFacts, ReadItem } from '../reading/read-item.js';
import { countedBy, type ItemSource, nameOf } from '../source.js';
import { type CodedColumn, DigestColumn, NumberColumn, TextColumn } from './columns.js';
import type { Dropped } from './conditions.js';
import { bitsOf } from './groups.js';
import { earlierEquals, orderItems } from './item-order.js';
import type { IndexOptions } from './options.js';
import { UsedValues } from './used-values.js';

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
  readonly dropped: readonly Dropped[];
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

type WholeFacts = Pick<ItemIndex, 'items' | 'filter' | 'dropped' | 'duplicates'>;

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

  inOrder({ sha256, header }: FileFacts, facts: WholeFacts): ItemIndex {
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
      read: itemReader(this.#source, { ...spots, lines, ids, digests, header, used: this.used }),
    };
  }
}

/** Is no method of `KeptItems`, as `itemReader`. */
function valuesIn(digests: Buffer): ItemIndex['valuesOf'] {
  return (position) => digests.toString('hex', 32 * position, 32 * position + 8);
}

/** What reading an item by its position needs. */
interface KeptSpots {
  readonly starts: Uint32Array;
  readonly lengths: Uint32Array;
  readonly lines: Uint32Array;
  readonly ids: readonly string[];
  readonly digests: Buffer;
  readonly header: readonly string[] | undefined;
  readonly used: UsedValues;
}

/** Is no method of `KeptItems`, because a function keeps all that is around it in memory. */
function itemReader(source: ItemSource, kept: KeptSpots): ItemIndex['read'] {
  return (position) => {
    const { starts, lengths, lines } = kept;
    const id = kept.ids[position] ?? '';
    const spot = { start: starts[position] ?? 0, length: lengths[position] ?? 0, line: lines[position] ?? 1 };
    const values = readItemAt(source, spot, kept.header);
    const planned = kept.digests.toString('hex', 32 * position, 32 * position + 32);
    if (!values || kept.used.digestOf(id, values) !== planned) throw changed(source, spot.line, id);
    return values;
  };
}

function changed(source: ItemSource, line: number, id: string): EvaError {
  return new EvaError([
    problem('EVA_RUN_CHANGED:item', `the item ${quoted(id)} changed since the run was planned`, {
      hint: 'start a new run',
      at: { file: nameOf(source), ...(countedBy(source) === 'line' && { line }) },
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

import { createHash } from 'node:crypto';
import { EvaError, problem } from '#errors/index.js';
import { sha256 } from '#model/data/digest.js';
import type { JsonObject } from '#model/data/json.js';
import { fieldOf, textOf } from '../item.js';
import { itemId } from '../order.js';
import type { FileFacts, ReadItem } from '../reading/read-item.js';
import { readItemAt } from '../reading/read-items.js';
import { type ItemSource, nameOf } from '../source.js';
import { type CodedColumn, CodedField } from './coded-field.js';
import type { Dropped } from './conditions.js';
import type { Duplicates, KeptRow } from './duplicates.js';
import { bitsOf } from './groups.js';
import { earlierEquals, orderItems } from './item-order.js';
import type { IndexOptions } from './options.js';
import { digestOf, usedValues } from './used-values.js';

/** What is kept of the items of a data set, at most 200 bytes each. A position counts kept items in their seeded order, from 0. */
export interface ItemIndex {
  readonly source: ItemSource;
  readonly options: IndexOptions;
  /** The names in the header of a CSV file. */
  readonly header: readonly string[] | undefined;
  readonly sha256: string;
  /** The digest of the ids and used values of all kept items; the same in any order and format. */
  readonly digest: string;
  /** The number of items in the source, and of those that `where`, `unless` and `at_most` keep. */
  readonly items: number;
  readonly kept: number;
  readonly units: number;
  /** The conditions of `where` and `unless` in words, and how many items each drops by itself. */
  readonly filter: string;
  readonly dropped: readonly Dropped[];
  /** The number of texts that more than one item has, and of those with different expected values. */
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
  /** The values of the cluster field. */
  readonly clusters: CodedColumn | undefined;
  /** The values of fields of `slices` and `counted`. */
  readonly columns: ReadonlyMap<string, CodedColumn>;
  /** Returns the values of an item. Throws EVA_RUN_CHANGED if the file has another item there. */
  readonly read: (position: number) => JsonObject;
}

type WholeFacts = Pick<ItemIndex, 'items' | 'filter' | 'dropped' | 'duplicates'>;

/** The items that are kept, in the order of the file. */
export class KeptItems {
  readonly rows: KeptRow[] = [];
  readonly ids: string[] = [];
  readonly #source: ItemSource;
  readonly #options: IndexOptions;
  readonly #digests: Buffer[] = [];
  readonly #requests: number[] = [];
  readonly #columns: ReadonlyMap<string, CodedField>;
  readonly #clusters: CodedField | undefined;
  /** The used fields that fill no input: a judge may see them. */
  readonly #besideInputs: readonly string[];
  #bytes = 0;

  constructor(source: ItemSource, options: IndexOptions) {
    const { inputs, used, slices, counted = [], cluster } = options;
    this.#source = source;
    this.#options = options;
    this.#besideInputs = [...new Set(used)].filter((field) => !Object.values(inputs).includes(field));
    this.#columns = new Map([...slices, ...counted].map((field) => [field, new CodedField()]));
    this.#clusters = cluster && new CodedField();
  }

  add({ values, line, start, length }: ReadItem): void {
    const { inputs, id: idField, cluster, requestOf } = this.#options;
    const used = usedValues(values, this.#options);
    const inputsId = itemId(used['inputs'] as JsonObject);
    const id = idField === undefined ? inputsId : (textOf(fieldOf(values, idField)) ?? '');
    const texts: Record<string, string | null> = {};
    for (const [name, field] of Object.entries(inputs)) {
      const text = textOf(fieldOf(values, field));
      texts[name] = text;
      this.#bytes += bytesOf(text);
    }
    for (const field of this.#besideInputs) this.#bytes += bytesOf(textOf(fieldOf(values, field)));
    this.ids.push(id);
    this.rows.push({ start, length, line, inputs: bitsOf(inputsId) });
    this.#digests.push(Buffer.from(digestOf(id, used), 'hex'));
    this.#requests.push(bitsOf(sha256(requestOf(texts))));
    for (const [field, column] of this.#columns) column.push(textOf(fieldOf(values, field)) ?? '');
    if (cluster) this.#clusters?.push(textOf(fieldOf(values, cluster.field)) ?? '');
  }

  /** Reads an item again, by its index. */
  reread(index: number, header: readonly string[] | undefined): JsonObject {
    const row = this.rows[index];
    const values = row && readItemAt(this.#source, row, header);
    if (!values) throw changed(this.#source, row?.line ?? 1, this.ids[index] ?? '');
    return values;
  }

  /** Notes the new id of an item. */
  rename(index: number, id: string, values: JsonObject): void {
    this.ids[index] = id;
    this.#digests[index] = Buffer.from(digestOf(id, usedValues(values, this.#options)), 'hex');
  }

  /** Puts the items into their seeded order. */
  inOrder({ sha256: fileDigest, header }: FileFacts, facts: WholeFacts): ItemIndex {
    const { seed, cluster } = this.#options;
    const { order, units } = orderItems(this.ids, seed, this.#clusters, cluster?.at_most);
    const row = (index: number) => this.rows[index] as KeptRow;
    const starts = Float64Array.from(order, (index) => row(index).start);
    const lengths = order.map((index) => row(index).length);
    const lines = order.map((index) => row(index).line);
    const digests = Buffer.concat(Array.from(order, (index) => this.#digests[index] as Buffer));
    const ids = Array.from(order, (index) => this.ids[index] ?? '');
    const source = this.#source;
    const options = this.#options;
    return {
      source,
      options,
      header,
      sha256: fileDigest,
      digest: chained(ids, digests),
      kept: order.length,
      units: (units.at(-1) ?? -1) + 1,
      ...facts,
      mean_bytes: this.#bytes / Math.max(1, this.ids.length),
      ids,
      lines,
      unitOf: units,
      earlier: earlierEquals(this.#requests, order),
      clusters: this.#clusters?.inOrder(order),
      columns: new Map([...this.#columns].map(([field, column]) => [field, column.inOrder(order)])),
      read: (position) => {
        const [start = 0, length = 0, id = ''] = [starts[position], lengths[position], ids[position]];
        const values = readItemAt(source, { start, length }, header);
        const planned = digests.toString('hex', 32 * position, 32 * position + 32);
        if (!values || digestOf(id, usedValues(values, options)) !== planned)
          throw changed(source, lines[position] ?? 1, id);
        return values;
      },
    };
  }
}

function changed(source: ItemSource, line: number, id: string): EvaError {
  return new EvaError([problem('EVA_RUN_CHANGED:item', { id }, { at: { file: nameOf(source), line } })]);
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

import { sha256 } from '#model/data/digest.js';
import { isObject, type JsonObject, type JsonValue, numberIn } from '#model/data/json.js';
import { writtenAt } from '#model/data/written.js';
import type { Place, Problem } from '#model/problem.js';
import type { MediaPath } from '#model/reply/exchange.js';

/**
 * Returns the value of a field: the key `a.b` if the item has it, else the key `b` in the mapping `a`, split at each dot from the left.
 * Looks at own keys only and not into lists. Returns undefined if there is no such field.
 */
export function fieldOf(values: JsonObject, name: string): JsonValue | undefined {
  if (Object.hasOwn(values, name)) return values[name];
  const path = fieldPath(values, name);
  if (!path) return undefined;
  return path.reduce<JsonValue | undefined>((value, key) => (value as JsonObject)[key], values);
}

/** Returns the keys that lead to a field; undefined if there is no such field. */
export function fieldPath(values: JsonObject, name: string): readonly string[] | undefined {
  if (Object.hasOwn(values, name)) return [name];
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
    const key = name.slice(0, dot);
    const inner = Object.hasOwn(values, key) ? values[key] : undefined;
    const rest = isObject(inner) ? fieldPath(inner, name.slice(dot + 1)) : undefined;
    if (rest) return [key, ...rest];
  }
  return undefined;
}

/** Returns the value of a field as text: numbers and truth values as the file writes them, lists and mappings as canonical JSON; null for none. */
export function fieldText(values: JsonObject, name: string): string | null {
  const path = fieldPath(values, name) ?? [name];
  const holder = path.slice(0, -1).reduce<JsonObject>((inner, key) => inner[key] as JsonObject, values);
  const key = path.at(-1) ?? name;
  const value = Object.hasOwn(holder, key) ? holder[key] : undefined;
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') return value;
  return isCompound(value) ? canonicalItemJson(value) : (writtenAt(holder, key) ?? String(value));
}

/** Returns the value of a field as it counts in ids and digests: scalars as text, so that they do not depend on the format of the file. */
function usedForm(values: JsonObject, name: string): JsonValue {
  const value = fieldOf(values, name);
  return isCompound(value) ? value : fieldText(values, name);
}

function isCompound(value: JsonValue | undefined): value is JsonObject | readonly JsonValue[] {
  return typeof value === 'object' && value !== null;
}

/**
 * Writes JSON with keys in the order of their UTF-16 units and without white space. Numbers are as the file writes them, if JSON can have
 * them so. Differs from `canonicalJson` also in keys that look like array indexes: those of `canonicalJson` come first, in the order of numbers.
 */
export function canonicalItemJson(value: JsonValue): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((one: JsonValue, index) => jsonAt(value, index, one)).join(',')}]`;
  const mapping = value as JsonObject;
  const entries = Object.keys(mapping)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${jsonAt(mapping, key, mapping[key] ?? null)}`);
  return `{${entries.join(',')}}`;
}

function jsonAt(holder: object, key: string | number, value: JsonValue): string {
  const written = typeof value === 'number' ? writtenAt(holder, key) : undefined;
  return written !== undefined && numberIn(written) !== undefined ? written : canonicalItemJson(value);
}

/** Returns the id of an item without an id of its own, by the digest of its input values: 12 hexadecimal digits. */
export function idOfDigest(digest: string): string {
  return digest.slice(0, 12);
}

/** Returns the key that orders an item by its id, or a cluster by its value: 64 hexadecimal digits. */
export function orderKey(seed: number, id: string): string {
  return sha256(`eva-order/1\n${seed}\n${id}`);
}

/** The values that a field may have, or may not have, by field; `""` also means none. */
export type FieldConditions = Readonly<Record<string, readonly string[]>>;

export interface ItemFiles {
  readonly inputs: readonly string[];
  /** Returns the file at a path; null if it cannot be used. Reads each file once. */
  readonly find: (path: string) => MediaPath | null;
}

/** What an index keeps of each item, and what must be true of it. */
export interface IndexOptions {
  readonly inputs: Readonly<Record<string, string>>;
  /** Present if an input is the path of a file. The digests of the files are then evidence. */
  readonly files?: ItemFiles;
  readonly optional?: readonly string[];
  /** The field with the id of an item; a digest of its inputs unless set. */
  readonly id?: string;
  /** Keeps items with one of these values in every field. */
  readonly where?: FieldConditions;
  /** Drops items with one of these values in any field. */
  readonly unless?: FieldConditions;
  /** The field whose value the items of a unit share; each item is a unit unless set. */
  readonly cluster?: { readonly field: string };
  readonly slices: readonly string[];
  /** The other fields that a case refers to, such as expected values and references. */
  readonly used: readonly string[];
  /** True if a program sees the whole item, so that all fields are evidence. */
  readonly whole?: boolean;
  /** Those of `used` whose values `ItemIndex.countsOf` counts. */
  readonly counted?: readonly string[];
  readonly seed: number;
  /** Returns the request that an item makes. Items with equal requests get different draws. */
  readonly requestOf: (inputs: Readonly<Record<string, string | null>>) => string;
  readonly check: (item: PlacedItem) => readonly Problem[];
  /** The places in the file that names the data set: of `where`, and of each use of a field. */
  readonly at: { readonly where?: Place; readonly fields: (name: string) => readonly Place[] };
}

export interface PlacedItem {
  readonly values: JsonObject;
  /** The line where it begins, or its number in a list, from 1. */
  readonly line: number;
  /** Returns the value of a field; undefined if the item lacks it. */
  readonly value: (field: string) => JsonValue | undefined;
  /** Returns the value of a field as text, as it is inserted; null for none. */
  readonly text: (field: string) => string | null;
  /** Returns the place of a value, else of the item. */
  readonly place: (field?: string) => Place;
}

/** A key of canonical JSON, and the field with its value. */
interface Entry {
  readonly name: string;
  readonly key: string;
  readonly field: string;
}

/** The values of an item that are evidence. The names of the fields that fill inputs are not. */
export class UsedValues {
  readonly #inputs: readonly Entry[];
  readonly #others: readonly Entry[];
  /** True if all fields are evidence. */
  readonly #whole: boolean;
  readonly #files: ItemFiles | undefined;

  constructor({ inputs, files, used, slices, cluster, whole = false }: IndexOptions) {
    this.#whole = whole;
    this.#files = files;
    this.#inputs = sorted(Object.entries(inputs));
    const fields = new Set([...used, ...slices, ...(cluster ? [cluster.field] : [])]);
    this.#others = sorted([...fields].map((field) => [field, field]));
  }

  /** Returns the input values of an item as canonical JSON. */
  inputsText(values: JsonObject): string {
    return textOfEntries(values, this.#inputs);
  }

  /** Returns the other used values of an item, as the last entries of a canonical JSON mapping. */
  othersText(values: JsonObject): string {
    const item = this.#whole ? `"item":${canonicalItemJson(allValues(values))},` : '';
    return `${item}"values":${textOfEntries(values, this.#others)}${this.#filesText(values)}`;
  }

  /** Returns the digests of the files that an item names, as a further entry; empty if no input is a file. */
  #filesText(values: JsonObject): string {
    const files = this.#files;
    if (!files) return '';
    const own = this.#inputs.filter(({ name }) => files.inputs.includes(name));
    const digests = own.map(({ key, field }) => {
      const path = fieldText(values, field);
      return `${key}${JSON.stringify(path === null ? null : (files.find(path)?.sha256 ?? null))}`;
    });
    return `,"files":{${digests.join(',')}}`;
  }

  /** Returns the digest of an item's id and used values. */
  digestOf(id: string, values: JsonObject): string {
    return this.digest(id, this.inputsText(values), this.othersText(values));
  }

  /** Returns the digest of an item's id and its texts of this class. */
  digest(id: string, inputsText: string, othersText: string): string {
    return sha256(`{"id":${JSON.stringify(id)},"inputs":${inputsText},${othersText}}`);
  }
}

/** Returns the fields of an item that have a value: no value and no field are the same. */
function allValues(values: JsonObject): JsonObject {
  const entries = Object.keys(values).map((field) => [field, usedForm(values, field)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== null));
}

function sorted(entries: readonly (readonly [string, string])[]): readonly Entry[] {
  return [...entries]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => ({ name, key: `${JSON.stringify(name)}:`, field }));
}

function textOfEntries(values: JsonObject, entries: readonly Entry[]): string {
  let text = '';
  for (const { key, field } of entries) {
    text += `${text === '' ? '' : ','}${key}${canonicalItemJson(usedForm(values, field))}`;
  }
  return `{${text}}`;
}

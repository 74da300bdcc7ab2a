import { sha256 } from '#model/data/digest.js';
import type { JsonObject } from '#model/data/json.js';
import { isWrittenBy } from '#model/data/written.js';
import { canonicalItemJson, fieldOf, fieldText, usedForm } from './item.js';
import type { FieldConditions, IndexOptions, ItemFiles } from './item-index.js';

/** One condition of `where` or `unless`, and how many items it drops. */
interface Condition {
  readonly field: string;
  readonly values: ReadonlySet<string>;
  readonly keeps: boolean;
  /** Those of its values that some item has. */
  readonly found: Set<string>;
  dropped: number;
}

/** The number of items that a condition drops by itself. */
export interface Dropped {
  readonly condition: string;
  readonly items: number;
}

export class Conditions {
  readonly #all: readonly Condition[];

  constructor(where: FieldConditions = {}, unless: FieldConditions = {}) {
    const conditions = (all: FieldConditions, keeps: boolean): readonly Condition[] =>
      Object.entries(all).map(([field, values]) => ({
        field,
        values: new Set(values),
        keeps,
        found: new Set(),
        dropped: 0,
      }));
    this.#all = [...conditions(where, true), ...conditions(unless, false)];
  }

  /** Returns true if an item meets all conditions. Counts for each whether it does. */
  keep(values: JsonObject): boolean {
    let isKept = true;
    for (const condition of this.#all) {
      const listed = listedValue(condition, values);
      if (listed !== undefined) condition.found.add(listed);
      if ((listed !== undefined) === condition.keeps) continue;
      condition.dropped++;
      isKept = false;
    }
    return isKept;
  }

  /** Returns the conditions that an item does not meet, in words. */
  unmetBy(values: JsonObject): readonly string[] {
    return this.#all.filter((one) => (listedValue(one, values) !== undefined) !== one.keeps).map(inWords);
  }

  get fields(): readonly string[] {
    return this.#all.map(({ field }) => field);
  }

  /** Returns the values that no item has; of `unless`, all but the empty one, which guards against items to come. */
  get unmet(): readonly { readonly field: string; readonly value: string; readonly key: 'where' | 'unless' }[] {
    return this.#all.flatMap(({ field, values, keeps, found }) =>
      [...values]
        .filter((value) => !found.has(value) && (keeps || value !== ''))
        .map((value) => ({ field, value, key: keeps ? ('where' as const) : ('unless' as const) })),
    );
  }

  get dropped(): readonly Dropped[] {
    return this.#all.map((condition) => ({ condition: inWords(condition), items: condition.dropped }));
  }

  /** The conditions in words: `split = test, language = de or en, label is not empty`. */
  get words(): string {
    return this.#all.map(inWords).join(', ');
  }
}

/** Returns the value of a condition that an item has: the same text, or the same number however it is written; undefined for none. */
function listedValue({ field, values: listed }: Condition, values: JsonObject): string | undefined {
  const text = fieldText(values, field) ?? '';
  if (listed.has(text)) return text;
  const value = fieldOf(values, field);
  return typeof value === 'string' ? undefined : [...listed].find((one) => isWrittenBy(value, one));
}

function inWords({ field, values, keeps }: Condition): string {
  const list = [...values].map((value) => (value === '' ? 'empty' : value)).join(' or ');
  if (values.size === 1 && values.has('')) return `${field} is ${keeps ? '' : 'not '}empty`;
  return keeps ? `${field} = ${list}` : `${field} is not ${list}`;
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

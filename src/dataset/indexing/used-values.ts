import { sha256 } from '#model/data/digest.js';
import type { JsonObject } from '#model/data/json.js';
import { canonicalItemJson, fieldText, usedForm } from '../item.js';
import type { IndexOptions, ItemFiles } from './options.js';

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

import { sha256 } from '#model/data/digest.js';
import type { JsonObject, JsonValue } from '#model/data/json.js';
import { canonicalItemJson, fieldOf, usedForm } from '../item.js';
import type { IndexOptions } from './options.js';

/** The values of an item that are evidence. The names of the fields that fill inputs are not. */
export function usedValues(values: JsonObject, options: IndexOptions): JsonObject {
  const { inputs, used, whole, slices, cluster } = options;
  const fields = [...new Set([...used, ...slices, ...(cluster ? [cluster.field] : [])])];
  return {
    inputs: inputValues(values, inputs),
    values: Object.fromEntries(fields.map((field) => [field, usedForm(fieldOf(values, field))])),
    ...(whole && { item: allValues(values) }),
  };
}

/** Returns the fields of an item that have a value: no value and no field are the same. */
function allValues(values: JsonObject): JsonObject {
  const entries = Object.entries(values).map(([field, value]) => [field, usedForm(value)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== null));
}

function inputValues(values: JsonObject, inputs: IndexOptions['inputs']): Readonly<Record<string, JsonValue>> {
  return Object.fromEntries(Object.entries(inputs).map(([name, field]) => [name, usedForm(fieldOf(values, field))]));
}

/** Returns the digest of an item's id and used values. */
export function digestOf(id: string, used: JsonObject): string {
  return sha256(canonicalItemJson({ id, ...used }));
}

import { sha256 } from '#model/data/digest.js';
import { isObject, type JsonObject, type JsonValue, numberIn } from '#model/data/json.js';
import { writtenAt } from '#model/data/written.js';

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
export function usedForm(values: JsonObject, name: string): JsonValue {
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

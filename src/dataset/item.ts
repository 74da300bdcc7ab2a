import { isObject, type JsonObject, type JsonValue } from '#model/data/json.js';

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

/** Returns a value as text: numbers in their shortest form, booleans, lists and mappings as canonical JSON; null for none. */
export function textOf(value: JsonValue | undefined): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') return value;
  return typeof value === 'object' ? canonicalItemJson(value) : String(value);
}

/** Returns a value as it counts in ids and digests: scalars as text, so that they do not depend on the format of the file. */
export function usedForm(value: JsonValue | undefined): JsonValue {
  return isCompound(value) ? value : textOf(value);
}

function isCompound(value: JsonValue | undefined): value is JsonObject | readonly JsonValue[] {
  return typeof value === 'object' && value !== null;
}

/**
 * Writes JSON with keys in the order of their UTF-16 units and without white space. Differs from `canonicalJson` in keys that look like
 * array indexes: those of `canonicalJson` come first, in the order of numbers.
 */
export function canonicalItemJson(value: JsonValue): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((one: JsonValue) => canonicalItemJson(one)).join(',')}]`;
  const mapping = value as JsonObject;
  const entries = Object.keys(mapping)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalItemJson(mapping[key] ?? null)}`);
  return `{${entries.join(',')}}`;
}

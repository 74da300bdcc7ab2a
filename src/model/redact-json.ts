import type { JsonObject, JsonValue } from './json.js';

/** Takes keys out of every text of a JSON value, names of its fields included. */
export function redactJson(value: JsonValue, redact: (text: string) => string): JsonValue {
  if (typeof value === 'string') return redact(value);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item: JsonValue) => redactJson(item, redact));
  return redactObject(value as JsonObject, redact);
}

/** The same of an object. */
export function redactObject(object: JsonObject, redact: (text: string) => string): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [redact(key), redactJson(value, redact)]));
}

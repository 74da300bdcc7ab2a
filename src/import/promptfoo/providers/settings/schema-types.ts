import { isObject, type JsonObject, type JsonValue } from '#model/data/json.js';

const types = ['ARRAY', 'BOOLEAN', 'INTEGER', 'NULL', 'NUMBER', 'OBJECT', 'STRING'];

/** Writes the types of a JSON Schema in small letters: Gemini's `OBJECT` is the `object` of JSON Schema. */
export function withLowerCaseTypes(schema: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, lowered(key, value)]));
}

function lowered(key: string, value: JsonValue): JsonValue {
  if (key === 'type' && typeof value === 'string' && types.includes(value)) return value.toLowerCase();
  if (key === 'enum' || key === 'const' || key === 'default' || key === 'examples') return value;
  if (Array.isArray(value)) return value.map((item: JsonValue) => (isObject(item) ? withLowerCaseTypes(item) : item));
  return isObject(value) ? withLowerCaseTypes(value) : value;
}

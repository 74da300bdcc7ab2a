import { isObject, type JsonObject, type JsonValue } from '#model/data/json.js';

const types = ['ARRAY', 'BOOLEAN', 'INTEGER', 'NULL', 'NUMBER', 'OBJECT', 'STRING'];

/** Keys of a schema whose values are data. */
const data = ['enum', 'const', 'default', 'examples'];

/** Keys of a schema whose values are schemas by names of any kind. */
const named = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];

/** Writes the types of a JSON Schema in small letters: Gemini's `OBJECT` is the `object` of JSON Schema. */
export function withLowerCaseTypes(schema: JsonObject): JsonObject {
  return mapped(schema, lowered);
}

function mapped(object: JsonObject, change: (key: string, value: JsonValue) => JsonValue): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(key, value)]));
}

function lowered(key: string, value: JsonValue): JsonValue {
  if (key === 'type' && typeof value === 'string' && types.includes(value)) return value.toLowerCase();
  if (data.includes(key)) return value;
  if (named.includes(key) && isObject(value)) return mapped(value, (_, schema) => inside(schema));
  return inside(value);
}

function inside(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue) => inside(item));
  return isObject(value) ? withLowerCaseTypes(value) : value;
}

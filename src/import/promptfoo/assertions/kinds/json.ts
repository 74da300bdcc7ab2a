import { isObject, type JsonObject, type JsonValue } from '#model/data/json.js';
import { carried, leftOut, type Mapped, type Reason } from '../mapped.js';
import type { Assertion } from '../reading/assertion.js';
import { readData } from '../reading/read-value.js';

/** Carries over `is-json`, with a schema if its value is one. An answer that is no JSON meets `not-is-json` with a schema as well. */
export function isJson({ isNot, value }: Assertion): Mapped {
  const read = readSchema(value);
  if ('kind' in read) return read;
  const { schema, remarks } = read;
  if (schema === undefined) return carried([{ [isNot ? 'not_is_json' : 'is_json']: true }]);
  if (!isNot) return carried([{ json_schema: schema }], remarks);
  return carried([{ at_least: { count: 1, of: [{ not_is_json: true }, { not_json_schema: schema }] } }], remarks);
}

/** Carries over `contains-json` as a schema of the only object in an answer. promptfoo takes any of several. */
export function containsJson({ isNot, value }: Assertion): Mapped {
  if (isNot) return leftOut('eva has no check that an answer has no JSON in it', 'write a `module` check');
  const read = readSchema(value);
  if ('kind' in read) return read;
  const { schema = {}, remarks } = read;
  const ofObject = 'type' in schema ? schema : { type: 'object', ...schema };
  return carried([{ json_schema: ofObject, extract: 'json' }], { noted: ofSeveral, ...remarks });
}

const ofSeveral: Reason = {
  reason: 'of an answer with several JSON objects or lists, promptfoo takes any that is right, and eva none',
};

interface ReadSchema {
  readonly schema?: JsonObject;
  readonly remarks?: { readonly replaced: Reason };
}

/** Reads a schema: a mapping, or a text with its YAML or JSON. One that allows everything is none. */
function readSchema(value: JsonValue | undefined): ReadSchema | Mapped {
  if (value === undefined || value === null || value === '' || value === false) return {};
  const data = typeof value === 'string' ? readData(value, 'the schema').value?.data : value;
  if (data === true && typeof value === 'string') return {};
  if (!isObject(data)) return leftOut('its value is no JSON Schema');
  if (Object.keys(data).length === 0) return {};
  const schema = usesDraft07(data) && data['$schema'] === undefined ? { $schema: draft07, ...data } : data;
  return { schema, ...(usesKey(schema, ['format']) && { remarks: { replaced: noFormats } }) };
}

const draft07 = 'http://json-schema.org/draft-07/schema#';

const noFormats: Reason = {
  reason: 'eva does not check `format` of a JSON Schema',
  todo: 'add a `pattern` to the schema where the form matters',
};

/** Returns true for a schema that means something else in draft 2020-12, which eva reads without `$schema`. */
function usesDraft07(schema: JsonValue): boolean {
  return usesKey(schema, ['additionalItems', 'dependencies']) || hasTuple(schema);
}

function hasTuple(value: JsonValue): boolean {
  if (Array.isArray(value)) return value.some(hasTuple);
  if (!isObject(value)) return false;
  return Array.isArray(value['items']) || Object.values(value).some(hasTuple);
}

/** Returns true if a schema has one of these keywords. A property of that name is none. */
function usesKey(value: JsonValue, keys: readonly string[]): boolean {
  if (Array.isArray(value)) return value.some((item: JsonValue) => usesKey(item, keys));
  if (!isObject(value)) return false;
  return Object.entries(value).some(([key, inner]) => {
    if (keys.includes(key)) return true;
    const isNames = ['properties', 'patternProperties', '$defs', 'definitions'].includes(key) && isObject(inner);
    return isNames ? Object.values(inner).some((one) => usesKey(one, keys)) : usesKey(inner, keys);
  });
}

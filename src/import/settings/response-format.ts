import { isObject, type JsonObject, type JsonValue } from '#model/data/json.js';
import { readUserSchema } from '#model/schema/user-schema.js';
import type { ConfigNode } from '../config-node.js';
import {
  contentOf,
  keyLeftOut,
  keyNoted,
  type Reader,
  type SettingPart,
  type SettingReading,
  settingPart,
} from './part.js';

/** Reads `response_format` and `output_format`: JSON, or JSON with a schema. */
export const responseFormat: Reader = ({ node }, reading) => {
  const content = contentOf(node, reading.context);
  if (typeof content === 'string') return keyLeftOut('its file cannot be read');
  const { value } = content;
  if (value === null) return [];
  const type = isObject(value) ? value['type'] : value;
  if (type === 'text') return [];
  if (type === 'json_object' || type === 'json') return settingPart('response_format', 'json');
  if (type !== 'json_schema') return keyLeftOut('eva knows json_object and json_schema');
  const written = content.child('json_schema');
  const inner = written && contentOf(written, reading.context);
  if (typeof inner === 'string') return keyLeftOut('its file cannot be read');
  const schema = inner?.child('schema') ?? content.child('schema') ?? inner;
  const first = (key: string) =>
    [inner, content].map((part) => part?.child(key)?.value).find((one) => one !== undefined);
  return schema ? schemaPart(schema, reading, first('name'), first('strict')) : keyLeftOut('it has no schema');
};

function schemaPart(
  node: ConfigNode,
  reading: SettingReading,
  name?: JsonValue | undefined,
  strict?: JsonValue | undefined,
): SettingPart | readonly SettingPart[] {
  const schema = schemaAt(node, reading);
  if (typeof schema === 'string') return keyLeftOut(schema);
  const isUsable = typeof name === 'string' && /^[a-zA-Z0-9_-]{1,64}$/.test(name);
  const always = reading.target.dialect === 'responses' || strict;
  const format: JsonObject = {
    json_schema: schema,
    ...(isUsable && { name }),
    ...(typeof always === 'boolean' && canLoosen(reading, always) && { strict: always }),
  };
  const renamed =
    typeof name === 'string' && !isUsable
      ? [keyNoted('its name has characters that servers refuse, so it has none')]
      : [];
  return [settingPart('response_format', format), ...renamed];
}

/** Returns false for `strict` at the Messages API, which always enforces a schema. */
function canLoosen({ target: { dialect } }: SettingReading, strict: boolean): boolean {
  return strict === false || dialect === 'chat' || dialect === 'responses';
}

/** Reads a schema, inline or from a file. Returns the reason if eva cannot use it. */
function schemaAt(node: ConfigNode, { context }: SettingReading): JsonObject | string {
  const content = contentOf(node, context);
  if (typeof content === 'string') return content === 'code' ? 'its schema comes from code' : 'its file cannot be read';
  return usableSchema(content.value);
}

/** Returns a schema that eva can use, or the reason why it cannot. Types in capital letters, as Gemini writes them, become small. */
export function usableSchema(value: JsonValue): JsonObject | string {
  if (!isObject(value)) return 'its schema is no mapping';
  const schema = withLowerCaseTypes(value);
  const read = readUserSchema(schema);
  return 'problem' in read ? `eva cannot use its schema: ${read.problem}` : schema;
}

/** Reads a schema without a format around it: `responseSchema` of Gemini. */
export const responseSchema: Reader = ({ node }, reading) => schemaPart(node, reading);

/** Reads the media type of a reply of Gemini. */
export const mediaType: Reader = ({ node: { value } }) => {
  if (value === 'text/plain' || value === null) return [];
  return value === 'application/json' ? settingPart('response_format', 'json') : keyLeftOut('eva knows text and JSON');
};

/** Reads `format` of Ollama: `json`, or a schema. */
export const jsonFormat: Reader = ({ node }, reading) =>
  node.value === 'json' ? settingPart('response_format', 'json') : schemaPart(node, reading);

const types = ['ARRAY', 'BOOLEAN', 'INTEGER', 'NULL', 'NUMBER', 'OBJECT', 'STRING'];

/** Keys of a schema whose values are data. */
const data = ['enum', 'const', 'default', 'examples'];

/** Keys of a schema whose values are schemas by names of any kind. */
const keywordsOfNames = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];

/** Writes the types of a JSON Schema in small letters: Gemini's `OBJECT` is the `object` of JSON Schema. */
function withLowerCaseTypes(schema: JsonObject): JsonObject {
  return mapped(schema, lowered);
}

function mapped(object: JsonObject, change: (key: string, value: JsonValue) => JsonValue): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(key, value)]));
}

function lowered(key: string, value: JsonValue): JsonValue {
  if (key === 'type' && typeof value === 'string' && types.includes(value)) return value.toLowerCase();
  if (data.includes(key)) return value;
  if (keywordsOfNames.includes(key) && isObject(value)) return mapped(value, (_, schema) => inside(schema));
  return inside(value);
}

function inside(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue) => inside(item));
  return isObject(value) ? withLowerCaseTypes(value) : value;
}

import { isObject, type JsonValue } from '#model/data/json.js';

/** The maximum size of a schema, in characters with each reference expanded, that ajv compiles fast. */
const maxCharacters = 100_000;
const maxDepth = 30;

/** Keywords without schemas inside. ajv compiles all their values that the dialect allows. */
const simpleKeywords = new Set(
  `$schema $comment title description default examples deprecated readOnly writeOnly format type const required minimum maximum
exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength minItems maxItems uniqueItems minProperties maxProperties`.split(
    /\s+/,
  ),
);

/** Keywords whose value is a schema, a list of schemas, or a mapping of names to schemas. */
const schemaKeywords = new Set(['items', 'additionalProperties', 'not', 'contains', 'if', 'then', 'else']);
const listKeywords = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const mappingKeywords = new Set(['properties', '$defs', 'definitions']);

/**
 * Returns true if ajv certainly compiles a schema that is valid in its dialect: a small one with only common keywords, patterns that
 * compile, and references to its own definitions. Returns false if only ajv can tell. ajv takes ten times as long as this check.
 */
export function surelyCompiles(schema: JsonValue, dialect: '2020-12' | '07'): boolean {
  const text = JSON.stringify(schema);
  // Draft-07 does not know these keywords, so their values are not checked yet.
  if (dialect === '07' && /"(?:\$defs|prefixItems)":/.test(text)) return false;
  const references = text.split('"$ref"').length - 1;
  return text.length * (1 + references) <= maxCharacters && isSimple(schema, schema, maxDepth);
}

function isSimple(schema: JsonValue, root: JsonValue, depth: number): boolean {
  if (typeof schema === 'boolean') return true;
  if (depth === 0 || !isObject(schema)) return false;
  const isSimplePart = (part: JsonValue) => isSimple(part, root, depth - 1);
  return Object.entries(schema).every(([keyword, value]) => {
    if (simpleKeywords.has(keyword)) return true;
    if (keyword === 'pattern') return isPattern(value);
    if (keyword === 'enum') return Array.isArray(value) && value.length > 0;
    if (keyword === '$ref') return isReference(value, root);
    if (mappingKeywords.has(keyword))
      return isObject(value) && !('$id' in value) && Object.values(value).every(isSimplePart);
    if (listKeywords.has(keyword)) return Array.isArray(value) && value.every(isSimplePart);
    return schemaKeywords.has(keyword) && isSimplePart(value);
  });
}

function isPattern(value: JsonValue): boolean {
  try {
    return new RegExp(String(value), 'u') !== null;
  } catch {
    return false;
  }
}

/** Returns true for a reference to a definition at the top level that is not a reference itself, so that there is no cycle. */
function isReference(value: JsonValue, root: JsonValue): boolean {
  const [, keyword = '', name = ''] = /^#\/(\$defs|definitions)\/([A-Za-z][\w-]*)$/.exec(String(value)) ?? [];
  const definitions = isObject(root) && root[keyword];
  if (!isObject(definitions) || !Object.hasOwn(definitions, name)) return false;
  const definition = definitions[name];
  return isObject(definition) && !Object.hasOwn(definition, '$ref');
}

import { isObject, type JsonValue } from '#model/data/json.js';

/** The most characters and levels of a schema that ajv compiles fast, if each reference is replaced by the whole schema. */
const maxCharacters = 100_000;
const maxDepth = 30;

/** Keywords that hold no schema. ajv compiles every value of theirs that the dialect allows. */
const simpleKeywords = new Set(
  `$schema $comment title description default examples deprecated readOnly writeOnly format type const required minimum maximum
exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength minItems maxItems uniqueItems minProperties maxProperties`.split(
    /\s+/,
  ),
);

/** Keywords that hold a schema, a list of schemas, or a mapping of names to schemas. */
const schemaKeywords = new Set(['items', 'additionalProperties', 'not', 'contains', 'if', 'then', 'else']);
const listKeywords = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const mappingKeywords = new Set(['properties', '$defs', 'definitions']);

/**
 * Returns true if ajv is sure to compile a schema that is valid in its dialect: a small one that has only common keywords, patterns that
 * compile, and references to its own definitions. Returns false if only ajv can tell. ajv takes ten times as long as this check.
 */
export function surelyCompiles(schema: JsonValue, dialect: '2020-12' | '07'): boolean {
  const text = JSON.stringify(schema);
  // Draft-07 does not know these keywords, so nothing has checked what they hold.
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

/** True for a reference to a definition at the top of the schema. A definition that is itself a reference could lead in circles. */
function isReference(value: JsonValue, root: JsonValue): boolean {
  const [, keyword = '', name = ''] = /^#\/(\$defs|definitions)\/([A-Za-z][\w-]*)$/.exec(String(value)) ?? [];
  const definitions = isObject(root) && root[keyword];
  if (!isObject(definitions) || !Object.hasOwn(definitions, name)) return false;
  const definition = definitions[name];
  return isObject(definition) && !Object.hasOwn(definition, '$ref');
}

import { isObject, type JsonObject, type JsonValue } from '#model/json.js';
import { type DocumentKind, documentSchemas } from './documents.gen.js';

type Holds = (value: JsonValue) => boolean;

/** What a keyword of a schema asks, given what stands beside it and the document whose schema it is. */
type Keyword = (argument: JsonValue, schema: JsonObject, home: JsonObject) => Holds;

const known = new Map<JsonValue, Holds>();

/**
 * True if a document surely has the shape of its kind. It knows the keywords that eva's own schemas use and cannot say what is wrong;
 * but most documents are right, and of those none need wait until a validator of all of JSON Schema is loaded and has compiled its code.
 */
export function conforms(kind: DocumentKind, value: JsonValue): boolean {
  const schema = documentSchemas[kind];
  return holdsFor(schema, schema)(value);
}

function holdsFor(schema: JsonValue, home: JsonObject): Holds {
  const made = known.get(schema);
  if (made) return made;
  const rules = isObject(schema) ? rulesOf(schema, home) : [() => schema === true];
  const holds: Holds = (value) => rules.every((rule) => rule(value));
  known.set(schema, holds);
  return holds;
}

function rulesOf(schema: JsonObject, home: JsonObject): readonly Holds[] {
  return Object.entries(schema).flatMap(([name, argument]) => {
    if (remarks.has(name) || argument === undefined) return [];
    const keyword = Object.hasOwn(keywords, name) ? keywords[name] : undefined;
    if (!keyword) throw new Error(`a schema of eva uses "${name}", which schema/conforms.ts does not know`);
    return [keyword(argument, schema, home)];
  });
}

/** What asks for nothing, or is read with the keyword beside it. */
const remarks = new Set([
  ...['$schema', '$id', '$comment', '$defs', 'title', 'description', 'tsType'],
  ...['then', 'else'],
]);

const keywords: Readonly<Record<string, Keyword>> = {
  type: (argument) => {
    const asked = [argument].flat().map((name) => types[String(name)] ?? (() => false));
    return (value) => asked.some((isOf) => isOf(value));
  },
  $ref: (argument, _schema, home) => {
    // Made when it is first needed: a schema may refer to itself.
    let target: Holds | undefined;
    return (value) => {
      target ??= targetOf(String(argument), home);
      return target(value);
    };
  },
  enum: (argument) => {
    const allowed = new Set(argument as readonly JsonValue[]);
    return (value) => allowed.has(value);
  },
  const: (argument) => (value) => value === argument,
  pattern: (argument) => {
    const pattern = new RegExp(String(argument), 'u');
    return ofText((text) => pattern.test(text));
  },
  minLength: (argument) =>
    ofText((text) => text.length >= 2 * Number(argument) || [...text].length >= Number(argument)),
  maxLength: (argument) => ofText((text) => text.length <= Number(argument) || [...text].length <= Number(argument)),
  minimum: (argument) => ofNumber((number) => number >= Number(argument)),
  maximum: (argument) => ofNumber((number) => number <= Number(argument)),
  exclusiveMinimum: (argument) => ofNumber((number) => number > Number(argument)),
  exclusiveMaximum: (argument) => ofNumber((number) => number < Number(argument)),
  minItems: (argument) => ofList((list) => list.length >= Number(argument)),
  prefixItems: (argument, _schema, home) => {
    const first = (argument as readonly JsonValue[]).map((one) => holdsFor(one, home));
    return ofList((list) => list.every((item, index) => first[index]?.(item) ?? true));
  },
  items: (argument, { prefixItems = [] }, home) => {
    const { length } = prefixItems as readonly JsonValue[];
    const holds = holdsFor(argument, home);
    return ofList((list) => list.every((item, index) => index < length || holds(item)));
  },
  required: (argument) => {
    const names = argument as readonly string[];
    return ofMapping((mapping) => names.every((name) => Object.hasOwn(mapping, name) && mapping[name] !== undefined));
  },
  minProperties: (argument) => ofMapping((mapping) => Object.keys(mapping).length >= Number(argument)),
  maxProperties: (argument) => ofMapping((mapping) => Object.keys(mapping).length <= Number(argument)),
  propertyNames: (argument, _schema, home) => {
    const holds = holdsFor(argument, home);
    return ofMapping((mapping) => Object.keys(mapping).every((name) => holds(name)));
  },
  properties: (argument, _schema, home) => {
    const own = new Map(Object.entries(argument as JsonObject).map(([name, one]) => [name, holdsFor(one, home)]));
    return ofMapping((mapping) =>
      Object.entries(mapping).every(([name, one]) => one === undefined || (own.get(name)?.(one) ?? true)),
    );
  },
  additionalProperties: (argument, { properties = {} }, home) => {
    const own = new Set(Object.keys(properties as JsonObject));
    const holds = holdsFor(argument, home);
    return ofMapping((mapping) => Object.entries(mapping).every(([name, one]) => own.has(name) || holds(one)));
  },
  if: (argument, { then: consequence = true, else: alternative = true }, home) => {
    const [condition, met, unmet] = [argument, consequence, alternative].map((one) => holdsFor(one, home));
    return (value) => (condition?.(value) ? met?.(value) : unmet?.(value)) === true;
  },
};

const types: Readonly<Record<string, Holds>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: (value) => Array.isArray(value),
  object: isObject,
};

function targetOf(ref: string, home: JsonObject): Holds {
  const [, file = '', name = ''] = /^(.*)#\/\$defs\/(\w+)$/.exec(ref) ?? [];
  const owner = file === '' ? home : Object.values(documentSchemas).find(({ $id }) => $id === file);
  const definition = (owner?.['$defs'] as JsonObject | undefined)?.[name];
  if (!owner || definition === undefined) throw new Error(`a schema of eva refers to "${ref}", which is not there`);
  return holdsFor(definition, owner);
}

function ofText(holds: (text: string) => boolean): Holds {
  return (value) => typeof value !== 'string' || holds(value);
}

function ofNumber(holds: (number: number) => boolean): Holds {
  return (value) => typeof value !== 'number' || holds(value);
}

function ofList(holds: (list: readonly JsonValue[]) => boolean): Holds {
  return (value) => !Array.isArray(value) || holds(value);
}

function ofMapping(holds: (mapping: JsonObject) => boolean): Holds {
  return (value) => !isObject(value) || holds(value);
}

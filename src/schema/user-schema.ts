import { createRequire } from 'node:module';
import type { Ajv, Options, ValidateFunction } from 'ajv';
import type { JsonValue } from '#model/data/json.js';
import { quoted } from '#model/text/quoted.js';
import { member, type SchemaError } from './schema-error.js';
import { userSentences } from './user-sentences.js';

/** Nothing is ever fetched: there is no `loadSchema`, and what a schema refers to must stand in it. */
const common: Options = {
  allErrors: true,
  verbose: true,
  strict: false,
  validateFormats: false,
  ownProperties: true,
  logger: false,
  // Optimizing the generated code costs more than half of the time to compile it, and it runs a few times at most.
  code: { optimize: false },
};

export interface UserSchema {
  /** What a value breaks, in readable sentences; an empty list if it is valid. */
  validate(value: unknown): string[];
}

/** Compiles a JSON Schema of a library (2020-12, or draft-07 where `$schema` says so), or says why it cannot be used. */
export function compileUserSchema(schema: JsonValue): UserSchema | { readonly problem: string } {
  if (typeof schema !== 'boolean' && (typeof schema !== 'object' || schema === null || Array.isArray(schema))) {
    return { problem: 'a JSON Schema is a mapping' };
  }
  const dialect = dialectOf(member(schema, '$schema'));
  if (!dialect) {
    const named = quoted(String(member(schema, '$schema')));
    return { problem: `"$schema" names ${named}; eva reads JSON Schema 2020-12 and draft-07` };
  }
  if (member(schema, '$async') !== undefined) return { problem: '"$async" is not JSON Schema' };
  return compiled(dialect, schema);
}

function dialectOf(name: unknown): Dialect | undefined {
  if (name === undefined) return load2020();
  const known = /^https?:\/\/json-schema\.org\/(draft\/2020-12|draft-07)\/schema#?$/.exec(String(name))?.[1];
  if (known === undefined) return undefined;
  return known === 'draft-07' ? loadDraft07() : load2020();
}

type Dialect = typeof import('ajv').Ajv | typeof import('ajv/dist/2020.js').Ajv2020;

/** ajv is loaded with the first schema of a library: most have none. */
const require = createRequire(import.meta.url);
const load2020 = (): Dialect => require('ajv/dist/2020.js').Ajv2020;
const loadDraft07 = (): Dialect => require('ajv').Ajv;

/** One for each dialect, since its meta-schema is compiled once and not once a schema. */
const metaCheckers = new Map<Dialect, Ajv>();

function metaChecker(Dialect: Dialect): Ajv {
  const known = metaCheckers.get(Dialect);
  if (known) return known;
  const checker = new Dialect(common);
  metaCheckers.set(Dialect, checker);
  return checker;
}

function compiled(Dialect: Dialect, schema: unknown): UserSchema | { readonly problem: string } {
  try {
    if (namesPrototype(schema)) return { problem: 'a property "__proto__" cannot be checked' };
    const checker = metaChecker(Dialect);
    if (!checker.validateSchema(schema as object)) {
      return { problem: `not a valid JSON Schema: ${userSentences((checker.errors ?? []) as SchemaError[])[0]}` };
    }
    const validate = new Dialect({ ...common, validateSchema: false }).compile(schema as object);
    return { validate: (value) => (validate(value) === true ? [] : told(validate)) };
  } catch (error) {
    return { problem: compileProblem(error) };
  }
}

/** ajv leaves a property of this name out of what it checks, without a word. */
function namesPrototype(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  return Object.hasOwn(schema, '__proto__') || Object.values(schema).some(namesPrototype);
}

function told(validate: ValidateFunction): string[] {
  const sentences = userSentences((validate.errors ?? []) as SchemaError[]);
  return sentences.length > 0 ? sentences : ['the value is not valid'];
}

function compileProblem(error: unknown): string {
  const missing = member(error, 'missingRef');
  if (missing !== undefined) {
    return `"$ref" leads to ${quoted(String(missing))}, which is not in this schema; eva follows references inside it only`;
  }
  if (error instanceof RangeError) return 'the schema is nested too deep';
  return error instanceof Error ? patternProblem(error.message) : 'the schema cannot be compiled';
}

function patternProblem(message: string): string {
  const [, pattern, why] = /^Invalid regular expression: \/(.*)\/\w*: (.*)/.exec(message) ?? [];
  if (pattern === undefined || why === undefined) return message.split('\n')[0] ?? message;
  return `the pattern ${quoted(pattern)} cannot be read: ${why.toLowerCase()}`;
}

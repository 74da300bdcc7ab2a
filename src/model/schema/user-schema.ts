import { createRequire } from 'node:module';
import type { Options, ValidateFunction } from 'ajv';
import { isObject, type JsonValue, member } from '../data/json.js';
import { isError } from '../problem.js';
import { quoted } from '../text/quoted.js';
import type { SchemaError } from './documents.js';
import { kindInWords, kindsAsked } from './value-kinds.js';

/** The options of ajv. Without `loadSchema` it fetches nothing: a schema must contain everything that it refers to. */
const common: Options = {
  allErrors: true,
  verbose: true,
  strict: false,
  validateFormats: false,
  ownProperties: true,
  logger: false,
  // Optimization would take more than half of the time to compile a schema, whose code runs only a few times.
  code: { optimize: false },
};

export interface UserSchema {
  /** Returns a function that lists the mistakes of a value in readable sentences. The first call compiles the schema, which may take long. */
  readonly validator: () => (value: unknown) => string[];
}

/** Compiles a pattern of a schema. Throws a `SyntaxError` if that is impossible. */
type CompilePattern = (pattern: string) => RegExp;

/**
 * Reads a JSON Schema of a library (2020-12, or draft-07 if `$schema` names it) without compiling it, or says why it cannot be used.
 * `compilePattern` compiles its patterns; without it they are those of JavaScript.
 */
export function readUserSchema(
  schema: JsonValue,
  compilePattern: CompilePattern = (pattern) => new RegExp(pattern, 'u'),
): UserSchema | { readonly problem: string } {
  if (typeof schema !== 'boolean' && (typeof schema !== 'object' || schema === null || Array.isArray(schema))) {
    return { problem: 'a JSON Schema is a mapping' };
  }
  if (isWrapper(schema)) {
    return {
      problem:
        'this is a wrapper around a JSON Schema, which every value fits: write the content of "schema" in its place',
    };
  }
  const dialect = dialectOf(member(schema, '$schema'));
  if (!dialect) {
    const named = quoted(String(member(schema, '$schema')));
    return { problem: `"$schema" names ${named}; eva reads JSON Schema 2020-12 and draft-07` };
  }
  if (member(schema, '$async') !== undefined) return { problem: '"$async" is not JSON Schema' };
  return read(dialect, schema, compilePattern);
}

const wrapperKeys: readonly string[] = ['name', 'description', 'strict', 'schema'];

/** Returns true for the form in which chat completions take a schema: `{ name, strict, schema }`. */
function isWrapper(schema: JsonValue): boolean {
  const inner = member(schema, 'schema');
  return isObject(inner) && isObject(schema) && Object.keys(schema).every((key) => wrapperKeys.includes(key));
}

/** Returns the dialect that `$schema` names: 2020-12 by default, undefined if eva does not support it. */
function dialectOf(name: unknown): Dialect | undefined {
  if (name === undefined) return draft2020;
  const known = /^https?:\/\/json-schema\.org\/(draft\/2020-12|draft-07)\/schema#?$/.exec(String(name))?.[1];
  if (known === undefined) return undefined;
  return known === 'draft-07' ? draft07 : draft2020;
}

type Compiler = typeof import('ajv').Ajv | typeof import('ajv/dist/2020.js').Ajv2020;

/** A dialect of JSON Schema: the validator of its schemas, which scripts/complete-dist.js writes, and the compiler for them. */
interface Dialect {
  readonly validator: () => ValidateFunction;
  readonly load: () => Compiler;
}

/** Loads ajv with the first schema. */
const require = createRequire(import.meta.url);

const draft2020: Dialect = {
  validator: () => require('./draft-2020-12.cjs').validate,
  load: () => require('ajv/dist/2020.js').Ajv2020,
};

const draft07: Dialect = {
  validator: () => require('./draft-07.cjs').validate,
  load: () => require('ajv').Ajv,
};

function read(
  dialect: Dialect,
  schema: JsonValue,
  compilePattern: CompilePattern,
): UserSchema | { readonly problem: string } {
  try {
    if (namesPrototype(schema)) return { problem: 'a property "__proto__" cannot be checked' };
    const validateSchema = dialect.validator();
    if (!validateSchema(schema)) return { problem: `not a valid JSON Schema: ${messagesOf(validateSchema)[0]}` };
    let compiled: ReturnType<UserSchema['validator']> | undefined;
    // Loaded here, since compiling may have a time limit, which must not stop ajv while it loads.
    const Compiler = dialect.load();
    const validator = () => {
      compiled ??= compile(Compiler, schema, compilePattern);
      return compiled;
    };
    return { validator };
  } catch (error) {
    return { problem: compileProblem(error) };
  }
}

/** Compiles a schema, or says why that is impossible. */
export function compileUserSchema(schema: UserSchema): UserSchema | { readonly problem: string } {
  try {
    schema.validator();
    return schema;
  } catch (error) {
    return { problem: compileProblem(error) };
  }
}

/** Compiles a schema with ajv. Throws the error of ajv if it cannot. */
function compile(Compiler: Compiler, schema: JsonValue, compilePattern: CompilePattern): (value: unknown) => string[] {
  const code = { ...common.code, regExp: Object.assign((pattern: string) => compilePattern(pattern), { code: 'eva' }) };
  const compiler = new Compiler({ ...common, code, validateSchema: false, meta: refersToMetaSchema(schema) });
  // ajv divides doubles, so that 19.99 is no multiple of 0.01.
  compiler.removeKeyword('multipleOf');
  const multipleOf = { keyword: 'multipleOf', type: 'number', schemaType: 'number', errors: false } as const;
  compiler.addKeyword({ ...multipleOf, validate: (of: number, value: number) => isMultipleOf(value, of) });
  const validate = compiler.compile(schema as object);
  return (value) => (validate(value) === true ? [] : messagesOf(validate));
}

/** Returns true if a schema may refer to the meta-schema of its dialect, which eva adds only then because ajv takes long. */
function refersToMetaSchema(schema: JsonValue): boolean {
  return /"\$(ref|dynamicRef)":"[^"#]/.test(JSON.stringify(schema));
}

/** Returns true if a schema has a property `__proto__`, which ajv silently ignores. */
function namesPrototype(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  return Object.hasOwn(schema, '__proto__') || Object.values(schema).some(namesPrototype);
}

function messagesOf(validate: ValidateFunction): string[] {
  const sentences = userSentences((validate.errors ?? []) as SchemaError[]);
  return sentences.length > 0 ? sentences : ['the value is not valid'];
}

function compileProblem(error: unknown): string {
  const missing = member(error, 'missingRef');
  if (missing !== undefined) {
    return `"$ref" leads to ${quoted(String(missing))}, which is not in this schema; eva follows references inside it only`;
  }
  if (error instanceof RangeError) return 'the schema is nested too deep';
  return isError(error) ? patternProblem(error.message) : 'the schema cannot be compiled';
}

function patternProblem(message: string): string {
  const [, pattern, why] = /^Invalid regular expression: \/(.*)\/\w*: (.*)/.exec(message) ?? [];
  if (pattern === undefined || why === undefined) return message.split('\n')[0] ?? message;
  return `the pattern ${quoted(pattern)} cannot be read: ${why.toLowerCase()}`;
}

/** The maximum number of mistakes that are listed for one value. */
const limit = 10;

/** Lists the violations of a library's schema, each with its JSON Pointer: at most ten, then the number of the others. */
function userSentences(errors: readonly SchemaError[]): string[] {
  const messages = new Set<string>();
  for (const error of errors) messages.add(`${error.instancePath || 'the whole'}: ${sentence(error)}`);
  const all = [...messages];
  return all.length <= limit ? all : [...all.slice(0, limit), `and ${all.length - limit} more`];
}

function sentence(error: SchemaError): string {
  const { params, data } = error;
  switch (error.keyword) {
    case 'type':
      return `${kindInWords(data)} where ${kindsAsked(member(error.parentSchema, 'type'))} belongs`;
    case 'required':
      return `${quoted(String(params['missingProperty']))} is missing`;
    case 'additionalProperties':
      return `unknown key ${quoted(String(params['additionalProperty']))}`;
    case 'unevaluatedProperties':
      return `unknown key ${quoted(String(params['unevaluatedProperty']))}`;
    case 'enum':
      return `${shown(data)} is not one of ${listed(params['allowedValues'])}`;
    case 'const':
      return `${shown(data)} is not ${shown(params['allowedValue'])}`;
    case 'pattern':
      return `${shown(data)} does not match ${quoted(String(params['pattern']))}`;
    case 'multipleOf':
      return `${shown(data)} must be multiple of ${shown(member(error.parentSchema, 'multipleOf'))}`;
    case 'false schema':
      return 'nothing is allowed here';
    default:
      return `${data === null || typeof data !== 'object' ? `${shown(data)} ` : ''}${error.message ?? `breaks "${error.keyword}"`}`;
  }
}

/** Lists as many values as fit on a line. */
function listed(values: unknown): string {
  const words = (Array.isArray(values) ? values : []).map(shown);
  const more = words.length > 8 ? `, and ${words.length - 8} more` : '';
  return words.slice(0, 8).join(', ') + more;
}

function shown(data: unknown): string {
  if (typeof data === 'string') return quoted(data);
  return quoted(JSON.stringify(data) ?? 'nothing').slice(1, -1);
}

/** Returns true if a number is a multiple of another one, in decimal arithmetic on their shortest texts: 19.99 is one of 0.01. */
export function isMultipleOf(value: number, of: number): boolean {
  const [a, b] = [decimalOf(value), decimalOf(of)];
  const places = Math.max(a.places, b.places);
  const whole = ({ digits, places: own }: Decimal) => digits * 10n ** BigInt(places - own);
  return b.digits !== 0n && whole(a) % whole(b) === 0n;
}

/** The number `digits / 10 ** places`. */
interface Decimal {
  readonly digits: bigint;
  readonly places: number;
}

function decimalOf(value: number): Decimal {
  const [, whole = '', fraction = '', exponent = '0'] =
    /^-?(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  return { digits: BigInt(whole + fraction), places: fraction.length - Number(exponent) };
}

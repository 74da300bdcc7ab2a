import { isObject, isPlainObject } from '#model/data/json.js';
import type { Place, Problem } from '#model/problem.js';
import { EvaError, problem } from '#model/problem.js';
import { nearest } from '#model/text/nearest.js';
import { quoted, short } from '#model/text/quoted.js';

/**
 * Copies data and freezes it deeply. Keeps symbols, omits keys whose value is `undefined`, and keeps values that are not plain data (a
 * function, a date) as they are.
 */
export function frozenCopy<T>(data: T): T;

export function frozenCopy(data: unknown): unknown {
  return copyOf(data, []);
}

function copyOf(data: unknown, above: readonly unknown[]): unknown {
  if (above.includes(data)) return data;
  if (Array.isArray(data)) return Object.freeze(data.map((item) => copyOf(item, [...above, data])));
  if (!isPlainObject(data)) return data;
  const names = Object.entries(data)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => [key, copyOf(value, [...above, data])]);
  const symbols = Object.getOwnPropertySymbols(data).map((key) => [key, Reflect.get(data, key)]);
  return Object.freeze(Object.fromEntries([...names, ...symbols]));
}

/** A read-only document. An optional key may also be `undefined`, with the same meaning. */
export type ReadonlyDeep<T> = T extends readonly (infer Item)[]
  ? readonly ReadonlyDeep<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: ReadonlyDeep<T[Key]> | Absent<T, Key> }
    : T;

type Absent<T, Key extends keyof T> = object extends Pick<T, Key> ? undefined : never;

/** A builder that makes data from fields, called with or without `new`. */
export interface Builder<Fields, Data> {
  (fields: Fields): Data;
  new (fields: Fields): Data;
}

/** Makes a builder from a function. A constructor that returns an object gives that object, so `new` changes nothing. */
export function builder<Fields, Data extends object>(build: (fields: Fields) => Data): Builder<Fields, Data> {
  function made(fields: Fields): Data {
    try {
      return build(fields);
    } catch (error) {
      if (error instanceof EvaError) Error.captureStackTrace(error, made); // it begins at the line of the program
      throw error;
    }
  }
  return made as unknown as Builder<Fields, Data>;
}

/** The longest time of a timer of Node, in seconds. */
const mostSeconds = (2 ** 31 - 1) / 1000;

const kinds = {
  'a text': (value) => typeof value === 'string',
  'a text or true': (value) => typeof value === 'string' || value === true,
  'a text or a list of messages': (value) => typeof value === 'string' || Array.isArray(value),
  'a list of texts': (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
  'a text or a list of texts': (value) => [value].flat().every((one) => typeof one === 'string'),
  'a whole number from 1': (value) => Number.isSafeInteger(value) && Number(value) >= 1,
  'a whole number from 0': (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  'a number from 0': (value) => Number.isFinite(value) && Number(value) >= 0,
  'a number': (value) => typeof value === 'number',
  'a number of seconds above 0': (value) => typeof value === 'number' && value > 0 && value <= mostSeconds,
  'true or false': (value) => typeof value === 'boolean',
  'true, false or "run"': (value) => typeof value === 'boolean' || value === 'run',
  'an object': isObject,
  'an object or false': (value) => value === false || isObject(value),
  'a function': (value) => typeof value === 'function',
  'plain data': (value) => !['function', 'symbol', 'bigint'].includes(typeof value),
  'an AbortSignal': (value) => isObject(value) && typeof Reflect.get(value, 'throwIfAborted') === 'function',
} as const satisfies Record<string, (value: unknown) => boolean>;

/** The type of a field. A required field has `needed`, which says what to write. A path must not contain a NUL character. */
interface Field {
  readonly is: keyof typeof kinds;
  readonly isPath?: boolean;
  readonly needed?: string;
}

/** The fields of an object from a program, by name. */
export type Fields<T> = { readonly [Name in keyof T]-?: Field };

/** Returns the problems of an object's fields. Problems call the object `file`. A field with the value undefined counts as missing. */
export function fieldProblems(given: unknown, fields: Readonly<Record<string, Field>>, file: string): Problem[] {
  const names = Object.keys(fields);
  if (!isObject(given)) return [noObject(file, `its keys are: ${names.join(', ')}`)];
  const written = Object.entries(given).filter(([, value]) => value !== undefined);
  const meant = written.map(([name]) => nearest(name, names));
  const missing = names.filter((name) => given[name] === undefined && !meant.includes(name));
  return [
    ...written.flatMap(([name, value]) => fieldProblem(name, value, fields, file)),
    ...missing.flatMap((name) => missingField(name, fields[name]?.needed, Object.hasOwn(given, name), file)),
  ];
}

/** Returns the problem of an argument that is not an object. `advice` says what to write. */
export function noObject(taker: string, advice: string): Problem {
  return problem('EVA_WRONG_TYPE:no_object', `${short(taker)} takes an object`, { hint: short(advice) });
}

function fieldProblem(
  name: string,
  value: unknown,
  fields: Readonly<Record<string, Field>>,
  file: string,
): readonly Problem[] {
  const at = { file, property: name };
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!field) {
    const meant = nearest(name, Object.keys(fields));
    return [
      problem('EVA_UNKNOWN_KEY:field', `unknown key ${quoted(name)}`, {
        hint:
          meant === undefined
            ? `known: ${Object.keys(fields).map(short).join(', ')}`
            : `did you mean "${short(meant)}"?`,
        at,
      }),
    ];
  }
  if (!kinds[field.is](value)) return [wrongType(name, field.is, at, field.needed === undefined)];
  if (field.isPath && String(value).includes('\0'))
    return [
      problem('EVA_BAD_VALUE:nul_character', `${quoted(name)} contains a NUL character`, {
        hint: 'remove the NUL character from the path',
        at,
      }),
    ];
  return [];
}

function missingField(name: string, needed: string | undefined, isUndefined: boolean, file: string): Problem[] {
  if (needed === undefined) return [];
  return [
    problem('EVA_MISSING_KEY:field', `${quoted(name)} is ${isUndefined ? 'undefined' : 'missing'}`, {
      hint: short(needed),
      at: { file, property: name },
    }),
  ];
}

/** Makes the problem of a value of a wrong type. `type` has its article: `a text`. */
export function wrongType(name: string, type: string, at: Place | undefined, isOptional = false): Problem {
  return problem('EVA_WRONG_TYPE:field', `${quoted(name)} is not ${type}`, {
    hint: `pass ${type}${isOptional ? ', or leave it out' : ''}`,
    at,
  });
}

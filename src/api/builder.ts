import { isPlainObject } from '#model/data/json.js';
import { EvaError } from '#model/sentences/sentence.js';

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

import { excessOf, isInexact, isObject, type JsonValue, numberIn } from '#model/data/json.js';
import { trimmed } from '#model/text/characters.js';
import { quote } from './excerpt.js';
import { findByKeys, nameOfJson } from './json-in-response.js';

/** How two JSON values are compared. Both settings apply to all values inside lists and mappings. */
export interface Equality {
  /** How far a number may be from the expected one. */
  readonly within: number;
  /** True if upper and lower case of texts are the same. Keys are always compared exactly. */
  readonly ignoreCase: boolean;
}

/** The first difference between two values: the keys that lead to it, and a sentence. */
export interface JsonDifference {
  readonly keys: readonly string[];
  readonly reason: string;
}

/** Returns the first difference between the value at some keys of `root` and the expected value; undefined if they are equal. */
export function jsonDifference(
  root: JsonValue,
  keys: readonly string[],
  expected: JsonValue,
  equality: Equality,
): JsonDifference | undefined {
  const part = findByKeys(root, keys);
  if ('problem' in part) return { keys: keys.slice(0, part.depth), reason: part.problem };
  const inside = differenceIn(part.value, expected, equality);
  return inside && describe(root, [...keys, ...inside.keys], inside.expected, equality);
}

/** A difference inside a value. The value at its keys is missing, is not expected, or is another one than `expected`. */
interface InnerDifference {
  readonly keys: readonly string[];
  readonly expected: JsonValue | undefined;
}

function describe(
  root: JsonValue,
  keys: readonly string[],
  expected: JsonValue | undefined,
  { within }: Equality,
): JsonDifference {
  const part = findByKeys(root, keys);
  if ('problem' in part) return { keys: keys.slice(0, part.depth), reason: part.problem };
  if (expected === undefined) return { keys, reason: `${nameOfJson(keys)} is not expected` };
  const margin = within > 0 && typeof part.value === 'number' ? ` (within ${within})` : '';
  return { keys, reason: `${nameOfJson(keys)} is ${inWords(part.value)}, expected ${inWords(expected)}${margin}` };
}

function inWords(value: JsonValue): string {
  return typeof value === 'number' ? String(value) : quote(value);
}

function differenceIn(found: JsonValue, expected: JsonValue, equality: Equality): InnerDifference | undefined {
  const wanted = typeof expected === 'string' && typeof found !== 'string' ? valueIn(expected, found) : expected;
  if (Array.isArray(found) && Array.isArray(wanted)) return differenceOfLists(found, wanted, equality);
  if (isObject(found) && isObject(wanted)) return differenceOfMappings(found, wanted, equality);
  return isEqual(found, wanted, equality) ? undefined : { keys: [], expected };
}

function isEqual(found: JsonValue, expected: JsonValue, { within, ignoreCase }: Equality): boolean {
  if (typeof found === 'number' && typeof expected === 'number') return isNear(found, expected, within);
  if (typeof found !== 'string' || typeof expected !== 'string') return found === expected;
  const [own, wanted] = [trimmed(found).text, trimmed(expected).text];
  return own === wanted || (ignoreCase && own.toLowerCase() === wanted.toLowerCase());
}

function differenceOfLists(
  found: readonly JsonValue[],
  expected: readonly JsonValue[],
  equality: Equality,
): InnerDifference | undefined {
  for (const [index, item] of found.entries()) {
    const wanted = expected[index];
    if (wanted === undefined) return { keys: [String(index)], expected: undefined };
    const difference = differenceIn(item, wanted, equality);
    if (difference) return under(String(index), difference);
  }
  return found.length < expected.length ? { keys: [String(found.length)], expected: undefined } : undefined;
}

/** Compares mappings: first the keys that are expected, in their order, then those that are not. */
function differenceOfMappings(
  found: Readonly<Record<string, JsonValue>>,
  expected: Readonly<Record<string, JsonValue>>,
  equality: Equality,
): InnerDifference | undefined {
  for (const [key, wanted] of Object.entries(expected)) {
    const given = Object.hasOwn(found, key) ? found[key] : undefined;
    if (given === undefined) return { keys: [key], expected: undefined };
    const difference = differenceIn(given, wanted, equality);
    if (difference) return under(key, difference);
  }
  const surplus = Object.keys(found).find((key) => !Object.hasOwn(expected, key));
  return surplus === undefined ? undefined : { keys: [surplus], expected: undefined };
}

function under(key: string, { keys, expected }: InnerDifference): InnerDifference {
  return { keys: [key, ...keys], expected };
}

/**
 * Returns the value that an expected text is in JSON, if the answer is such a value, and else the text: a value of a CSV file is always a
 * text.
 */
function valueIn(text: string, found: JsonValue): JsonValue {
  const trimmedText = trimmed(text).text;
  if (typeof found === 'number') return numberIn(trimmedText) ?? text;
  if (typeof found === 'boolean')
    return trimmedText === 'true' || trimmedText === 'false' ? trimmedText === 'true' : text;
  const opening = Array.isArray(found) ? '[' : '{';
  if (found === null || !trimmedText.startsWith(opening) || excessOf(trimmedText)) return text;
  try {
    return JSON.parse(trimmedText) as JsonValue;
  } catch {
    return text;
  }
}

/** Returns true if two numbers differ by at most `within`, or by the rounding of decimals. */
export function isNear(a: number, b: number, within: number): boolean {
  if (a === b) return true;
  if (!Number.isFinite(a) || !Number.isFinite(b)) return false;
  const areWhole = Number.isSafeInteger(a) && Number.isSafeInteger(b);
  return Math.abs(a - b) <= within + (areWhole ? 0 : 4 * spacing(Math.max(Math.abs(a), Math.abs(b))));
}

/**
 * Returns the first whole number beyond 2^53 inside a value, if `within` is less than its rounding: a comparison would ignore its last digits.
 * Undefined if all numbers are exact.
 */
export function inexactIn(value: JsonValue, within: number): number | undefined {
  if (isInexact(value)) return within < 8 * spacing(Math.abs(value)) ? value : undefined;
  if (value === null || typeof value !== 'object') return undefined;
  for (const part of Object.values(value)) {
    const inexact = inexactIn(part, within);
    if (inexact !== undefined) return inexact;
  }
  return undefined;
}

/** Says that eva does not compare a number beyond 2^53, at or below these keys. */
export function tooManyDigits(keys: readonly string[], value: number): string {
  return `${nameOfJson(keys)} has a number of more digits than eva compares, about ${value}`;
}

const bits = new DataView(new ArrayBuffer(8));

/** Returns the distance from a positive number to the next larger one (1 ulp). */
function spacing(value: number): number {
  bits.setFloat64(0, value);
  const exponent = bits.getUint16(0) >> 4;
  return 2 ** (Math.max(exponent, 1) - 1075);
}

import { endOfString, isObject, type JsonValue } from '#model/data/json.js';
import { clip, quote } from './excerpt.js';

const maxNamed = 5;

/** Returns the keys of a JSON pointer (RFC 6901); undefined if the text is not a pointer. The empty text points to the whole value. */
export function pointerKeys(pointer: string): readonly string[] | undefined {
  if (!/^(?:\/(?:[^~/]|~[01])*)*$/.test(pointer)) return undefined;
  const parts = pointer.split('/').slice(1);
  return parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Returns the pointer to a value, from the keys that lead to it. It is on one line and has at most 80 characters. */
export function pointerOf(keys: readonly string[]): string {
  const pointer = keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  return /[\p{Cc}\p{Cf}]/u.test(pointer) ? quote(pointer) : clip(pointer, 80);
}

/** Names a value in a sentence: its pointer, or `the JSON` for the whole. */
export function nameOf(keys: readonly string[]): string {
  return keys.length === 0 ? 'the JSON' : pointerOf(keys);
}

/** A value, or a sentence that says what is there instead. `depth`: the number of keys that lead to something. */
type FoundValue = { readonly value: JsonValue } | { readonly problem: string; readonly depth: number };

/** Finds a value by the keys of its pointer. */
export function findByKeys(root: JsonValue, keys: readonly string[]): FoundValue {
  let value = root;
  for (const [depth, key] of keys.entries()) {
    const part = partOf(value, key);
    if (part === undefined) {
      const missing = pointerOf(keys.slice(0, depth + 1));
      return { problem: `${missing} is missing: ${nameOf(keys.slice(0, depth))} ${whatIs(value)}`, depth };
    }
    value = part;
  }
  return { value };
}

function partOf(value: JsonValue, key: string): JsonValue | undefined {
  if (Array.isArray(value)) return /^(?:0|[1-9][0-9]{0,15})$/.test(key) ? value[Number(key)] : undefined;
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function whatIs(value: JsonValue): string {
  if (Array.isArray(value)) return `is a list of ${value.length}`;
  if (!isObject(value)) return `is ${typeof value === 'number' ? value : quote(value)}`;
  const names = Object.keys(value);
  if (names.length === 0) return 'is an empty mapping';
  const more = names.length > maxNamed ? ` and ${names.length - maxNamed} more` : '';
  return `has ${names.slice(0, maxNamed).map(quote).join(', ')}${more}`;
}

/** The start and the end of a value in a text, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds where a value is written in a text that is valid JSON. Of duplicate keys it takes the last one, as the parser does. Takes time in
 * proportion to the text and to the number of keys.
 */
export function spanByKeys(text: string, keys: readonly string[]): Span | undefined {
  let start = skipBlank(text, 0);
  for (const key of keys) {
    const next = partStarts(text, start, key).at(-1);
    if (next === undefined) return undefined;
    start = next;
  }
  return { start, end: endOfValue(text, start) };
}

/**
 * Returns the first of these keys that is written more than once in its mapping, so that the text contradicts itself; undefined if none is.
 * The text is valid JSON.
 */
export function repeatedKey(text: string, keys: readonly string[]): string | undefined {
  let start = skipBlank(text, 0);
  for (const key of keys) {
    const starts = partStarts(text, start, key);
    const last = starts.at(-1);
    if (last === undefined) return undefined;
    if (starts.length > 1) return key;
    start = last;
  }
  return undefined;
}

/** Returns the starts of the members or items with a key in the container that begins at `open`. */
function partStarts(text: string, open: number, key: string): readonly number[] {
  const isList = text.charAt(open) === '[';
  if (!isList && text.charAt(open) !== '{') return [];
  const found: number[] = [];
  let at = skipBlank(text, open + 1);
  for (let index = 0; at < text.length && !/[\]}]/.test(text.charAt(at)); index++) {
    const nameEnd = isList ? at : endOfString(text, at) + 1;
    const name = isList ? String(index) : (JSON.parse(text.slice(at, nameEnd)) as string);
    const start = isList ? at : skipBlank(text, skipBlank(text, nameEnd) + 1);
    if (name === key) found.push(start);
    at = skipBlank(text, endOfValue(text, start));
    if (text.charAt(at) === ',') at = skipBlank(text, at + 1);
  }
  return found;
}

function endOfValue(text: string, start: number): number {
  let open = 0;
  for (let at = start; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '"') at = endOfString(text, at);
    else if (char === '[' || char === '{') open++;
    else if (char === ']' || char === '}') open--;
    else if (/[^,\s]/.test(char)) continue;
    else if (open === 0) return at;
    if (open < 0) return at;
    if (open === 0 && /["\]}]/.test(char)) return at + 1;
  }
  return text.length;
}

function skipBlank(text: string, start: number): number {
  let at = start;
  while (/[ \t\n\r]/.test(text.charAt(at))) at++;
  return at;
}

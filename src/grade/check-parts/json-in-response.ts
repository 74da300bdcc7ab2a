import { describeExcess, endOfString, excessOf, isObject, type JsonValue } from '#model/data/json.js';
import { messageOf } from '#model/problem.js';
import type { Excerpt } from '#model/run/trial.js';
import { fencedBlocks } from '../piece.js';
import type { Explanation, Unassessed } from './check.js';
import { clipExcerpt, excerptAt, placeInResponse, quote } from './excerpt.js';

/** The JSON of a response with its text, or the reason why it has no JSON, with the offset of the mistake if known. */
type FoundJson = { readonly value: JsonValue; readonly block: Block } | NoJson;

/** Why a response has no JSON. `isUnread`: the text was not parsed to its end, so it may be JSON. */
interface NoJson {
  readonly problem: string;
  readonly offset?: number;
  readonly isUnread?: true;
}

interface Block {
  readonly text: string;
  /** Offset of the text in the response. */
  readonly start: number;
}

/**
 * Parses the whole response as JSON or, if that fails, the only fenced block in it. For duplicate keys the last one counts; checks of one value refuse them. Never throws.
 */
export function jsonInResponse(response: string): FoundJson {
  const whole = parse({ text: response, start: 0 });
  if ('value' in whole) return whole;
  const blocks = fencedBlocks(response);
  if ('problem' in blocks) return blocks;
  const [only, second] = blocks;
  if (!only) return whole;
  if (second)
    return {
      problem: `the response has ${blocks.length} fenced blocks, so none of them is the answer`,
      offset: second.start,
    };
  return parse(only);
}

function parse(block: Block): FoundJson {
  const { text, start } = block;
  const excess = excessOf(text);
  if (excess) return { problem: `the JSON ${describeExcess(excess)}`, offset: start + excess.offset, isUnread: true };
  try {
    return { value: JSON.parse(text) as JsonValue, block };
  } catch (error) {
    const mistake = error instanceof SyntaxError ? firstJsonMistake(text) : undefined;
    if (mistake) return { problem: mistake.message, offset: start + mistake.offset };
    return {
      problem: `the parser gave up (${messageOf(error)})`,
      isUnread: true,
    };
  }
}

/** Returns the outcome of a check that needs JSON if the response has none: it cannot be evaluated. */
export function noJson(response: string, found: NoJson): Unassessed {
  return { holds: 'cannot', ...notJson(response, found) };
}

/** Explains why a response has no JSON: the reason, and the place of the mistake. */
export function notJson(response: string, found: NoJson): Explanation {
  if (found.offset === undefined) return { reason: `not JSON: ${found.problem}` };
  const at = Math.min(found.offset, Math.max(0, response.trimEnd().length - 1));
  const reason = `not JSON: ${found.problem} (${placeInResponse(response, found.offset)})`;
  return { reason, excerpt: excerptAt(response, at, at + 1) };
}

/** Returns the excerpt of the value that these keys lead to in the JSON of a response. */
export function excerptByKeys(response: string, { text, start }: Block, keys: readonly string[]): Excerpt {
  const span = spanByKeys(text, keys) ?? { start: 0, end: 0 };
  return excerptAt(response, start + span.start, start + span.end);
}

/** The first syntax error of a text that should be JSON, with its offset in UTF-16 units. */
interface JsonMistake {
  readonly message: string;
  readonly offset: number;
}

/** The parser states: allowed tokens by their first character (`0` for numbers and words), and the message for any other token. */
const states = {
  value: { tokens: '{["0', message: 'a value was expected' },
  value_or_end: { tokens: '{["0]', message: 'a value or "]" was expected' },
  name: { tokens: '"', message: 'a property name in double quotes was expected' },
  name_or_end: { tokens: '"}', message: 'a property name in double quotes or "}" was expected' },
  colon: { tokens: ':', message: '":" was expected after the property name' },
  after_item: { tokens: ',]', message: '"," or "]" was expected' },
  after_member: { tokens: ',}', message: '"," or "}" was expected' },
  end: { tokens: '', message: 'the JSON value is over, but the text goes on' },
} as const;

type State = keyof typeof states;

const blank = /[ \t\n\r]*/y;

const escapeForm = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

const scalar = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?(?![\w.+-])|(?:true|false|null)(?!\w)/y;

const habit = /(?:NaN|-?Infinity|undefined|None|True|False)\b|\/\/|\/\*|'/y;

/** Finds the syntax error of a text that a JSON parser refused; undefined if it finds no error. Takes linear time. */
function firstJsonMistake(text: string): JsonMistake | undefined {
  const open: string[] = [];
  let state: State = 'value';
  let at = lengthAt(blank, text, 0);
  while (at < text.length) {
    const kind = kindAt(text, at);
    if (kind === undefined || !states[state].tokens.includes(kind)) return unexpected(state, text, at);
    const end = kind === '"' ? readString(text, at) : at + (kind === '0' ? lengthAt(scalar, text, at) : 1);
    if (typeof end !== 'number') return end;
    state = stateAfter(kind, state, open);
    at = end + lengthAt(blank, text, end);
  }
  if (state === 'end') return undefined;
  const closing = open.at(-1) === '[' ? ']' : '}';
  return { message: open.length > 0 ? `the text ends before "${closing}"` : 'the text is empty', offset: at };
}

function kindAt(text: string, at: number): string | undefined {
  if (lengthAt(scalar, text, at) > 0) return '0';
  const char = text.charAt(at);
  return '{}[],:"'.includes(char) ? char : undefined;
}

function stateAfter(kind: string, state: State, open: string[]): State {
  if (kind === '{' || kind === '[') {
    open.push(kind);
    return kind === '[' ? 'value_or_end' : 'name_or_end';
  }
  if (kind === ':' || (kind === ',' && state === 'after_item')) return 'value';
  if (kind === ',') return 'name';
  if (kind === '"' && state.startsWith('name')) return 'colon';
  if (kind === '}' || kind === ']') open.pop();
  if (open.length === 0) return 'end';
  return open.at(-1) === '[' ? 'after_item' : 'after_member';
}

/** Returns the offset after the closing quote. Uses a loop instead of a pattern, since a string may be long. */
function readString(text: string, start: number): number | JsonMistake {
  for (let at = start + 1; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '"') return at + 1;
    if (char < ' ') return { message: 'a string may not hold a raw line break, tab or control character', offset: at };
    const length = char === '\\' ? lengthAt(escapeForm, text, at) : 1;
    if (length === 0) return { message: 'this escape does not exist in JSON', offset: at };
    at += length - 1;
  }
  return { message: 'this string is not closed', offset: start };
}

/** Makes the message for an unexpected character. Mentions JavaScript and Python syntax that JSON does not allow. */
function unexpected(state: State, text: string, offset: number): JsonMistake {
  const { message } = states[state];
  const afterComma =
    (state === 'value' || state === 'name') && /,\s*$/.test(text.slice(Math.max(0, offset - 100), offset));
  if (afterComma && /[\]}]/.test(text.charAt(offset))) {
    return { message: 'JSON has no comma before a closing bracket', offset };
  }
  habit.lastIndex = offset;
  const written = habit.exec(text)?.[0];
  if (written === undefined) return { message, offset };
  const named = written === "'" ? 'single quotes' : written.startsWith('/') ? 'comments' : written;
  return { message: `${message}; JSON has no ${named}`, offset };
}

function lengthAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}

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
  return /[\p{Cc}\p{Cf}]/u.test(pointer) ? quote(pointer) : clipExcerpt(pointer, 80);
}

/** Names a value in a sentence: its pointer, or `the JSON` for the whole. */
export function nameOfJson(keys: readonly string[]): string {
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
      return { problem: `${missing} is missing: ${nameOfJson(keys.slice(0, depth))} ${whatIs(value)}`, depth };
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
  const { start } = walk(text, keys);
  return start === undefined ? undefined : { start, end: endOfValue(text, start) };
}

/**
 * Returns the first of these keys that is written more than once in its mapping, so that the text contradicts itself; undefined if none is.
 * The text is valid JSON.
 */
export function repeatedKey(text: string, keys: readonly string[]): string | undefined {
  return walk(text, keys).repeated;
}

/** Looks up a path of keys. `start` is the offset of its value, absent if nothing is there; `repeated` the first duplicate key, whose last value counts. */
function walk(text: string, keys: readonly string[]): { readonly start?: number; readonly repeated?: string } {
  let start = skipBlank(text, 0);
  let repeated: string | undefined;
  for (const key of keys) {
    const starts = partStarts(text, start, key);
    const last = starts.at(-1);
    if (starts.length > 1) repeated ??= key;
    if (last === undefined) return { ...(repeated !== undefined && { repeated }) };
    start = last;
  }
  return { start, ...(repeated !== undefined && { repeated }) };
}

/** Returns the starts of the members or items with a key in the container that begins at `open`. */
function partStarts(text: string, open: number, key: string): readonly number[] {
  const isList = text.charAt(open) === '[';
  if (!isList && text.charAt(open) !== '{') return [];
  const starts: number[] = [];
  let at = skipBlank(text, open + 1);
  for (let index = 0; at < text.length && !/[\]}]/.test(text.charAt(at)); index++) {
    const nameEnd = isList ? at : endOfString(text, at) + 1;
    const name = isList ? String(index) : (JSON.parse(text.slice(at, nameEnd)) as string);
    const start = isList ? at : skipBlank(text, skipBlank(text, nameEnd) + 1);
    if (name === key) starts.push(start);
    at = skipBlank(text, endOfValue(text, start));
    if (text.charAt(at) === ',') at = skipBlank(text, at + 1);
  }
  return starts;
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

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** Returns true for a mapping of parsed JSON or YAML: neither a list nor null. */
export function isObject(value: unknown): value is JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** Returns the value that an object has itself at a key; undefined for what it inherits, and for what is no object. */
export function member(value: unknown, key: string): unknown {
  if (value === null || typeof value !== 'object' || !Object.hasOwn(value, key)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[key];
}

/**
 * Returns true for an object without a class, also for one of another realm: in test runners such as jest, `structuredClone` and `fetch` are those
 * of Node, and make objects with another `Object`.
 */
export function isPlainObject(value: unknown): value is JsonObject {
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Returns the number that a text is in JSON, without white space around it; undefined for any other text, and for a number that overflows, such as `1e999`. */
export function numberIn(text: string): number | undefined {
  if (!/^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/** Returns true for a whole number beyond 2^53: other numbers, with other last digits, are read as the same. */
export function isInexact(value: unknown): value is number {
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}

/** The maximum nesting of lists and objects in a reply. */
const maxLevels = 200;

/** The maximum number of opening brackets and commas in one JSON text. 10 million small objects take more than 1 GB of memory. */
const maxMarks = 1_000_000;

interface JsonBounds {
  readonly levels: number;
  /** Opening brackets and commas. */
  readonly marks: number;
}

/** The limits for texts of models, applications and servers. */
const replyBounds: JsonBounds = { levels: maxLevels, marks: maxMarks };

/** The limits for eva's own files (one line of a JSONL file), which wrap a reply in a few more levels. */
export const fileBounds: JsonBounds = { levels: maxLevels + 100, marks: 4 * maxMarks };

/** Why a text must not be parsed, and the offset (UTF-16 units) of the first bracket or comma above the limit. */
interface JsonExcess {
  readonly excess: 'too_deep' | 'too_many';
  readonly offset: number;
}

/**
 * Returns the first place where a JSON text exceeds the limits, or null. Reads the text once and allocates nothing. Ignores brackets in
 * strings. Does not check that the text is JSON.
 */
export function excessOf(text: string, { levels, marks }: JsonBounds = replyBounds): JsonExcess | null {
  if (text.length <= marks && hasFewBrackets(text, levels)) return null;
  let open = 0;
  let seen = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (isOpening(code)) open++;
    else if (isClosing(code)) open--;
    if (open > levels) return { excess: 'too_deep', offset: at };
    if ((isOpening(code) || code === comma) && ++seen > marks) return { excess: 'too_many', offset: at };
  }
  return null;
}

/** Returns true if a text has at most `most` opening brackets, in strings or not. Searching takes far less time than looking at every character. */
function hasFewBrackets(text: string, most: number): boolean {
  let found = 0;
  for (const bracket of ['[', '{']) {
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) {
      found++;
      if (found > most) return false;
    }
  }
  return true;
}

/** Describes an excess as the end of a sentence: `is nested deeper than 200 levels`. */
export function describeExcess({ excess }: JsonExcess, { levels, marks }: JsonBounds = replyBounds): string {
  return excess === 'too_deep'
    ? `is nested deeper than ${levels} levels`
    : `holds more than ${marks} brackets and commas`;
}

/**
 * Parses untrusted JSON. Reads lists and objects below 200 levels as null: eva reads nothing that deep. Throws `SyntaxError` if the text
 * is not JSON or has more than a million brackets and commas.
 */
export function parseBounded(text: string): unknown {
  const excess = excessOf(text);
  if (excess === null) return JSON.parse(text);
  const shallow = withoutDepth(text, maxLevels);
  if (excessOf(shallow)) throw new SyntaxError(`the JSON holds more than ${maxMarks} brackets and commas`);
  return JSON.parse(shallow);
}

/** Replaces each list and object nested deeper than `levels` by `null`. */
function withoutDepth(text: string, levels: number): string {
  const kept: string[] = [];
  let open = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (isOpening(code) && open++ === levels) kept.push(text.slice(from, at), 'null');
    else if (isClosing(code) && open-- === levels + 1) from = at + 1;
  }
  return kept.join('') + (open > levels ? '' : text.slice(from));
}

const quote = 0x22;

const comma = 0x2c;

const backslash = 0x5c;

function isOpening(code: number): boolean {
  return code === 0x5b || code === 0x7b;
}

function isClosing(code: number): boolean {
  return code === 0x5d || code === 0x7d;
}

/** Returns the offset of the quote that ends the string starting at `start`, or of the last character if the string is not closed. */
export function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length - 1 : end;
}

/** Returns true if an odd number of backslashes precedes a quote. */
function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text.charCodeAt(before - 1) === backslash) before--;
  return (at - before) % 2 === 1;
}

/** A copy of a value, or the reason why it cannot be copied. */
type Copy = { readonly value: JsonValue } | { readonly flaw: Flaw };

/** The reason why a value cannot be copied. `no_json`: JSON would change the value. */
export type Flaw = 'no_json' | 'too_deep' | 'too_large';

/** Greatest depth: more than any useful state needs, and safe for recursive readers. */
const maxLevelsOfCopy = 100;

/** Copies a value whose JSON has at most `mostBytes`. Takes time in proportion to the limit, however large the value is. */
export function copyJson(value: unknown, mostBytes: number): Copy {
  try {
    const flaw = flawOf(value, { within: new Set(), room: mostBytes });
    if (flaw) return { flaw };
    const text = JSON.stringify(value);
    if (Buffer.byteLength(text) > mostBytes) return { flaw: 'too_large' };
    return { value: JSON.parse(text) as JsonValue };
  } catch {
    return { flaw: 'no_json' }; // a getter or a proxy may throw
  }
}

interface Walk {
  /** The values that contain the current one. */
  readonly within: Set<object>;
  /** Remaining bytes. */
  room: number;
}

/** Returns the flaw of a value. Counts at least one byte for each value and for each unit of a text. */
function flawOf(value: unknown, walk: Walk): Flaw | undefined {
  walk.room -= typeof value === 'string' ? value.length : 1;
  if (walk.room < 0) return 'too_large';
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : 'no_json';
  if (!(Array.isArray(value) || isPlainObject(value)) || walk.within.has(value)) return 'no_json';
  if (walk.within.size === maxLevelsOfCopy) return 'too_deep';
  walk.within.add(value);
  const flaw = flawWithin(value, walk);
  walk.within.delete(value);
  return flaw;
}

function flawWithin(value: object, walk: Walk): Flaw | undefined {
  for (const part of Array.isArray(value) ? value : partsOf(value, walk)) {
    const flaw = flawOf(part, walk);
    if (flaw) return flaw;
  }
  return undefined;
}

/** Returns the values of an object, without undefined values, which JSON omits. */
function partsOf(value: object, walk: Walk): readonly unknown[] {
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  for (const [key] of entries) walk.room -= key.length;
  return entries.map(([, part]) => part);
}

/**
 * Returns the first key that is written twice in one mapping of a text, so that the text contradicts itself; undefined if none is. The text
 * is valid JSON. Takes time in proportion to it.
 */
export function repeatedKeyIn(text: string): string | undefined {
  /** The keys of each open mapping; undefined for a list. */
  const open: (Set<string> | undefined)[] = [];
  let isName = false;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '"') {
      const end = endOfString(text, at);
      const keys = isName ? open.at(-1) : undefined;
      if (keys) {
        const key = JSON.parse(text.slice(at, end + 1)) as string;
        if (keys.has(key)) return key;
        keys.add(key);
      }
      isName = false;
      at = end;
    } else if (char === '{' || char === '[') {
      isName = char === '{';
      open.push(isName ? new Set() : undefined);
    } else if (char === '}' || char === ']') open.pop();
    else if (char === ',') isName = open.at(-1) !== undefined;
  }
  return undefined;
}

import { excessOf, isObject, type JsonValue } from '#model/data/json.js';
import { noteWritten } from '#model/data/written.js';
import type { ItemPath } from './item-source.js';

type FlawKind =
  | 'unexpected'
  | 'after'
  | 'colon'
  | 'comma'
  | 'key'
  | 'ends'
  | 'number'
  | 'open_text'
  | 'control'
  | 'escape'
  | 'depth';

/** What is wrong with a JSON text, and where, in UTF-16 units. */
export interface JsonFlaw {
  readonly flaw: FlawKind | 'twice';
  readonly start: number;
  readonly end: number;
  readonly key?: string;
}

const maxLevels = 200;

/** Parses JSON. Returns its first flaw if it is not JSON, is nested deeper than 200 levels, or has a key twice. */
export function parsePlacedJson(text: string): { readonly value: JsonValue } | { readonly flaw: JsonFlaw } {
  const excess = excessOf(text, { levels: maxLevels, marks: Number.POSITIVE_INFINITY });
  if (excess) return { flaw: { flaw: 'depth', start: excess.offset, end: excess.offset + 1 } };
  try {
    const value = JSON.parse(text) as JsonValue;
    const { colons, hasFraction } = marksIn(text);
    if (colons === countKeys(value)) {
      if (hasFraction && oddNumber.test(text)) noteNumbers(text, value);
      return { value };
    }
  } catch {
    // The scan below says where.
  }
  const scanned = new JsonScan(text).run();
  return 'flaw' in scanned ? scanned : { value: JSON.parse(text) as JsonValue };
}

/** Matches what may be a number that JavaScript writes differently: with a final zero, an exponent, a minus before zero, or many digits. */
const oddNumber = /\d[.]\d*0(?!\d)|\d[eE][-+\d]|-0|0[.]0{6}|(?:\d[.]?){16}/;

/** Notes the numbers of a parsed text that JavaScript writes differently. */
function noteNumbers(text: string, value: JsonValue): void {
  const scanned = new JsonScan(text).run();
  const note = (node: JsonNode, holder: JsonValue) => {
    for (const [key, part] of node.below) {
      const inner = (holder as Readonly<Record<string | number, JsonValue>>)[key] ?? null;
      const written = typeof inner === 'number' ? text.slice(part.start, part.end) : undefined;
      if (written !== undefined && written !== String(inner)) noteWritten(holder as object, key, written);
      if (part.below.size > 0) note(part, inner);
    }
  };
  if ('root' in scanned) note(scanned.root, value);
}

/** Returns the range of the value at a path in a sound JSON text; undefined if nothing is at the path. */
export function rangeInJson(
  text: string,
  path: ItemPath,
): { readonly start: number; readonly end: number } | undefined {
  const scanned = new JsonScan(text).run();
  let node: JsonNode | undefined = 'root' in scanned ? scanned.root : undefined;
  for (const step of path) node = node?.below.get(step);
  return node && { start: node.start, end: node.end };
}

/** Counts the colons outside of texts, one for each key as written. `hasFraction`: a point, an exponent or a minus is outside of texts. */
function marksIn(text: string): { readonly colons: number; readonly hasFraction: boolean } {
  let colons = 0;
  let hasFraction = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x3a) colons++;
    else if (code === 0x22) at = endOfText(text, at);
    else if (code === 0x2e || code === 0x45 || code === 0x2d || (code === 0x65 && /\d/.test(text[at - 1] ?? '')))
      hasFraction = true;
  }
  return { colons, hasFraction };
}

/** Returns the offset of the quote that ends the text which begins at `start`. */
function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at;
    if (code === 0x5c) at++;
  }
  return text.length;
}

function countKeys(value: JsonValue): number {
  if (value === null || typeof value !== 'object') return 0;
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + countKeys(one as JsonValue), 0);
  if (!isObject(value)) return 0;
  let count = 0;
  for (const key of Object.keys(value)) count += 1 + countKeys(value[key] ?? null);
  return count;
}

interface JsonNode {
  readonly start: number;
  readonly end: number;
  readonly below: ReadonlyMap<string | number, JsonNode>;
}

class Flawed extends Error {
  constructor(readonly flaw: JsonFlaw) {
    super(flaw.flaw);
  }
}

const none: ReadonlyMap<string | number, JsonNode> = new Map();

const literal = /true|false|null/y;

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

const word = /[\w.+-]+/y;

/** Reads JSON of at most 200 levels with the place of every value, only to say where something is. */
class JsonScan {
  #at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  run(): { readonly root: JsonNode } | { readonly flaw: JsonFlaw } {
    try {
      const root = this.#value();
      this.#space();
      return this.#at < this.#text.length ? { flaw: this.#flaw('after') } : { root };
    } catch (error) {
      if (error instanceof Flawed) return { flaw: error.flaw };
      throw error;
    }
  }

  #value(): JsonNode {
    this.#space();
    const start = this.#at;
    const first = this.#text[start];
    if (first === '{') return this.#mapping();
    if (first === '[') return this.#list();
    if (first === '"') this.#string();
    else if (!this.#matches(literal) && !this.#matches(number)) throw new Flawed(this.#flaw('unexpected'));
    else if (/[\w.+-]/.test(this.#text[this.#at] ?? '')) {
      this.#at = start;
      throw new Flawed(this.#flaw(/[-\d]/.test(first ?? '') ? 'number' : 'unexpected'));
    }
    return { start, end: this.#at, below: none };
  }

  #mapping(): JsonNode {
    const start = this.#at++;
    const below = new Map<string | number, JsonNode>();
    while (!this.#closes('}', below.size > 0)) {
      this.#space();
      const keyStart = this.#at;
      if (this.#text[keyStart] !== '"') throw new Flawed(this.#flaw('key'));
      this.#string();
      const end = this.#at;
      const key = JSON.parse(this.#text.slice(keyStart, end)) as string;
      if (below.has(key)) throw new Flawed({ flaw: 'twice', key, start: keyStart, end });
      this.#expect(':', 'colon');
      below.set(key, this.#value());
    }
    return { start, end: this.#at, below };
  }

  #list(): JsonNode {
    const start = this.#at++;
    const below = new Map<string | number, JsonNode>();
    while (!this.#closes(']', below.size > 0)) below.set(below.size, this.#value());
    return { start, end: this.#at, below };
  }

  /** Passes a closing bracket, or the comma before the next part. Returns true for the bracket. */
  #closes(bracket: string, hasParts: boolean): boolean {
    this.#space();
    if (this.#text[this.#at] === bracket) {
      this.#at++;
      return true;
    }
    if (hasParts) this.#expect(',', 'comma');
    return false;
  }

  #expect(character: string, flaw: FlawKind): void {
    this.#space();
    if (this.#text[this.#at] !== character) throw new Flawed(this.#flaw(flaw));
    this.#at++;
  }

  #string(): void {
    const start = this.#at;
    const end = endOfText(this.#text, start);
    if (end >= this.#text.length) throw new Flawed({ flaw: 'open_text', start, end: start + 1 });
    for (let at = start + 1; at < end; at++) {
      if (this.#text.charCodeAt(at) < 0x20) throw new Flawed({ flaw: 'control', start: at, end: at + 1 });
    }
    try {
      JSON.parse(this.#text.slice(start, end + 1));
    } catch {
      throw new Flawed({ flaw: 'escape', start, end: end + 1 });
    }
    this.#at = end + 1;
  }

  #space(): void {
    while (/[ \t\r\n]/.test(this.#text[this.#at] ?? '')) this.#at++;
  }

  #matches(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found) this.#at += found[0].length;
    return found !== null;
  }

  #flaw(flaw: JsonFlaw['flaw']): JsonFlaw {
    const start = this.#at;
    const last = Math.max(0, this.#text.trimEnd().length - 1);
    if (start >= this.#text.length) return { flaw: 'ends', start: last, end: last + 1 };
    word.lastIndex = start;
    const found = word.exec(this.#text)?.[0] ?? String.fromCodePoint(this.#text.codePointAt(start) ?? 0);
    return { flaw, start, end: start + found.length };
  }
}

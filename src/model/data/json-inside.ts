/** States of an opening bracket: not read yet, not the start of valid JSON, or its start. */
const unknown = 0;
const broken = 1;
const valid = 2;

/** The tokens that JSON allows next. */
type Expected = 'value' | 'value_or_end' | 'name' | 'name_or_end' | 'colon' | 'comma_or_end';

/**
 * Yields the start of each valid JSON object and list inside a text, in order. Takes time in proportion to the text, whatever it holds: one
 * reading decides all brackets on its way, and a character is read at most twice, once inside a string and once outside.
 */
export function* startsOfJson(text: string): Generator<number> {
  const brackets = new Brackets(text);
  for (let at = nextOpening(text, 0); at !== -1; at = nextOpening(text, at + 1)) {
    if (brackets.beginValid(at)) yield at;
  }
}

function nextOpening(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    if (isOpening(text.charCodeAt(at))) return at;
  }
  return -1;
}

function countOfOpenings(text: string): number {
  let count = 0;
  for (let at = nextOpening(text, 0); at !== -1; at = nextOpening(text, at + 1)) count++;
  return count;
}

/** The opening brackets of a text, and what is known of each. */
class Brackets {
  readonly #text: string;
  readonly #known: Uint8Array;
  /** The offsets of the brackets that are open, from the outermost; the first `#depth` of it. */
  readonly #open: Int32Array;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
    this.#known = new Uint8Array(text.length);
    this.#open = new Int32Array(countOfOpenings(text));
  }

  /** Returns true if valid JSON begins at an opening bracket. */
  beginValid(start: number): boolean {
    if (this.#known[start] === unknown) this.#readFrom(start);
    return this.#known[start] === valid;
  }

  /** Reads JSON up to its end or first mistake. Decides all brackets that it opens: a mistake is one of every bracket around it. */
  #readFrom(start: number): void {
    const text = this.#text;
    let expected: Expected | undefined = 'value';
    for (let at = start; expected !== undefined; at = afterBlank(text, at)) {
      const code = text.charCodeAt(at);
      if (isOpening(code)) {
        expected = this.#opened(at, expected);
        at++;
      } else if (code === closingList || code === closingObject) {
        expected = this.#closed(code, expected);
        at++;
      } else if (code === comma || code === colon) {
        expected = this.#separated(code, expected);
        at++;
      } else {
        const end: number = code === quote ? endOfString(text, at) : endOfScalar(text, at);
        expected = end === -1 ? undefined : afterScalar(code, expected);
        at = end;
      }
    }
    for (const bracket of this.#open.subarray(0, this.#depth)) this.#known[bracket] = broken;
    this.#depth = 0;
  }

  #opened(at: number, expected: Expected): Expected | undefined {
    if (!takesValue(expected)) return undefined;
    this.#open[this.#depth++] = at;
    return this.#text.charCodeAt(at) === openingList ? 'value_or_end' : 'name_or_end';
  }

  /** Returns undefined also after the end of the outermost bracket. */
  #closed(code: number, expected: Expected): Expected | undefined {
    const mayEnd = expected === (code === closingList ? 'value_or_end' : 'name_or_end') || expected === 'comma_or_end';
    if (!mayEnd || this.#isList() !== (code === closingList)) return undefined;
    this.#depth--;
    this.#known[this.#open[this.#depth] ?? 0] = valid;
    return this.#depth === 0 ? undefined : 'comma_or_end';
  }

  #separated(code: number, expected: Expected): Expected | undefined {
    if (code === colon) return expected === 'colon' ? 'value' : undefined;
    if (expected !== 'comma_or_end') return undefined;
    return this.#isList() ? 'value' : 'name';
  }

  #isList(): boolean {
    return this.#text.charCodeAt(this.#open[this.#depth - 1] ?? 0) === openingList;
  }
}

function takesValue(expected: Expected): boolean {
  return expected === 'value' || expected === 'value_or_end';
}

function afterScalar(first: number, expected: Expected): Expected | undefined {
  if (takesValue(expected)) return 'comma_or_end';
  return first === quote && expected.startsWith('name') ? 'colon' : undefined;
}

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const backslash = 0x5c;
const openingList = 0x5b;
const closingList = 0x5d;
const closingObject = 0x7d;

function isOpening(code: number): boolean {
  return code === openingList || code === 0x7b;
}

function afterBlank(text: string, from: number): number {
  let at = from;
  while (isBlankCode(text.charCodeAt(at))) at++;
  return at;
}

/** Returns true for a space, tab, line feed or carriage return. */
function isBlankCode(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d && code !== 0x0b && code !== 0x0c);
}

const escapeForm = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** Returns the offset after a string; -1 if it is no string of JSON. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === quote) return at + 1;
    if (code < 0x20) return -1;
    if (code === backslash) {
      escapeForm.lastIndex = at;
      if (!escapeForm.test(text)) return -1;
      at = escapeForm.lastIndex;
    } else at++;
  }
  return -1;
}

const word = /true|false|null/y;

/** Returns the offset after a number, `true`, `false` or `null`; -1 for any other text. */
function endOfScalar(text: string, start: number): number {
  const first = text.charAt(start) === '-' ? start + 1 : start;
  if (!isDigit(text.charCodeAt(first))) {
    word.lastIndex = start;
    return word.test(text) ? word.lastIndex : -1;
  }
  let at = text.charAt(first) === '0' ? first + 1 : afterDigits(text, first);
  if (text.charAt(at) === '.') {
    const fraction = afterDigits(text, at + 1);
    if (fraction === at + 1) return -1;
    at = fraction;
  }
  if (text.charAt(at) === 'e' || text.charAt(at) === 'E') {
    const from = '+-'.includes(text.charAt(at + 1)) ? at + 2 : at + 1;
    const exponent = afterDigits(text, from);
    if (exponent === from) return -1;
    at = exponent;
  }
  return at;
}

function afterDigits(text: string, from: number): number {
  let at = from;
  while (isDigit(text.charCodeAt(at))) at++;
  return at;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

import { isObject, type JsonValue } from '#model/data/json.js';
import { isValueReference } from '#model/grader.js';
import { type Assertion, carried, type Mapped, type NotMapped, notMapped } from './mapped.js';

const emptyText = notMapped('its text is empty, so it could never fail');

export function mapContains({ type, isNot, value }: Assertion): Mapped {
  const text = wordOf(value);
  if (text === undefined) return notMapped(value === undefined ? 'it has no value' : 'its value is no text');
  if (text === '') return emptyText;
  return carried([{ [isNot ? `not_${type}` : type]: text }]);
}

/** Carries over `contains-any`, `contains-all`, `icontains-any` and `icontains-all`. */
export function containsSeveral(assertion: Assertion): Mapped {
  const words = wordsOf(assertion.value);
  if ('kind' in words) return words;
  const [check = '', form] = assertion.type.split('-');
  return form === 'any' ? ofAny(check, words, assertion.isNot) : ofAll(check, words, assertion.isNot);
}

function ofAny(check: string, words: readonly string[], isNot: boolean): Mapped {
  if (words.includes('')) return notMapped('one of its texts is empty, and every answer contains that');
  if (words.length === 0) return notMapped('its list is empty');
  return carried([{ [isNot ? `not_${check}_any` : `${check}_any`]: words }]);
}

/** An empty text is in every answer, so it decides nothing. There is no `not_contains_all`: one of the texts must be missing. */
function ofAll(check: string, words: readonly string[], isNot: boolean): Mapped {
  const wanted = words.filter((word) => word !== '');
  const [first, ...others] = wanted;
  if (first === undefined) return notMapped('its list has no text, so it could never fail');
  if (!isNot) return carried([{ [`${check}_all`]: wanted }]);
  if (others.length === 0) return carried([{ [`not_${check}`]: first }]);
  return carried([{ at_least: { count: 1, of: wanted.map((word) => ({ [`not_${check}`]: word })) } }]);
}

/** Returns the texts of a list, or of a text with commas. */
function wordsOf(value: JsonValue | undefined): readonly string[] | NotMapped {
  if (value === undefined || value === null || value === '') return notMapped('it has no value');
  const words =
    typeof value === 'string' ? splitAtCommas(value) : Array.isArray(value) ? value.map(wordOf) : [undefined];
  return 'flaw' in words || !words.every((word) => word !== undefined)
    ? notMapped('its value is no list of texts')
    : words;
}

/** Returns a text or number as text. */
function wordOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/**
 * Splits a text at its commas, as promptfoo does: white space around an item is dropped, empty items are skipped, and an item in double
 * quotes may have commas. Says what is wrong with a quote that is not closed, or has text behind it.
 */
export function splitAtCommas(text: string): readonly string[] | { readonly flaw: string } {
  const items: string[] = [];
  let rest = text;
  for (;;) {
    rest = rest.replace(/^[\s,]+/, '');
    if (rest === '') return items;
    if (!rest.startsWith('"')) {
      const end = rest.includes(',') ? rest.indexOf(',') : rest.length;
      items.push(rest.slice(0, end).trim());
      rest = rest.slice(end);
      continue;
    }
    const [whole, inside] = /^"((?:\\["\\]|""|[^"])*)"(?!")\s*/.exec(rest) ?? [];
    if (whole === undefined || inside === undefined) return { flaw: 'a quote in its list is never closed' };
    items.push(inside.replace(/\\(["\\])|""/g, (_, escaped: string | undefined) => escaped ?? '"'));
    rest = rest.slice(whole.length);
    if (rest !== '' && !rest.startsWith(',')) return { flaw: 'its list lacks a comma after a quote' };
  }
}

/** Carries over `equals`: of a text, or of an object, which the answer must be as JSON. */
export function mapEquals({ isNot, value }: Assertion): Mapped {
  if (value === undefined || value === null) return notMapped('it has no value');
  if (typeof value === 'object') return equalsData(value, isNot);
  const text = String(value);
  if (text.trim() === '') return notMapped('its text is empty', 'expect something of the answer with another check');
  if (text === text.trim()) return carried([{ [isNot ? 'not_equals' : 'equals']: text }]);
  return carried([{ [isNot ? 'not_matches' : 'matches']: `\\A${escapePattern(text)}\\Z` }]);
}

/** An answer that is no JSON differs from the object, while `not_json_value` cannot be decided for it. */
function equalsData(value: JsonValue, isNot: boolean): Mapped {
  const check = hasReference(value) ? 'json_schema' : 'json_value';
  const expected = hasReference(value) ? { const: value } : { equals: value };
  if (!isNot) return carried([{ [check]: expected }]);
  return carried([{ at_least: { count: 1, of: [{ not_is_json: true }, { [`not_${check}`]: expected }] } }]);
}

/** Returns true if eva would read a part of the value as a reference to an input. */
function hasReference(value: JsonValue): boolean {
  if (isValueReference(value)) return true;
  if (Array.isArray(value)) return value.some(hasReference);
  return isObject(value) && Object.values(value).some(hasReference);
}

/** Carries over `starts-with`. White space at an end counts in promptfoo, so such a text becomes a pattern. */
export function mapStartsWith({ isNot, value }: Assertion): Mapped {
  if (value === undefined || value === '') return notMapped('its text is empty, so it could never fail');
  if (typeof value !== 'string') return notMapped('its value is no text');
  const form = isNot ? 'not_' : '';
  if (value === value.trim()) return carried([{ [`${form}starts_with`]: value }]);
  return carried([{ [`${form}matches`]: `\\A${escapePattern(value)}` }]);
}

/** Returns a pattern that matches a text itself. White space that YAML would fold or hide is written as an escape. */
function escapePattern(text: string): string {
  return text
    .replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    .replace(/\n/g, '\\n')
    .replace(/\r/g, '\\r')
    .replace(/\t/g, '\\t');
}

/** Returns the complaint of JavaScript about a pattern without flags; undefined if it is valid. */
export function javascriptFlaw(pattern: string): string | undefined {
  try {
    new RegExp(pattern);
    return undefined;
  } catch (error) {
    const { message } = error as Error;
    return message.slice(message.lastIndexOf(': ') + 2).toLowerCase();
  }
}

/** What is known of a whole pattern. */
interface Scope {
  /** True if `\d`, `\w` and `\s` of the rewritten pattern mean ASCII. */
  readonly isAscii: boolean;
  /** The number of groups that catch something, in the whole pattern. */
  readonly groups: number;
  readonly hasNames: boolean;
}

type Rule = readonly [form: RegExp, write: (match: RegExpExecArray, scope: Scope) => string];

/**
 * Rewrites a valid JavaScript pattern without flags in the notation of eva, which is Python's, so that it finds the same: `(?a)` because
 * `\d`, `\w` and `\b` mean ASCII letters in JavaScript, `\Z` because `$` matches at the very end only. `.` is left as it is.
 */
export function toPythonNotation(pattern: string): string {
  const isAscii = /\\[dDwWbB]/.test(pattern.replace(/\\\\/g, ''));
  const scope = { isAscii, groups: countGroups(pattern), hasNames: /\(\?<[^=!]/.test(pattern) };
  let written = isAscii ? '(?a)' : '';
  for (let at = 0; at < pattern.length; ) {
    const { text, length } = rewriteOne(pattern, at, scope);
    written += text;
    at += length;
  }
  return written;
}

const rules: readonly Rule[] = [
  [/\[(\^?)((?:\\[\s\S]|[^\]\\])*)\]/y, ([, not, body], scope) => rewriteClass(body ?? '', not === '^', scope.isAscii)],
  [/\$/y, () => '\\Z'],
  [/\{(?!\d+(?:,\d*)?\})/y, () => '\\{'],
  [/\\s/y, (_, { isAscii }) => (isAscii ? '[\\s\\p{Z}]' : '\\s')],
  [/\\S/y, (_, { isAscii }) => (isAscii ? '[^\\s\\p{Z}]' : '\\S')],
  [/\\[dDwWbB]/y, ([same]) => same],
  [/\\k<[^>]*>/y, ([reference], { hasNames }) => (hasNames ? reference : `k${reference.slice(2)}`)],
  [/\\([1-9]\d*)/y, (match, scope) => backReference(match[1] ?? '', scope)],
  [/\\0(?:[0-7]{1,2})?/y, ([octal]) => hex(Number.parseInt(octal.slice(1), 8))],
  [/\\c([A-Za-z])/y, ([, letter = '']) => hex(letter.toUpperCase().charCodeAt(0) - 64)],
  [/\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|[fnrtv]|[^A-Za-z0-9])/y, ([same]) => same],
  [/\\([A-Za-z])/y, ([, letter = '']) => letter],
];

function rewriteOne(pattern: string, at: number, scope: Scope): { readonly text: string; readonly length: number } {
  for (const [form, write] of rules) {
    form.lastIndex = at;
    const match = form.exec(pattern);
    if (match) return { text: write(match, scope), length: match[0].length };
  }
  return { text: pattern.charAt(at), length: 1 };
}

/** A number that no group has is an octal code, or the digit itself. */
function backReference(digits: string, { groups }: Scope): string {
  if (Number(digits) <= groups) return `\\${digits}`;
  const [octal] = /^[1-3]?[0-7]{1,2}/.exec(digits) ?? [''];
  return octal === '' ? digits : hex(Number.parseInt(octal, 8)) + digits.slice(octal.length);
}

/** Counts the groups: opening brackets outside of classes that catch something. */
function countGroups(pattern: string): number {
  const plain = pattern.replace(/\\[\s\S]/g, '').replace(/\[[^\]]*\]/g, '');
  return plain.match(/\((?!\?)|\(\?<(?![=!])/g)?.length ?? 0;
}

function hex(code: number): string {
  return `\\x${code.toString(16).padStart(2, '0')}`;
}

type Part = { readonly text: string; readonly isSet: boolean };

/** Rewrites a class in brackets in Python's notation. `[]` matches nothing and `[^]` everything in JavaScript. */
function rewriteClass(body: string, isNegated: boolean, isAscii: boolean): string {
  if (body === '') return isNegated ? '(?:.|\\n)' : '(?!)';
  const parts = partsOf(body, isAscii);
  const written = parts.map(({ text }, index) => (isPlainDash(parts, index) ? '\\-' : text)).join('');
  return `[${isNegated ? '^' : ''}${written}]`;
}

/** A dash beside a set such as `\w` is a dash in JavaScript, and an error in Python. */
function isPlainDash(parts: readonly Part[], index: number): boolean {
  const isInside = index > 0 && index < parts.length - 1;
  return (
    parts[index]?.text === '-' && isInside && (parts[index - 1]?.isSet === true || parts[index + 1]?.isSet === true)
  );
}

function partsOf(body: string, isAscii: boolean): readonly Part[] {
  const found = body.match(/\\c[A-Za-z]|\\x[0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\[0-7]{1,3}|\\[\s\S]|[\s\S]/g) ?? [];
  return found.map((part) => {
    if (/^\\[dDwWS]$/.test(part)) return { text: part, isSet: true };
    if (part === '\\s') return { text: isAscii ? '\\s\\p{Z}' : part, isSet: true };
    return { text: characterOf(part), isSet: false };
  });
}

function characterOf(part: string): string {
  const control = /^\\c([A-Za-z])$/.exec(part)?.[1];
  if (control) return hex(control.toUpperCase().charCodeAt(0) - 64);
  if (/^\\[A-Zac-eg-mo-qsw-z]$/.test(part)) return part.slice(1);
  return part === '[' ? '\\[' : part;
}

import { whiteSpaceClass } from '#model/text/characters.js';
import { withinTimeLimit } from '../slow/time-limit.js';
import { isQuickOnNothing } from './pattern-cost.js';

/**
 * Compiles a pattern in the syntax of Python's `re`, so that a search finds what `re.search` finds. `.`, `^` and `$` treat only
 * "\n" as the end of a line, `$` also matches before a final "\n", and `\d`, `\w`, `\s`, `\b` follow Unicode. JavaScript's
 * `(?<name>…)`, `\k<name>`, `\p{…}` and `\u{…}` work as well. Constructs without a JavaScript equivalent are refused.
 *
 * V8 compiles a pattern at its first use, so one that may be slow is run once on an empty text, for at most `limitMs`
 * milliseconds. One difference remains: a back-reference to a group that did not match fails in Python and matches the empty text
 * here.
 */
export function compilePattern(
  pattern: string,
  limitMs = 1000,
): { readonly regex: RegExp } | { readonly problem: string } {
  try {
    const { source, flags } = translatePattern(pattern);
    const regex = new RegExp(source, flags);
    if (isQuickOnNothing(regex)) return { regex };
    const firstUse = withinTimeLimit(() => regex.exec(''), limitMs);
    return 'timedOut' in firstUse ? { problem: 'the pattern runs out of time even on an empty text' } : { regex };
  } catch (error) {
    return { problem: whyNot(error) };
  }
}

/**
 * Compiles a pattern of a JSON Schema: in the syntax of JavaScript, which JSON Schema asks for, else in that of the check `matches`, since
 * schemas are shared with programs in Python. Throws a `SyntaxError`.
 */
export function compileSchemaPattern(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u');
  } catch (error) {
    const compiled = compilePattern(pattern);
    if ('regex' in compiled) return compiled.regex;
    throw error;
  }
}

/**
 * Returns the problem that `compilePattern` would report, or undefined. V8 takes a millisecond for each Unicode class, which makes no
 * difference to validity: a pattern that is certainly fast on an empty text is compiled with ASCII classes and then thrown away.
 */
export function patternProblem(pattern: string, limitMs?: number): string | undefined {
  if (!isSurelyQuick(pattern)) {
    const compiled = compilePattern(pattern, limitMs);
    return 'problem' in compiled ? compiled.problem : undefined;
  }
  try {
    const { source, flags } = translatePattern(pattern, true);
    new RegExp(source, flags);
    return undefined;
  } catch (error) {
    return whyNot(error);
  }
}

/**
 * Returns true if a pattern is certainly fast on an empty text. There, only alternatives and repeated groups can be tried in two ways each;
 * groups with a counted repetition in more.
 */
function isSurelyQuick(pattern: string): boolean {
  if (pattern.length > 500 || /\)\{|\(\?#/.test(pattern)) return false;
  return (pattern.match(/\||\)[*+?]/g)?.length ?? 0) <= 10;
}

function whyNot(error: unknown): string {
  if (error instanceof PatternRefused) return error.message;
  if (error instanceof SyntaxError) return lowerFirst(error.message.slice(error.message.lastIndexOf(': ') + 2));
  if (error instanceof RangeError) return 'the pattern is nested too deeply';
  throw error;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** The leading flags, and the number of groups opened so far. */
interface Scope {
  readonly flags: string;
  groups: number;
}

/** One form of Python syntax, and its JavaScript equivalent. The forms are tried in order. */
type Rule = readonly [form: RegExp, write: (match: RegExpExecArray, scope: Scope) => string];

const anyChar = '[\\s\\S]';

const groupRules: readonly Rule[] = [
  [/\(\?#[^)]*\)/y, () => ''],
  [/\(\?P?<(?![=!])([^>]*)>/y, ([, name], scope) => `${openGroup(scope)}?<${name}>`],
  [/\(\?P=([^)]*)\)/y, ([, name]) => `\\k<${name}>`],
  [/\(\?(?:[:=!]|<[=!])/y, ([opening]) => opening],
  [/\(\?>/y, refuse('atomic groups cannot be evaluated; write (?:…)')],
  [/\(\?\(/y, refuse('conditions cannot be evaluated; write the two cases with |')],
  [/\(\?[a-zA-Z]*-?[a-zA-Z]+[:)]/y, refuse('flags are understood only at the very beginning, for the whole pattern')],
  [/\(\?P?.?/y, refuse('this kind of group does not exist')],
  [/\(/y, (_, scope) => openGroup(scope)],
];

const escapeRules: readonly Rule[] = [
  [/\\A/y, () => '^'],
  [/\\[Zz]/y, () => '$'],
  [/\\([bB])/y, ([, letter], { flags }) => wordEdge(letter === 'b', isAscii(flags))],
  [/\\([dDwWsS])/y, ([, letter], { flags }) => namedSet(letter ?? '', isAscii(flags))],
  [/\\[pP]\{[^}]*\}/y, ([property]) => property],
  [/\\(?![1-3][0-7]{2})([1-9]\d?)/y, ([, number], scope) => groupAgain(Number(number), scope)],
  [/\\k<[^>]*>/y, ([reference]) => reference],
];

const otherRules: readonly Rule[] = [
  [/[A-Za-z0-9]+/y, ([letters]) => letters],
  [/[ ,;:<>=!@#%&~`'"_/-]+/y, ([marks]) => Array.from(marks, (mark) => writeChar(mark.charCodeAt(0))).join('')],
  [/[|)]/y, ([mark]) => mark],
  [/(?:[*+?]|\{(?:\d+|\d*,\d*)\})\+/y, refuse('possessive quantifiers cannot be evaluated; leave out the last +')],
  [/[*+?]\??/y, ([mark]) => mark],
  [/\{(\d+)\}(\??)/y, ([, count, lazy]) => `{${count}}${lazy}`],
  [/\{(\d*),(\d*)\}(\??)/y, ([, least, most, lazy]) => `{${least || 0},${most}}${lazy}`],
  [/\./y, (_, { flags }) => (flags.includes('s') ? anyChar : '[^\\n]')],
  [/\^/y, (_, { flags }) => (flags.includes('m') ? '(?<=^|\\n)' : '^')],
  [/\$/y, (_, { flags }) => (flags.includes('m') ? '(?=\\n|$)' : '(?=\\n?$)')],
  [
    /\[(\^?)(\]?(?:\\[\s\S]|[^\]\\])+|\])\]/y,
    ([, not, body], { flags }) => `[${not}${translateSet(body ?? '', isAscii(flags))}]`,
  ],
  [/\[/y, refuse('this bracket is not closed; write \\[ for the character')],
];

/** A translated pattern as JavaScript source, with its flags. */
interface Translated {
  readonly source: string;
  readonly flags: string;
}

/**
 * Translates a pattern. Throws PatternRefused for syntax that JavaScript cannot evaluate. `asAscii` uses ASCII classes whatever
 * the pattern asks for: the result matches other texts, but is valid in the same cases and behaves the same on an empty text.
 */
function translatePattern(pattern: string, asAscii = false): Translated {
  const { flags, length } = leadingFlags(pattern);
  const source = translate(pattern.slice(length), asAscii ? `${flags}a` : flags);
  if (!flags.includes('i')) return { source, flags: 'v' };
  return { source, flags: isSimple(source) ? 'iu' : 'iv' };
}

/**
 * Returns true if a translated pattern has no class in a class and no property but those of `\d` and `\w`. The flags `u` and `v` then mean the
 * same with `i`, and V8 compiles the pattern in half of the time.
 */
function isSimple(source: string): boolean {
  return !/\[[^\]]*\[|\\P|\\p\{(?!L\}|N\}|Nd\})/.test(source);
}

function leadingFlags(pattern: string): { readonly flags: string; readonly length: number } {
  const [groups = ''] = /^(?:\(\?[aiLmsux]+\))*/.exec(pattern) ?? [];
  const flags = groups.replace(/[()?]/g, '');
  if (flags.includes('x'))
    throw new PatternRefused('(?x) is not understood; write the pattern without blanks and comments');
  if (flags.includes('L')) throw new PatternRefused('(?L) is for bytes, and a response is text');
  return { flags, length: groups.length };
}

function translate(pattern: string, flags: string): string {
  const scope: Scope = { flags, groups: 0 };
  let out = '';
  for (let at = 0; at < pattern.length; ) {
    const { written, length } = translateOne(pattern, at, scope);
    out += written;
    at += length;
  }
  return out;
}

function translateOne(
  pattern: string,
  at: number,
  scope: Scope,
): { readonly written: string; readonly length: number } {
  for (const [form, write] of rulesFor(pattern.charAt(at))) {
    form.lastIndex = at;
    const match = form.exec(pattern);
    if (match) return { written: write(match, scope), length: match[0].length };
  }
  const char = readChar(pattern, at);
  if (!char) throw new PatternRefused(`"${pattern.slice(at, at + 2)}" means nothing in a pattern`);
  return { written: writeChar(char.code), length: char.length };
}

function rulesFor(first: string): readonly Rule[] {
  if (first === '(') return groupRules;
  return first === '\\' ? escapeRules : otherRules;
}

function openGroup(scope: Scope): string {
  scope.groups++;
  return '(';
}

function groupAgain(number: number, scope: Scope): string {
  if (number > scope.groups) throw new PatternRefused(`"\\${number}" refers to a group that does not exist yet`);
  return `(?:\\${number})`;
}

/** Writes `\b` or `\B`. It avoids negative look-around, which V8 matches in the middle of a surrogate pair. */
function wordEdge(isEdge: boolean, ascii: boolean): string {
  const word = namedSet('w', ascii);
  const other = namedSet('W', ascii);
  const [afterWord, afterOther] = isEdge ? [`${other}|$`, word] : [word, `${other}|$`];
  return `(?:(?<=${word})(?=${afterWord})|(?<=${other}|^)(?=${afterOther}))`;
}

function isAscii(flags: string): boolean {
  return flags.includes('a');
}

function refuse(reason: string): Rule[1] {
  return ([found]) => {
    throw new PatternRefused(`"${found}": ${reason}`);
  };
}

/** The contents of character classes for `\d`, `\w`, `\s`: all of Unicode as in Python's `str` patterns, or ASCII with `(?a)`. */
const unicode: Readonly<Record<string, string>> = { d: '\\p{Nd}', w: '\\p{L}\\p{N}_', s: whiteSpaceClass };

const ascii: Readonly<Record<string, string>> = { d: '0-9', w: 'a-zA-Z0-9_', s: '\\t-\\r\\x20' };

/** Returns the JavaScript class for a letter of `dDwWsS`. */
function namedSet(letter: string, isAscii: boolean): string {
  const inside = (isAscii ? ascii : unicode)[letter.toLowerCase()] ?? '';
  return letter === letter.toLowerCase() ? `[${inside}]` : `[^${inside}]`;
}

type Item = { readonly set: string } | { readonly code: number };

function translateSet(body: string, isAscii: boolean): string {
  let out = '';
  for (let at = 0; at < body.length; ) {
    const first = readItem(body, at, isAscii);
    at = first.end;
    if (body.charAt(at) !== '-' || at + 1 >= body.length) {
      out += write(first.item);
      continue;
    }
    const last = readItem(body, at + 1, isAscii);
    at = last.end;
    out += writeRange(first.item, last.item);
  }
  return out;
}

function readItem(body: string, at: number, isAscii: boolean): { readonly item: Item; readonly end: number } {
  const rest = body.slice(at, at + 60);
  const property = /^\\[pP]\{[^}]*\}/.exec(rest)?.[0];
  if (property) return { item: { set: property }, end: at + property.length };
  const named = /^\\([dDwWsS])/.exec(rest)?.[1];
  if (named) return { item: { set: namedSet(named, isAscii) }, end: at + 2 };
  if (rest.startsWith('\\b')) return { item: { code: 0x08 }, end: at + 2 };
  const octal = /^\\([0-7]{1,3})/.exec(rest)?.[1];
  if (octal) return { item: { code: Number.parseInt(octal, 8) }, end: at + 1 + octal.length };
  const char = readChar(body, at);
  if (!char) throw new PatternRefused(`"${rest.slice(0, 2)}" means nothing between brackets`);
  return { item: { code: char.code }, end: at + char.length };
}

function write(item: Item): string {
  return 'set' in item ? item.set : writeChar(item.code);
}

function writeRange(first: Item, last: Item): string {
  if ('set' in first || 'set' in last)
    throw new PatternRefused('a range between brackets runs to or from a set such as \\w');
  if (first.code > last.code) throw new PatternRefused('a range between brackets runs backwards');
  return `${writeChar(first.code)}-${writeChar(last.code)}`;
}

/** Thrown for a pattern that cannot be used. The message is a sentence for its author. */
class PatternRefused extends Error {
  override readonly name = 'PatternRefused';
}

const controls = new Map([
  ['a', 0x07],
  ['t', 0x09],
  ['n', 0x0a],
  ['v', 0x0b],
  ['f', 0x0c],
  ['r', 0x0d],
]);

const readers: readonly (readonly [RegExp, (digits: string) => number])[] = [
  [/\\x([0-9a-fA-F]{2})/y, fromHex],
  [/\\u([0-9a-fA-F]{4})/y, fromHex],
  [/\\u\{([0-9a-fA-F]{1,6})\}/y, fromHex],
  [/\\U([0-9a-fA-F]{8})/y, fromHex],
  [/\\(0[0-7]{0,2}|[1-3][0-7]{2})/y, (digits) => Number.parseInt(digits, 8)],
  [/\\([afnrtv])/y, (letter) => controls.get(letter) ?? 0],
  [/\\([^A-Za-z0-9])/uy, (char) => char.codePointAt(0) ?? 0],
  [/([^\\])/uy, (char) => char.codePointAt(0) ?? 0],
];

/** Reads one character of a pattern, escaped or not; undefined if the pattern has another construct at this place. */
function readChar(pattern: string, at: number): { readonly code: number; readonly length: number } | undefined {
  for (const [form, codeOf] of readers) {
    form.lastIndex = at;
    const match = form.exec(pattern);
    if (match) return { code: codeOf(match[1] ?? ''), length: match[0].length };
  }
  return undefined;
}

/** Returns one character in a form without special meaning anywhere in a JavaScript pattern. */
function writeChar(code: number): string {
  if (code > 0x10ffff) throw new PatternRefused('an escape names a character beyond U+10FFFF');
  const char = String.fromCodePoint(code);
  return /^[A-Za-z0-9]$/.test(char) ? char : `\\u{${code.toString(16)}}`;
}

function fromHex(digits: string): number {
  return Number.parseInt(digits, 16);
}

import { whiteSpaceClass } from '#model/text/characters.js';
import { PatternRefused, readChar, writeChar } from './python-char.js';

/** The leading flags, and the number of groups opened so far. */
interface Scope {
  readonly flags: string;
  groups: number;
}

/** One form of Python syntax, and its JavaScript equivalent. The forms are tried in order. */
type Rule = readonly [form: RegExp, write: (match: RegExpExecArray, scope: Scope) => string];

const anyChar = '[\\s\\S]';

/** The rules for what begins with "(". */
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

/** The rules for what begins with a backslash. */
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
export function translatePattern(pattern: string, asAscii = false): Translated {
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

/** Translates the content of a Python character class. */
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

import { whiteSpaceClass } from '#model/text/characters.js';
import { PatternRefused, readChar, writeChar } from './python-char.js';

/** The contents of character classes for `\d`, `\w`, `\s`: all of Unicode as in Python's `str` patterns, or ASCII with `(?a)`. */
const unicode: Readonly<Record<string, string>> = { d: '\\p{Nd}', w: '\\p{L}\\p{N}_', s: whiteSpaceClass };
const ascii: Readonly<Record<string, string>> = { d: '0-9', w: 'a-zA-Z0-9_', s: '\\t-\\r\\x20' };

/** Returns the JavaScript class for a letter of `dDwWsS`. */
export function namedSet(letter: string, isAscii: boolean): string {
  const inside = (isAscii ? ascii : unicode)[letter.toLowerCase()] ?? '';
  return letter === letter.toLowerCase() ? `[${inside}]` : `[^${inside}]`;
}

type Item = { readonly set: string } | { readonly code: number };

/** Translates the content of a Python character class. */
export function translateSet(body: string, isAscii: boolean): string {
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

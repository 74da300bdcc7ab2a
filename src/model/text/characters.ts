import { placeholderPattern } from './quoted.js';

/** Returns true if nothing in a text is visible: only white space, and characters without width or shape. */
export function isBlank(text: string): boolean {
  return !/[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(text);
}

/**
 * Matches characters that no file of a library may contain: control characters other than tab, line feed, carriage return and next
 * line; U+FFFE; U+FFFF.
 */
export const controlCharacter = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]/;

const mostShown = 8;

/** Names characters by their code points, without printing them: `U+200B`. Names the first eight and counts the rest. */
export function codePoints(characters: string): string {
  const names = [...characters].map((one) => `U+${hex(one).padStart(4, '0')}`);
  const more = names.length - mostShown;
  return `${names.slice(0, mostShown).join(' ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/**
 * Names the letters of other scripts and the invisible characters in a name: ` (it holds U+0430)`. Returns an empty text if there
 * are neither.
 */
export function oddLetters(name: string): string {
  const odd = name.match(/[\p{sc=Cyrl}\p{sc=Grek}\p{sc=Armn}\p{Default_Ignorable_Code_Point}]/gu) ?? [];
  return odd.length === 0 ? '' : ` (it holds ${codePoints(odd.join(''))})`;
}

function hex(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
}

/**
 * Lists the white space of Python's `str`, as the inside of a character class. Unlike JavaScript's `\s` it has U+001C to U+001F and
 * U+0085, and lacks U+FEFF.
 */
export const whiteSpaceClass = '\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';

const whiteSpace = new RegExp(`[${whiteSpaceClass}]`, 'u');

const blackSpace = new RegExp(`[^${whiteSpaceClass}]+`, 'gu');

/** Removes white space at both ends. `start` is the offset in the original, in UTF-16 units. */
export function trimmed(text: string): { readonly text: string; readonly start: number } {
  let start = 0;
  let end = text.length;
  while (start < end && whiteSpace.test(text.charAt(start))) start++;
  while (end > start && whiteSpace.test(text.charAt(end - 1))) end--;
  return { text: text.slice(start, end), start };
}

/** Splits a text into words (longest runs without white space), each with its offset in UTF-16 units. */
export function words(text: string): { readonly word: string; readonly start: number }[] {
  return Array.from(text.matchAll(blackSpace), (match) => ({ word: match[0], start: match.index }));
}

/** Returns the offset of a line, counted from 1, in UTF-16 units; -1 if there is no such line. */
export function startOfLine(text: string, line: number): number {
  let start = 0;
  for (let at = 1; at < line; at++) {
    const end = text.indexOf('\n', start);
    if (end < 0) return -1;
    start = end + 1;
  }
  return start;
}

interface Disguised {
  /** Offset in UTF-16 code units. */
  readonly start: number;
  readonly characters: string;
  /** The characters of it that only look like Latin letters. */
  readonly odd: string;
}

/** Letters that most fonts draw like a Latin one, by the confusables of Unicode (UTS 39). */
const cyrillic = pairs('аaсcԁdеeһhіiјjӏlоoрpԛqѕsуyхxѵvԝwАAВBСCЕEԌGНHІIЈJКKМMОOРPԚQЅSТTУYХXѴVԜWӀI');

const greek = pairs('οoΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧX');

const armenian = pairs('օoսuհhոn');

const scripts = [
  { letters: /\p{sc=Cyrl}/gu, twins: cyrillic },
  { letters: /\p{sc=Grek}/gu, twins: greek },
  { letters: /\p{sc=Armn}/gu, twins: armenian },
] as const;

/** Letters that resemble a Latin one less closely. They count only in placeholders, where a name is expected. */
const resembling = pairs('αaιiκkνvρpυuχxıiɑaɡg｛{｝}');

const twins = new Map([...cyrillic, ...greek, ...armenian, ...resembling]);

function pairs(text: string): ReadonlyMap<string, string> {
  const letters = [...text];
  return new Map(letters.flatMap((one, i) => (i % 2 === 0 ? [[one, letters[i + 1] ?? ''] as const] : [])));
}

/** Replaces characters that look like a Latin letter or a space by that one, and removes invisible characters. */
export function asLatin(text: string): string {
  const seen = text.replace(/\p{Default_Ignorable_Code_Point}/gu, '').replace(/\p{Zs}/gu, ' ');
  return Array.from(seen, (one) => twins.get(one) ?? one.normalize('NFKC')).join('');
}

/** Finds parts that look like `{{name}}` but are not placeholders. `rest` is the text with these parts replaced by dots. */
export function disguisedPlaceholders(text: string): { found: readonly Disguised[]; rest: string } {
  const found: Disguised[] = [];
  const rest = text.replace(/[{｛﹛]{2}[^{}｛｝﹛﹜\n]{1,200}[}｝﹜]{2}/gu, (characters, start: number) => {
    const odd = [...characters].filter((one) => asLatin(one) !== one).join('');
    if (odd === '' || asLatin(characters).replace(placeholderPattern, '') !== '') return characters;
    found.push({ start, characters, odd });
    return '.'.repeat(characters.length);
  });
  return { found, rest };
}

/**
 * Finds words that look Latin but contain other letters: words that mix Latin letters with look-alikes, and words of look-alikes alone if
 * the text has no other letters of their script.
 */
export function disguisedWords(text: string): readonly Disguised[] {
  const disguises = scripts.flatMap(({ letters, twins }) => {
    const used = new Set(text.match(letters));
    const isWritten = [...used].some((letter) => !twins.has(letter));
    return used.size === 0 ? [] : [{ letters, twins, isWritten }];
  });
  if (disguises.length === 0) return [];
  return Array.from(text.matchAll(/[\p{L}\p{M}]+/gu)).flatMap(({ 0: characters, index: start }) => {
    const hasLatin = /\p{sc=Latn}/u.test(characters);
    const odd = disguises.flatMap(({ letters, twins, isWritten }) => {
      const own = characters.match(letters) ?? [];
      return own.every((letter) => twins.has(letter)) && (hasLatin || !isWritten) ? own : [];
    });
    const others = characters.replace(/\p{sc=Latn}|\p{M}/gu, '').length;
    return odd.length > 0 && odd.join('').length === others ? [{ start, characters, odd: odd.join('') }] : [];
  });
}

/**
 * What Python's `str` calls white space, as the inside of a character class. It differs from JavaScript's `\s`
 * in U+001C to U+001F and U+0085, which it has, and U+FEFF, which it has not.
 */
export const whiteSpaceClass = '\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';

const whiteSpace = new RegExp(`[${whiteSpaceClass}]`, 'u');
const blackSpace = new RegExp(`[^${whiteSpaceClass}]+`, 'gu');

/** The text without white space at both ends, and where it begins in the original (in UTF-16 units). */
export function trimmed(text: string): { readonly text: string; readonly start: number } {
  let start = 0;
  let end = text.length;
  while (start < end && whiteSpace.test(text.charAt(start))) start++;
  while (end > start && whiteSpace.test(text.charAt(end - 1))) end--;
  return { text: text.slice(start, end), start };
}

/** Every word of a text, a word being a longest run without white space, with where it begins. */
export function words(text: string): { readonly word: string; readonly start: number }[] {
  return Array.from(text.matchAll(blackSpace), (match) => ({ word: match[0], start: match.index }));
}

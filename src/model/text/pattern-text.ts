import { placeholderPattern } from './quoted.js';

/**
 * Replaces each `{{name}}` in a regular expression by its value, escaped so that it matches itself. A value can add no operator: it is a group
 * of its own, or, inside a character class, a list of character codes. Keeps placeholders without a value. Returns an empty text if nothing
 * but empty values is left, or if a value leaves a class without characters.
 */
export function renderPattern(pattern: string, values: Readonly<Record<string, string>>): string {
  let out = '';
  let end = 0;
  let isEmpty = true;
  let inClass = false;
  for (const match of pattern.matchAll(placeholderPattern)) {
    const [whole, name = ''] = match;
    if (!Object.hasOwn(values, name)) continue;
    const value = values[name] ?? '';
    const before = pattern.slice(end, match.index);
    inClass = endsInClass(before, inClass);
    if (inClass && value === '') return '';
    isEmpty &&= before === '' && value === '';
    out += before + (inClass ? codesOf(value) : `(?:${value.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')})`);
    end = match.index + whole.length;
  }
  return isEmpty && end === pattern.length ? '' : out + pattern.slice(end);
}

/** Returns true if a pattern is inside a character class after a part of it. */
function endsInClass(part: string, wasInClass: boolean): boolean {
  let inClass = wasInClass;
  for (let at = 0; at < part.length; at++) {
    const char = part.charAt(at);
    if (char === '\\') at++;
    else if (inClass) inClass = char !== ']';
    else if (char === '[') {
      inClass = true;
      if (part.charAt(at + 1) === '^') at++;
      if (part.charAt(at + 1) === ']') at++;
    }
  }
  return inClass;
}

/** Writes each character as its code, which is never an operator of a class, not even after a backslash. */
function codesOf(value: string): string {
  return Array.from(value, (char) => `\\U${(char.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`).join('');
}

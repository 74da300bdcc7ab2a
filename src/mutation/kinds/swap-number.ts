import type { Candidate } from '../mutant.js';
import type { Range } from '../structure/ranges.js';
import { sentencesIn } from '../structure/sentences.js';
import { replacement, type StructuredText, type TextKind } from './changes.js';

/** Numbers in words, and those that replace them. `one` is left out, since it is a pronoun too. */
const inWords: Readonly<Record<string, string>> = {
  two: 'four',
  three: 'six',
  four: 'eight',
  five: 'ten',
  six: 'twelve',
  seven: 'fourteen',
  eight: 'four',
  nine: 'eighteen',
  ten: 'twenty',
  twelve: 'six',
};

const bothCases = (word: string) => `[${word.charAt(0)}${word.charAt(0).toUpperCase()}]${word.slice(1)}`;
const wordPattern = `(?<![\\p{L}\\p{N}_-])(?:${Object.keys(inWords).map(bothCases).join('|')})(?![\\p{L}\\p{N}_-])`;
const digitPattern =
  '(?<![\\p{Lu}\\p{Ll}\\p{N}_.,:/#-]|\\p{Lu}{2} )\\d{1,15}(?:[.,]\\d{1,15}){0,4}(?![\\d_]|[.,:/-]\\d|(?:st|nd|rd|th)(?!\\p{L}))';
const numberPattern = new RegExp(`${wordPattern}|${digitPattern}`, 'gu');

/** Replaces a number by the double, and zero by one. Leaves out dates, versions, ordinals and numbers that are part of a name. */
export const swapNumber: TextKind = (text) =>
  text.blocks.flatMap((block) => sentencesIn(text.text, block).flatMap((sentence) => swapped(text, sentence)));

function swapped(text: StructuredText, sentence: Range): readonly Candidate[] {
  const matches = text.text.slice(sentence.start, sentence.end).matchAll(numberPattern);
  return Array.from(matches, ({ 0: number, index }) => {
    const start = sentence.start + index;
    return { start, end: start + number.length, with: otherNumber(number) };
  })
    .filter((edit) => !text.hasPlaceholder(edit))
    .map((edit) => replacement('swap_number', text, sentence, edit));
}

function otherNumber(number: string): string {
  const word = inWords[number.toLowerCase()];
  if (word !== undefined) return /^\p{Lu}/u.test(number) ? word.charAt(0).toUpperCase() + word.slice(1) : word;
  return doubled(number);
}

/** Doubles the digits of a number, and keeps its separators at the same distance from its end. */
function doubled(number: string): string {
  const digits = number.replace(/[.,]/g, '');
  const zero = /^0+$/.test(digits);
  const product = (zero ? 1n : BigInt(digits) * 2n).toString().padStart(digits.length, '0');
  let result = product;
  for (const { index, 0: separator } of number.matchAll(/[.,]/g)) {
    const after = number.length - index - 1; // digits and separators, of which the latter are not inserted yet
    const at = result.length - after + number.slice(index + 1).replace(/\d/g, '').length;
    result = result.slice(0, at) + separator + result.slice(at);
  }
  return result;
}

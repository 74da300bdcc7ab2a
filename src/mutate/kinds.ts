import { groupBy } from '#model/data/collections.js';
import { type Body, type BodyMessage, bodyTexts } from '#model/prompt.js';
import type { ChangePiece, MutationKind } from '#model/run/mutation.js';
import { placeholders } from '#model/text/quoted.js';
import { endsSentence, hasWords, type ProseBlock, sentencesIn } from './prose.js';
import { type BodyRange, trimmedRange, wholeLines } from './range.js';
import type { Structure } from './structure.js';

/** A text of a body with its structure. `index` counts the texts of the body from 0. */
export interface StructuredText extends Structure {
  readonly index: number;
}

export type TextKind = (text: StructuredText) => readonly ChangeCandidate[];

/** Returns the candidate that removes a range with the lines that it leaves empty, or with the spaces before it. */
function removal(kind: MutationKind, { index, text }: StructuredText, range: BodyRange): ChangeCandidate {
  const lines = wholeLines(text, range);
  const isWhole = lines.start !== range.start || lines.end !== range.end;
  const { start, end } = isWhole ? lines : withSpaces(text, range);
  return {
    kind,
    edits: [{ text: index, start, end, with: '' }],
    at: { text: index, ...range },
    change: [{ kind: 'removed', text: text.slice(range.start, range.end) }],
  };
}

/** Extends a range by the white space after it, or before it at the end of a line or element. */
function withSpaces(text: string, { start, end }: BodyRange): BodyRange {
  let after = end;
  while (after < text.length && text[after] === ' ') after++;
  const isLast = after === text.length || text[after] === '<' || text[after] === '\n';
  if (!isLast) return { start, end: after };
  let before = start;
  while (before > 0 && text[before - 1] === ' ') before--;
  return { start: before, end };
}

export function replacement(
  kind: MutationKind,
  { index, text }: StructuredText,
  sentence: BodyRange,
  { start, end, with: added }: BodyRange & { readonly with: string },
): ChangeCandidate {
  const pieces: readonly ChangePiece[] = [
    { kind: 'same', text: text.slice(sentence.start, start) },
    { kind: 'removed', text: text.slice(start, end) },
    { kind: 'added', text: added },
    { kind: 'same', text: text.slice(end, sentence.end) },
  ];
  return {
    kind,
    edits: [{ text: index, start, end, with: added }],
    at: { text: index, ...sentence },
    change: pieces.filter((piece) => piece.text !== ''),
  };
}

/** Empties an input: removes all its placeholders, as if its value were empty. */
export function blankInputs(texts: readonly StructuredText[]): readonly ChangeCandidate[] {
  const uses = texts.flatMap(({ index, text, placeholders }) =>
    placeholders.map(({ name, ...range }) => ({
      name,
      at: { text: index, ...range },
      written: text.slice(range.start, range.end),
    })),
  );
  return [...groupBy(uses, ({ name }) => name)].flatMap(([blanked, [first, ...others]]): readonly ChangeCandidate[] => {
    if (!first) return [];
    const { at, written } = first;
    const edits = [first, ...others].map((use) => ({ ...use.at, with: '' }));
    return [{ kind: 'blank_input', edits, blanked, at, change: [{ kind: 'removed', text: written }] }];
  });
}

/** Removes a rule: an item of a list, an XML element without others in it, or a line of a list of rules. */
export const dropRule: TextKind = (text) =>
  text.rules
    .filter(({ whole, content }) => hasWords(text.text, content) && !text.hasPlaceholder(whole))
    .map(({ whole }) => removal('drop_rule', text, whole));

/** Removes a sentence. Leaves out one that is a rule by itself, which `drop_rule` removes. */
export const dropSentence: TextKind = (text) =>
  text.blocks.flatMap((block) => droppable(text, block).map((sentence) => removal('drop_sentence', text, sentence)));

function droppable(text: StructuredText, block: ProseBlock): readonly BodyRange[] {
  const sentences = sentencesIn(text.text, block);
  const rule =
    block.rule && !text.hasPlaceholder(block.rule.whole) ? trimmedRange(text.text, block.rule.content) : null;
  const isRule = ({ start, end }: BodyRange) => rule?.start === start && rule.end === end;
  return sentences.filter(
    (sentence) => isStatement(text.text, sentence) && !text.hasPlaceholder(sentence) && !isRule(sentence),
  );
}

/** Returns true for a sentence, false for a label such as `Input:` or `Ticket`. */
function isStatement(text: string, range: BodyRange): boolean {
  if (!hasWords(text, range) || /[:：]$/.test(text.slice(range.end - 1, range.end))) return false;
  return (
    endsSentence(text, range) ||
    text.slice(range.start, range.end).split(/\s+/, 3).length > 2 ||
    isUnspaced(text, range)
  );
}

/** Returns true for words of a script that has no spaces between them. */
function isUnspaced(text: string, { start, end }: BodyRange): boolean {
  return /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]{5}/u.test(text.slice(start, end));
}

/** Removes an example: an `<example>` element, a section of Markdown, or a paragraph that begins with `Example:`. */
export const removeExample: TextKind = (text) =>
  text.examples.filter((range) => !text.hasPlaceholder(range)).map((range) => removal('remove_example', text, range));

/** Removes an exchange of messages.yml: a message of the user with the answer to it, if another message of the user follows. */
export function removeExchange(body: Body): readonly ChangeCandidate[] {
  return exchangesIn(body).map(({ at, messages, text }) => {
    const [question, answer] = messages.map((message) => bodyTexts([message]).join('\n\n'));
    return {
      kind: 'remove_example',
      edits: [],
      exchange: at,
      at: { text, start: 0, end: 0 },
      change: [{ kind: 'removed', text: `user: ${question}\nassistant: ${answer}` }],
    };
  });
}

export function textsOfExchanges(body: Body): ReadonlySet<number> {
  return new Set(
    exchangesIn(body).flatMap(({ messages, text }) => bodyTexts(messages).map((_text, index) => text + index)),
  );
}

interface Exchange {
  /** The number of its first message. */
  readonly at: number;
  readonly messages: readonly BodyMessage[];
  /** The number of its first text. */
  readonly text: number;
}

function exchangesIn(body: Body): readonly Exchange[] {
  if (typeof body === 'string') return [];
  let text = 0;
  return body.flatMap((message, at) => {
    const exchange = { at, messages: body.slice(at, at + 2), text };
    text += bodyTexts([message]).length;
    const [answer, next] = [body[at + 1], body[at + 2]];
    const isExchange = message.role === 'user' && answer?.role === 'assistant' && next?.role === 'user';
    return isExchange && !exchange.messages.some(usesInputs) ? [exchange] : [];
  });
}

function usesInputs(message: BodyMessage): boolean {
  const { content } = message;
  const isInput = typeof content !== 'string' && content.some((part) => 'file' in part && 'input' in part.file);
  return isInput || bodyTexts([message]).some((text) => placeholders(text).length > 0);
}

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

function swapped(text: StructuredText, sentence: BodyRange): readonly ChangeCandidate[] {
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

/** A part of one of the texts of a body. `text` counts from 0 in the order of `bodyTexts`; offsets are UTF-16 units. */
interface Span {
  readonly text: number;
  readonly start: number;
  readonly end: number;
}

/** Replaces a part of a text of a body. */
export interface Edit extends Span {
  readonly with: string;
}

/** A change that a kind proposes. It may break a placeholder, or change nothing; `mutantsOf` drops it then. */
export interface ChangeCandidate {
  readonly kind: MutationKind;
  readonly edits: readonly Edit[];
  /** The number of a message to remove together with the next one; absent unless an exchange of messages.yml is removed. */
  readonly exchange?: number;
  readonly blanked?: string;
  readonly at: Span;
  readonly change: readonly ChangePiece[];
}

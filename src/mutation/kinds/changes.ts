import type { ChangePiece, MutationKind } from '#model/run/mutation.js';
import type { Candidate } from '../mutant.js';
import { type Range, trimmedRange, wholeLines } from '../structure/ranges.js';
import type { Structure } from '../structure/structure.js';

/** A text of a body with its structure. `index` counts the texts of the body from 0. */
export interface StructuredText extends Structure {
  readonly index: number;
}

export type TextKind = (text: StructuredText) => readonly Candidate[];

/** Returns the candidate that removes a range with the lines that it leaves empty, or with the spaces before it. */
export function removal(kind: MutationKind, { index, text }: StructuredText, range: Range): Candidate {
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
function withSpaces(text: string, { start, end }: Range): Range {
  const after = spacesAfter(text, end);
  const isLast = after === text.length || text[after] === '<' || text[after] === '\n';
  if (!isLast) return { start, end: after };
  let before = start;
  while (before > 0 && text[before - 1] === ' ') before--;
  return { start: before, end };
}

function spacesAfter(text: string, end: number): number {
  let at = end;
  while (at < text.length && text[at] === ' ') at++;
  return at;
}

/** Returns the candidate that replaces a part of a sentence by another text. */
export function replacement(
  kind: MutationKind,
  { index, text }: StructuredText,
  sentence: Range,
  { start, end, with: added }: Range & { readonly with: string },
): Candidate {
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

/** Returns the content of a rule without the white space around it. */
export function contentOf({ text }: StructuredText, content: Range): Range {
  return trimmedRange(text, content);
}

import type { MarkedPiece } from '#view/pairs/word-changes.js';
import { type Cell, toCells, widthOf } from '../text/cells.js';
import type { Colour, Paint } from '../text/paint.js';
import { painted, type Span, spanWidth } from '../text/spans.js';

/** One line of an answer, and whether it has a marked word. */
export interface AnswerLine {
  readonly text: string;
  readonly width: number;
  readonly is_changed: boolean;
}

/** How one side marks its words, also without colours: `[-old-]`, `{+new+}`. */
const marks = {
  a: { open: '[-', close: '-]', colour: 'red' },
  b: { open: '{+', close: '+}', colour: 'green' },
} as const satisfies Record<string, { open: string; close: string; colour: keyof Paint }>;

/** A range of a text with marked words, in UTF-16 units. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** Escapes an answer and wraps it between words to lines of at most `width` columns. Its changed words are marked. */
export function answerLines(
  pieces: readonly MarkedPiece[],
  side: 'a' | 'b',
  width: number,
  paint: Paint,
): readonly AnswerLine[] {
  const { open, close, colour } = marks[side];
  const ranges: Range[] = [];
  let whole = '';
  for (const { raw, is_changed } of pieces) {
    const start = whole.length;
    whole += is_changed ? open + raw + close : raw;
    if (is_changed) ranges.push({ start, end: whole.length });
  }
  return linesOf(whole).flatMap(({ line, start }) =>
    wrapped(toCells(line), width).map((cells) => lineOf(cells, start, ranges, paint[colour])),
  );
}

function linesOf(whole: string): readonly { readonly line: string; readonly start: number }[] {
  const ends = [...whole.matchAll(/\r?\n/g)];
  const starts = [0, ...ends.map(({ index, 0: end }) => index + end.length)];
  return starts.map((start, i) => ({ line: whole.slice(start, ends[i]?.index), start }));
}

/** Breaks a line between words, and within a word that is too long. */
function wrapped(cells: readonly Cell[], width: number): readonly (readonly Cell[])[] {
  const lines: (readonly Cell[])[] = [];
  let line: Cell[] = [];
  let taken = 0;
  for (const cell of cells) {
    if (taken + cell.width > width && line.length > 0) {
      const rest = beginningOf(line, cell, width);
      lines.push(line.slice(0, line.length - rest.length));
      line = [...rest];
      taken = widthOf(rest);
      if (cell.text === ' ') continue;
    }
    line.push(cell);
    taken += cell.width;
  }
  return [...lines, line];
}

/** Returns the beginning of the word that `next` continues; empty if the word does not fit into a line. */
function beginningOf(line: readonly Cell[], next: Cell, width: number): readonly Cell[] {
  const space = line.findLastIndex(({ text }) => text === ' ');
  const word = line.slice(space + 1);
  return next.text === ' ' || space === -1 || widthOf(word) + next.width > width ? [] : word;
}

function lineOf(cells: readonly Cell[], offset: number, ranges: readonly Range[], colour: Colour): AnswerLine {
  const isMarked = (cell: Cell) =>
    ranges.some(({ start, end }) => offset + cell.start < end && offset + cell.end > start);
  const spans: { text: string; colour?: Colour }[] = [];
  let last: boolean | undefined;
  for (const cell of cells) {
    const marked = isMarked(cell);
    const span = spans.at(-1);
    if (span && marked === last) span.text += cell.text;
    else spans.push({ text: cell.text, ...(marked && { colour }) });
    last = marked;
  }
  const trimmed = trimmedEnd(spans);
  return { text: painted(trimmed), width: spanWidth(trimmed), is_changed: cells.some(isMarked) };
}

function trimmedEnd(spans: readonly Span[]): readonly Span[] {
  const last = spans.at(-1);
  return last ? [...spans.slice(0, -1), { ...last, text: last.text.trimEnd() }] : [];
}

/** Replaces unchanged lines far from a change by `…`, and cuts after `most` lines. */
export function shortenedLines(lines: readonly AnswerLine[], most: number): readonly AnswerLine[] {
  if (lines.length <= most) return lines;
  const hasChange = lines.some(({ is_changed }) => is_changed);
  const isNear = (at: number) =>
    at === 0 || !hasChange || lines.slice(Math.max(0, at - 1), at + 2).some(({ is_changed }) => is_changed);
  const kept: AnswerLine[] = [];
  const gap: AnswerLine = { text: '…', width: 1, is_changed: false };
  for (const [at, line] of lines.entries()) {
    if (isNear(at)) kept.push(line);
    else if (kept.at(-1) !== gap) kept.push(gap);
  }
  return kept.length <= most ? kept : [...kept.slice(0, most - 1), gap];
}

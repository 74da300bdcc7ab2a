import { type Cell, cellsText, toCells, widthOf } from './cells.js';
import { visible } from './visible.js';

const ellipsis: Cell = { text: '…', width: 1, start: -1, end: -1 };

/** Returns true for a text without special characters, each one column wide. */
export function isPlain(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text) && !/::|##/.test(text);
}

/** Returns the width of a text after escaping, in columns. */
export function displayWidth(text: string): number {
  if (isPlain(text)) return text.length;
  return widthOf(toCells(visible(text)));
}

/** Escapes untrusted text and truncates it to one line of at most `width` columns, with `…` at the end. */
export function clip(text: string, width: number): string {
  if (text.length <= width && isPlain(text)) return text;
  const cells = toCells(visible(text));
  return cellsText(widthOf(cells) <= width ? cells : [...between(cells, 0, width - 1), ellipsis]);
}

/** Clips a text and pads it with spaces to exactly `width` columns. */
export function column(text: string, width: number): string {
  const clipped = clip(text, width);
  return clipped + ' '.repeat(Math.max(0, width - displayWidth(clipped)));
}

/** Returns the part of a line around the offset `from` that fits into `width` columns, with `…` at truncated ends. */
export function windowAround(cells: readonly Cell[], from: number, width: number): readonly Cell[] {
  const total = widthOf(cells);
  if (total <= width) return cells;
  const before = widthOf(cells.filter((cell) => cell.end <= from));
  const third = Math.floor(width / 3);
  const left = before <= 2 * third ? 0 : Math.min(before - third, total - width);
  const cutsLeft = left > 0;
  const cutsRight = left + width < total;
  const inside = between(cells, left + (cutsLeft ? 1 : 0), left + width - (cutsRight ? 1 : 0));
  return [...(cutsLeft ? [ellipsis] : []), ...inside, ...(cutsRight ? [ellipsis] : [])];
}

function between(cells: readonly Cell[], left: number, right: number): Cell[] {
  let end = 0;
  return cells.filter((cell) => {
    const start = end;
    end += cell.width;
    return start >= left && end <= right;
  });
}

/** A marked part of a line: UTF-16 offsets from 0, end excluded. */
interface Mark {
  readonly start: number;
  readonly end: number;
}

/** A visible source line, and the line of carets below it (empty without a mark). */
interface MarkedLine {
  readonly source: string;
  readonly carets: string;
}

/** Renders an untrusted line in `width` columns, clipped around its mark, with carets below the marked part. */
export function markedLine(line: string, mark: Mark | undefined, width: number): MarkedLine {
  const cells = windowAround(toCells(line), mark?.start ?? 0, width);
  const source = cellsText(cells).trimEnd();
  if (!mark) return { source, carets: '' };
  const carets = cells
    .map((cell) => (cell.start < mark.end && cell.end > mark.start ? '^' : ' ').repeat(cell.width))
    .join('');
  return { source, carets: carets.includes('^') ? carets.trimEnd() : caretBetween(cells, mark.start) };
}

/** Returns the caret of a mark without width, or of one after the end of the line. */
function caretBetween(cells: readonly Cell[], at: number): string {
  return `${' '.repeat(widthOf(cells.filter((cell) => cell.end <= at)))}^`;
}

import { type Cell, cellsText, toCells, widthOf } from './cells.js';
import { windowAround } from './clip.js';

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

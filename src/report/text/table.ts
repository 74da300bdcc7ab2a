import { displayWidth } from './clip.js';
import { type Colour, plainPaint } from './paint.js';
import { painted, type Span } from './spans.js';

/** A column of a table: its heading, one cell a row, already visible, and what becomes of it where there is no room for all. */
export interface Column {
  readonly title: string;
  readonly cells: readonly (readonly Span[])[];
  /** Numbers end at the right edge of their column. */
  readonly isNumber?: boolean;
  /** Columns are left out in this order, the lowest first, until the others fit; one without never is. */
  readonly leave?: number;
}

const gap = 2;

/** Returns the lines of a table, headings first, of as many columns as fit into `width`. A space goes before each line, two between columns. */
export function tableLines(columns: readonly Column[], width: number, heading: Colour = plainPaint.dim): string[] {
  const fitting = thatFit(columns, width);
  const widths = fitting.map(widthOf);
  const line = (cells: readonly (readonly Span[])[]) =>
    ` ${cells.map((cell, i) => filled(cell, widths[i] ?? 0, fitting[i]?.isNumber === true)).join('  ')}`.trimEnd();
  const [first] = fitting;
  const rows = (first?.cells ?? []).map((_, row) => line(fitting.map(({ cells }) => cells[row] ?? [])));
  return [line(fitting.map(({ title }) => [{ text: title, colour: heading }])), ...rows];
}

/** Returns the columns that a table takes if none is left out. */
export function tableWidth(columns: readonly Column[]): number {
  return columns.reduce((sum, column) => sum + gap + widthOf(column), -1);
}

function thatFit(columns: readonly Column[], width: number): readonly Column[] {
  const first = Math.min(...columns.map(({ leave }) => leave ?? Number.POSITIVE_INFINITY));
  if (tableWidth(columns) <= width || first === Number.POSITIVE_INFINITY) return columns;
  return thatFit(
    columns.filter(({ leave }) => leave !== first),
    width,
  );
}

function widthOf({ title, cells }: Column): number {
  return cells.reduce((widest, cell) => Math.max(widest, columnsOf(cell)), displayWidth(title));
}

function columnsOf(cell: readonly Span[]): number {
  return cell.reduce((sum, { text }) => sum + displayWidth(text), 0);
}

function filled(cell: readonly Span[], width: number, isNumber: boolean): string {
  const blank = ' '.repeat(Math.max(0, width - columnsOf(cell)));
  return isNumber ? blank + painted(cell) : painted(cell) + blank;
}

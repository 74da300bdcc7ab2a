import { type Colour, type PaintedSpan, painted, plainPaint, type Screen, usableWidth } from './screen.js';
import { displayWidth, visible, wrap } from './visible.js';

export interface Column {
  readonly title: string;
  readonly cells: readonly (readonly PaintedSpan[])[];
  readonly isNumber?: boolean;
  /** The order in which columns are omitted until the others fit, lowest first. A column without it is never omitted. */
  readonly leave?: number;
}

const gap = 2;

/** Renders a table, headings first, with the columns that fit into `width`. Lines begin with a space, and two separate columns. */
export function tableLines(columns: readonly Column[], width: number, heading: Colour = plainPaint.dim): string[] {
  const fitting = thatFit(columns, width);
  const widths = fitting.map(widthOf);
  const line = (cells: readonly (readonly PaintedSpan[])[]) =>
    ` ${cells.map((cell, i) => filled(cell, widths[i] ?? 0, fitting[i]?.isNumber === true)).join('  ')}`.trimEnd();
  const [first] = fitting;
  const rows = (first?.cells ?? []).map((_, row) => line(fitting.map(({ cells }) => cells[row] ?? [])));
  return [line(fitting.map(({ title }) => [{ text: title, colour: heading }])), ...rows];
}

/** Renders texts below each other, with labels in a column of `labelWidth` before them. */
export function labelledRows(
  rows: readonly (readonly [label: string, text: string])[],
  { labelWidth, indent }: { readonly labelWidth: number; readonly indent: number },
  screen: Screen,
): string[] {
  return rows.flatMap(([label, text]) =>
    wrap(visible(text), usableWidth(screen) - indent - labelWidth - 2).map(
      (line, i) => `${' '.repeat(indent)}${screen.paint.dim((i === 0 ? label : '').padEnd(labelWidth))}  ${line}`,
    ),
  );
}

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

function columnsOf(cell: readonly PaintedSpan[]): number {
  return cell.reduce((sum, { text }) => sum + displayWidth(text), 0);
}

function filled(cell: readonly PaintedSpan[], width: number, isNumber: boolean): string {
  const blank = ' '.repeat(Math.max(0, width - columnsOf(cell)));
  return isNumber ? blank + painted(cell) : painted(cell) + blank;
}

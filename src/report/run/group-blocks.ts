import { type PaintedSpan, painted, resultWidth, type Screen, spanWidth } from '../text/screen.js';
import { clip, displayWidth, visible, wrap } from '../text/visible.js';

export interface GroupRow {
  readonly name: string;
  readonly mark?: string;
  readonly cells: readonly (readonly PaintedSpan[])[];
}

interface GroupHead {
  readonly id: string;
  readonly variant: string;
}

const mostColumns = 6;

const widestName = 28;

/** The width to which names above columns are wrapped, if the columns would not fit. */
const narrowName = 12;

const leastRowName = 14;

const gap = 2;

const indent = 3;

/** A column with its place in each row. `wide` is its width with the names above it in one line, `narrow` that with wrapped ones. */
interface Column extends GroupHead {
  readonly at: number;
  readonly wide: number;
  readonly narrow: number;
}

/**
 * Renders rows below the names of their columns, the runs of a prompt. Columns that do not fit follow in blocks of about equal size, which all have the same
 * rows in the same order.
 */
export function groupBlocks(heads: readonly GroupHead[], rows: readonly GroupRow[], screen: Screen): readonly string[] {
  const columns = heads.map(({ id, variant }, at) => {
    const cells = rows.map((row) => spanWidth(row.cells[at] ?? []));
    const names = (heads.length === 1 ? [id, variant] : [variant]).map((name) => displayWidth(visible(name)));
    const widthOf = (most: number) => Math.max(...cells, ...names.map((name) => Math.min(name, most)));
    return { id, variant, at, wide: widthOf(widestName), narrow: widthOf(narrowName) };
  });
  const room = resultWidth(screen) - indent;
  const widest = Math.max(...rows.map(({ name, mark = '' }) => displayWidth(visible(name)) + mark.length));
  const besideColumn = room - gap - Math.max(...columns.map(({ narrow }) => narrow));
  const nameWidth = Math.min(widest, widestName, Math.max(leastRowName, besideColumn));
  const blocks = fewestBlocks(columns, room - nameWidth);
  return blocks.flatMap((block) => {
    const mode = fits(block, room - nameWidth, 'wide') ? 'wide' : 'narrow';
    const least = block.length > 1 ? 0 : Math.min(displayWidth(visible(block[0]?.id ?? '')), room - nameWidth - gap);
    const sized = block.map((column) => ({ ...column, width: Math.max(column[mode], least) }));
    return ['', ...headLines(sized, nameWidth, screen), ...rows.map((row) => rowLine(row, sized, nameWidth))];
  });
}

/** Divides columns into as few blocks as fit, whose sizes differ by at most one. */
function fewestBlocks(columns: readonly Column[], room: number): readonly (readonly Column[])[] {
  for (let number = 1; number < columns.length; number += 1) {
    const start = (block: number) => Math.ceil((block * columns.length) / number);
    const blocks = Array.from({ length: number }, (_, block) => columns.slice(start(block), start(block + 1)));
    if (blocks.every((block) => fits(block, room, 'narrow'))) return blocks;
  }
  return columns.map((column) => [column]);
}

function fits(columns: readonly Column[], room: number, mode: 'wide' | 'narrow'): boolean {
  return columns.length <= mostColumns && columns.reduce((sum, column) => sum + gap + column[mode], 0) <= room;
}

type SizedColumn = Column & { readonly width: number };

function headLines(columns: readonly SizedColumn[], nameWidth: number, { paint }: Screen): readonly string[] {
  const width = columns.reduce((sum, column) => sum + gap + column.width, -gap);
  const prompt = { lines: nameLines(columns[0]?.id ?? '', width), width, colour: paint.bold };
  const variants = columns.map(({ variant, width }) => ({
    lines: nameLines(variant, width),
    width,
    colour: paint.dim,
  }));
  return [[prompt], variants].flatMap((cells) => {
    const most = Math.max(...cells.map(({ lines }) => lines.length));
    return Array.from({ length: most }, (_, line) => {
      const texts = cells.map(({ lines, width, colour }) => filled([{ text: lines[line] ?? '', colour }], width));
      return lineOf('', nameWidth, texts);
    });
  });
}

/** Wraps a name to lines of at most `width` columns, where possible after a `-`, `_`, `.`, `/` or `:`. */
function nameLines(name: string, width: number): readonly string[] {
  const shown = clip(visible(name), 2 * widestName);
  if (displayWidth(shown) <= width) return [shown];
  const pieces = shown.split(/(?<=[-_./:])/).flatMap((piece) => wrap(piece, width));
  const lines: string[] = [];
  for (const piece of pieces) {
    const last = lines.at(-1);
    if (last !== undefined && displayWidth(last + piece) <= width) lines[lines.length - 1] = last + piece;
    else lines.push(piece);
  }
  return lines;
}

function rowLine({ name, mark = '', cells }: GroupRow, columns: readonly SizedColumn[], nameWidth: number): string {
  const title = clip(visible(name), nameWidth - mark.length) + mark;
  const texts = columns.map(({ at, width }) => filled(cells[at] ?? [], width));
  return lineOf(title, nameWidth, texts);
}

function lineOf(title: string, nameWidth: number, texts: readonly string[]): string {
  const start = ' '.repeat(indent) + filled([{ text: title }], nameWidth);
  return [start, ...texts].join(' '.repeat(gap)).trimEnd();
}

function filled(spans: readonly PaintedSpan[], width: number): string {
  const room = spans.map((span) => ({ ...span, text: clip(span.text, width) }));
  return painted(room) + ' '.repeat(Math.max(0, width - spanWidth(room)));
}

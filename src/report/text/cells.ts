import { escapeCharacter, unsafe } from './visible.js';

/** A visible piece of a line: its text, its width in columns, and its offsets in the source (UTF-16 units). */
export interface Cell {
  readonly text: string;
  readonly width: number;
  readonly start: number;
  readonly end: number;
}

const tabStop = 4;
const zeroWidth = /^[\p{Mn}\p{Me}]$/u;
const wide =
  /^[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{17000}-\u{18cff}\u{1b000}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}]$/u;

/** Returns the width of a code point: 0 for a combining mark, 2 for East Asian wide characters and emoji, else 1. */
function columnsOf(character: string): number {
  if (character < '\u0300') return 1;
  if (zeroWidth.test(character)) return 0;
  return wide.test(character) ? 2 : 1;
}

/** Converts a line of untrusted text to cells: escapes invisible characters, and expands tabs. */
export function toCells(line: string): Cell[] {
  const escaped = new Set(Array.from(line.matchAll(unsafe), (match) => match.index));
  const cells: Cell[] = [];
  let start = 0;
  let column = 0;
  for (const character of line) {
    const cell = cellAt(character, start, column, escaped.has(start));
    cells.push(cell);
    start = cell.end;
    column += cell.width;
  }
  return cells;
}

function cellAt(character: string, start: number, column: number, isUnsafe: boolean): Cell {
  const end = start + character.length;
  if (character === '\t') {
    const width = tabStop - (column % tabStop);
    return { text: ' '.repeat(width), width, start, end };
  }
  const text = isUnsafe ? escapeCharacter(character) : character;
  return { text, width: isUnsafe ? text.length : columnsOf(character), start, end };
}

export function widthOf(cells: readonly Cell[]): number {
  return cells.reduce((sum, cell) => sum + cell.width, 0);
}

export function cellsText(cells: readonly Cell[]): string {
  return cells.map((cell) => cell.text).join('');
}

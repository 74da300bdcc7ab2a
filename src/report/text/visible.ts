// Untrusted text as terminals and logs show it: escaped, measured in columns, clipped and wrapped.

/**
 * Matches characters that could move the cursor, colour or reorder the text, or stay invisible: control, format and ignorable characters,
 * lone surrogates, separators, white space that looks like a space (except the ideographic space, which is wide), stacked combining marks,
 * and a variation selector that does not follow an emoji.
 */
const hidden =
  /(?!\ufe0f)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]|(?![ \u3000])\p{Zs}|(?<=\p{M}{4})\p{M}|(?<![\p{Extended_Pictographic}0-9#*])\ufe0f/u
    .source;

const ciCommands =
  'error warning notice debug group endgroup echo add-mask add-path add-matcher remove-matcher set-output set-env save-state stop-commands';

/**
 * Matches the first character of a command that CI services read from logs: `::error::`, `##[error]`, `##vso[…]`, `##teamcity[…]`. Commands
 * with names that eva does not know are matched where a line could begin with them, so `std::vector` is none.
 */
const ciCommand = [
  `:(?=:(?:${anyCase(ciCommands).replaceAll(' ', '|')})[ :])`,
  '(?<![\\p{L}\\p{N}_:>)\\]]):(?=:[A-Za-z])',
  `#(?=#(?:${anyCase('|vso|teamcity')})\\[)`,
].join('|');

/** Returns a case-insensitive pattern. The flag `i` would let `\p{M}` match letters whose other case is a mark. */
function anyCase(words: string): string {
  return words.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}

/** Matches each character that must be escaped before it reaches a terminal or a log. Each match is one code point. */
export const unsafe = new RegExp(`${hidden}|${ciCommand}`, 'gu');

/** Escapes of some characters. An escaped zero-width space after the first character disables a CI command. */
const named: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  ':': ':\\u200b',
  '#': '#\\u200b',
};

/** Returns the escape sequence of a character: `\x1b`, `\u202e`, `\u{e0041}`. */
export function escapeCharacter(character: string): string {
  const known = named[character];
  if (known !== undefined) return known;
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code < 0x100) return `\\x${hex.padStart(2, '0')}`;
  return code < 0x10000 ? `\\u${hex.padStart(4, '0')}` : `\\u{${hex}}`;
}

/** Escapes untrusted text for terminals and CI logs, on one line. */
export function visible(text: string): string {
  return text.replace(unsafe, escapeCharacter);
}

/** Escapes untrusted text, and splits it into lines at its line ends (LF, CRLF). */
export function visibleLines(text: string): string[] {
  return text.split(/\r?\n/).map(visible);
}

/** Renders a command line. Quotes words with special characters, so that the reader sees where each word begins and ends. */
export function argvInWords(argv: readonly string[]): string {
  return argv.map((word) => (/^[\w./:=@%+,-]+$/.test(word) ? word : JSON.stringify(word))).join(' ');
}

const ellipsis: Cell = { text: '…', width: 1, start: -1, end: -1 };

/** Returns true for a text without special characters, each one column wide. */
function isPlain(text: string): boolean {
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

/** Escapes untrusted text and wraps it between words to lines of at most `width` columns, without truncating it. */
export function wrap(text: string, width: number): string[] {
  return visibleLines(text).flatMap((line) => wrapLine(line, width));
}

/** Joins blocks of lines, with an empty line before each. Leaves out empty blocks. */
export function paragraphs(blocks: readonly (readonly string[])[]): string {
  const texts = blocks.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `\n${texts.join('\n\n')}\n`;
}

type Piece = Pick<Cell, 'text' | 'width'>;

function wrapLine(line: string, width: number): string[] {
  const [first, ...words] = line.split(' ').flatMap((word) => chop(word, width));
  const lines: string[] = [];
  let current: Piece = first ?? { text: '', width: 0 };
  for (const word of words) {
    const longer = current.width + 1 + word.width;
    if (longer > width) lines.push(current.text.trimEnd());
    current = longer > width ? word : { text: `${current.text} ${word.text}`, width: longer };
  }
  return [...lines, current.text.trimEnd()];
}

/** Splits a word into pieces that fit. A character wider than the line is a piece by itself. */
function chop(word: string, width: number): readonly Piece[] {
  if (isPlain(word) && word.length <= width) return [{ text: word, width: word.length }];
  const pieces: { text: string; width: number }[] = [];
  for (const cell of toCells(word)) {
    const last = pieces.at(-1);
    if (!last || last.width + cell.width > width) pieces.push({ text: cell.text, width: cell.width });
    else {
      last.text += cell.text;
      last.width += cell.width;
    }
  }
  return pieces;
}

/** Escapes untrusted text and truncates it to `most` lines of at most `width` columns, with `…` at the end. */
export function shortened(text: string, width: number, most: number): string[] {
  const lines = wrap(visible(text.slice(0, 20 * width * most)), width);
  if (lines.length <= most) return lines;
  const last = clip(lines.slice(most - 1).join(' '), width);
  return [...lines.slice(0, most - 1), last];
}

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

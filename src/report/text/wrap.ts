import { type Cell, toCells } from './cells.js';
import { clip, isPlain } from './clip.js';
import { visible, visibleLines } from './visible.js';

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

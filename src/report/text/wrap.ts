import { textOf, toCells } from './cells.js';
import { displayWidth, startOf } from './clip.js';
import { visibleLines } from './visible.js';

/** Escapes untrusted text and wraps it between words to lines of at most `width` columns, without truncating it. */
export function wrap(text: string, width: number): string[] {
  return visibleLines(text).flatMap((line) => wrapLine(line, width));
}

function wrapLine(line: string, width: number): string[] {
  const lines: string[] = [];
  let current: string | null = null;
  for (const word of line.split(' ').flatMap((one) => chop(one, width))) {
    const longer: string = current === null ? word : `${current} ${word}`;
    if (current !== null && displayWidth(longer) > width) {
      lines.push(current.trimEnd());
      current = word;
    } else current = longer;
  }
  return [...lines, (current ?? '').trimEnd()];
}

/** Splits a word into pieces that fit. */
function chop(word: string, width: number): string[] {
  const pieces: string[] = [];
  let cells = toCells(word);
  for (;;) {
    const head = startOf(cells, width);
    if (head.length === 0 || head.length === cells.length) return [...pieces, textOf(cells)];
    pieces.push(textOf(head));
    cells = cells.slice(head.length);
  }
}

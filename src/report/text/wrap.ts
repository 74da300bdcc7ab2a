import { textOf, toCells } from './cells.js';
import { clip, displayWidth, startOf } from './clip.js';
import { visible, visibleLines } from './visible.js';

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

/** Escapes untrusted text and truncates it to `most` lines of at most `width` columns, with `…` at the end. */
export function shortened(text: string, width: number, most: number): string[] {
  const lines = wrap(visible(text.slice(0, 20 * width * most)), width);
  if (lines.length <= most) return lines;
  const last = clip(lines.slice(most - 1).join(' '), width);
  return [...lines.slice(0, most - 1), last];
}

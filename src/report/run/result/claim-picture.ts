import type { Claim } from '#view/view.js';
import { percentage } from '../../text/numbers.js';
import { resultWidth, type Screen } from '../../text/paint.js';
import { claimIndent } from './claim-lines.js';

const widest = 60;

/**
 * Draws a claim about a share as a line from 0% to 100%: `◆` is the estimate, the thick line the range of the true share, `┃` the bar.
 * Without valid bounds the line is dotted and has no ends. Empty for claims that are not about a share.
 */
export function pictureLine({ range, found: { estimate } }: Claim, screen: Screen): string[] {
  if (range === null || estimate === null) return [];
  const width = Math.min(widest, resultWidth(screen) - claimIndent - 10);
  const at = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * (width - 1));
  const isDotted = range.lower === null && range.upper === null;
  const [from, to] = [at(range.lower ?? 0), at(range.upper ?? 1)];
  const cells = Array.from({ length: width }, (_, i): string => (i < from || i > to ? ' ' : isDotted ? '┄' : '━'));
  cells[at(range.bar)] = '┃';
  cells[at(estimate)] = '◆';
  put(cells, at(range.bar) + 1, percentage(range.bar));
  if (range.upper !== null && range.upper < 1) put(cells, to + 1, percentage(range.upper, 'up'));
  const lower = percentage(range.lower ?? 0, 'down');
  if (range.lower !== null && range.lower > 0) put(cells, from - lower.length, lower);
  return [`${' '.repeat(claimIndent)}0% ${cells.join('')} 100%`];
}

function put(cells: string[], start: number, label: string): void {
  const own = cells.slice(Math.max(0, start), start + label.length);
  if (start < 0 || own.length < label.length || own.some((cell) => cell !== ' ')) return;
  for (const [i, character] of [...label].entries()) cells[start + i] = character;
}

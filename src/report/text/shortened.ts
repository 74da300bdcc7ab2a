import { clip } from './clip.js';
import { visible } from './visible.js';
import { wrap } from './wrap.js';

/** Escapes untrusted text and truncates it to `most` lines of at most `width` columns, with `…` at the end. */
export function shortened(text: string, width: number, most: number): string[] {
  const lines = wrap(visible(text.slice(0, 20 * width * most)), width);
  if (lines.length <= most) return lines;
  const last = clip(lines.slice(most - 1).join(' '), width);
  return [...lines.slice(0, most - 1), last];
}

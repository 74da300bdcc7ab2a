import { clip, displayWidth } from '../../text/clip.js';
import { count } from '../../text/numbers.js';
import type { Colour } from '../../text/paint.js';
import { visible } from '../../text/visible.js';
import { wrap } from '../../text/wrap.js';

export const separator = ' · ';

/** Joins parts with ` · ` into lines of at most `width` columns. Breaks a line within a part only if it fits on no line. */
export function joinedLines(parts: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const part of parts.map(visible)) {
    const last = lines.at(-1);
    const longer = last === undefined ? part : last + separator + part;
    if (last !== undefined && displayWidth(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(...wrap(part, width));
  }
  return lines;
}

/** Joins names on one line of `width` columns. If not all fit, shortens long ones and counts the rest: `a · b · 2 more`. */
export function namesOnOneLine(names: readonly string[], width: number): string {
  const all = names.map((name) => clip(name, width)).join(separator);
  if (displayWidth(all) <= width) return all;
  const longest = Math.max(16, Math.floor(width / 4));
  const shown: string[] = [];
  for (const [at, name] of names.entries()) {
    const rest = names.length - at - 1;
    const next = [...shown, clip(name, longest)];
    if (displayWidth([...next, ...more(rest)].join(separator)) > width) break;
    shown.push(next.at(-1) ?? '');
  }
  return [...shown, ...more(names.length - shown.length)].join(separator);
}

function more(rest: number): readonly string[] {
  return rest > 0 ? [`${count(rest)} more`] : [];
}

export function indented(lines: readonly string[], columns: number, colour: Colour = (line) => line): string[] {
  return lines.map((line) => (line === '' ? '' : ' '.repeat(columns) + colour(line)));
}

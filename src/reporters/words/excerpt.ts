import { plural } from '#report/text/numbers.js';
import { visible, visibleLines } from '#report/text/visible.js';

/** The maximum length of a text from outside in files for people, in code points. */
export const mostPoints = 2000;

/** Returns the first code points of a text, with the number of those that were cut. Never splits a pair of surrogates. */
function cut(raw: string, most: number): { readonly start: string; readonly more: number } {
  if (raw.length <= most) return { start: raw, more: 0 };
  let [end, points] = [0, 0];
  while (end < raw.length && points < most) {
    end += (raw.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
    points += 1;
  }
  let more = 0;
  for (const _point of raw.slice(end)) more += 1;
  return { start: raw.slice(0, end), more };
}

function moreText(more: number): string {
  return more === 0 ? '…' : `… ${plural(more, 'more character')}`;
}

/** Escapes untrusted text on one line and cuts it to `most` code points, before and after escaping. */
export function excerpt(raw: string, most = mostPoints): string {
  const { start, more } = cut(raw, most);
  const shown = cut(visible(start), most);
  return shown.start + (more > 0 || shown.more > 0 ? moreText(more) : '');
}

/** Escapes untrusted text and cuts it to `most` code points, before and after escaping. Splits it into lines at its line ends. */
export function excerptLines(raw: string, most = mostPoints): string[] {
  const { start, more } = cut(raw, most);
  const shown = cut(visibleLines(start.trimEnd()).join('\n'), most);
  const lines = shown.start.split('\n');
  return more + shown.more === 0 ? lines : [...lines.slice(0, -1), (lines.at(-1) ?? '') + moreText(more)];
}

/** Returns the length of a text in UTF-8, in bytes. */
export function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

import { isSpace, type Range } from './ranges.js';

/** A line of prose. `start` is the first character that is not white space, `end` the end without white space. */
export interface Line extends Range {
  /** The number of characters before `start`, on the line or behind the tag that the range begins after. */
  readonly indent: number;
  /** The end of the list marker and the space after it; null for a line without one. */
  readonly afterMarker: number | null;
  /** True if the list marker is a number or a letter. */
  readonly isNumbered: boolean;
  readonly isHeading: boolean;
}

/** Splits a range of a text into lines. A blank line has an `end` that equals its `start`. */
export function linesIn(text: string, range: Range): readonly Line[] {
  const lines: Line[] = [];
  for (let from = range.start; from < range.end; ) {
    const next = text.indexOf('\n', from);
    const to = next < 0 || next > range.end ? range.end : next;
    lines.push(lineOf(text, from, to));
    from = to + 1;
  }
  return lines;
}

const marker = /^(?:[-*+•‣·–]|\(?\d{1,3}[.)]|\(?[a-z][.)])[ \t\u3000]+(?=\S)|^(?:\d{1,3}[、．]|[・●○■◆▪])[ \t\u3000]*/;
const heading = /^(?:#{1,6}[ \t]|[-=*_]{3,}$)/;

function lineOf(text: string, from: number, to: number): Line {
  let [start, end] = [from, to];
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  const head = text.slice(start, Math.min(end, start + 200));
  const found = marker.exec(head);
  return {
    start,
    end,
    indent: start - from,
    afterMarker: found ? start + found[0].length : null,
    isNumbered: /^\(?[\da-z]/.test(head),
    isHeading: heading.test(head),
  };
}

import type { Place } from '#model/problem.js';

/** The maximum length of a line that a problem shows, in UTF-16 units. */
export const maxShownLine = 2000;

/** The text of an item or a header, and where it is in its file. It begins at a line unless it has `column`. */
export interface PlacedRecord {
  readonly file: string;
  readonly text: string;
  readonly line: number;
  /** The number of code points before it in its first line; those of `before` unless set. */
  readonly column?: number;
  /** The text before it in its first line, and after it in its last; null if they are too long to show. */
  readonly before?: string | null;
  readonly after?: string | null;
}

/** Returns the place of `text[start, end)`. Lines end with LF, CRLF or CR; columns and lengths are in code points. It marks one line. */
export function placeInRecord(record: PlacedRecord, start: number, end: number = start + 1): Place {
  const { file, text, line, before = '', after = '', column = codePointsIn(before ?? '') } = record;
  const { count, last } = lineEndsBefore(text, start);
  const lineEnd = endOfLine(text, start);
  const isFirst = count === 0;
  const marked = codePointsIn(text.slice(start, Math.min(end, lineEnd)));
  const head = isFirst ? before : '';
  const tail = lineEnd === text.length ? after : '';
  const shown = head === null || tail === null ? null : `${head}${text.slice(last, lineEnd)}${tail}`;
  return {
    file,
    line: line + count,
    column: codePointsIn(text.slice(last, start)) + (isFirst ? column : 0) + 1,
    length: Math.max(1, marked),
    ...(shown !== null && shown.length <= maxShownLine && { source: shown }),
  };
}

/** Counts the line ends before an offset; `last` is the offset after the last of them. */
function lineEndsBefore(text: string, offset: number): { readonly count: number; readonly last: number } {
  let count = 0;
  let last = 0;
  for (let at = 0; at < offset; at++) {
    if (!isLineEnd(text, at)) continue;
    count++;
    last = at + 1;
  }
  return { count, last };
}

/** Returns true for LF, and for CR without LF after it. */
function isLineEnd(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 0x0a || (code === 0x0d && text.charCodeAt(at + 1) !== 0x0a);
}

function endOfLine(text: string, offset: number): number {
  for (let at = offset; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x0a || code === 0x0d) return at;
  }
  return text.length;
}

/** Counts code points: a pair of surrogates is one. */
export function codePointsIn(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const next = text.charCodeAt(at + 1);
    if (code >= 0xd800 && code < 0xdc00 && next >= 0xdc00 && next < 0xe000) at++;
    count++;
  }
  return count;
}

import type { JsonObject } from '#model/data/json.js';
import type { Place, Problem } from '#model/problem.js';
import { byLine, moreProblems } from '../source/place.js';
import type { ItemPath } from './item-source.js';

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
function codePointsIn(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const next = text.charCodeAt(at + 1);
    if (code >= 0xd800 && code < 0xdc00 && next >= 0xdc00 && next < 0xe000) at++;
    count++;
  }
  return count;
}

const maxOfCode = 20;

const maxOfFile = 50;

/** Collects the problems of a data set: twenty of each code, fifty in all, and the number of the others. */
export class ProblemList {
  readonly #kept: Problem[] = [];
  readonly #seen = new Map<string, number>();
  readonly #file: string;
  #more = 0;
  #moreErrors = 0;
  #errors = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** True if one of the problems is an error. */
  get hasErrors(): boolean {
    return this.#errors > 0;
  }

  add(entry: Problem): void {
    this.offer(entry, () => entry);
  }

  /** Adds a problem, which is made only if it is listed: to find a place in a large item takes time. */
  offer({ code, severity = 'error' }: Pick<Problem, 'code'> & Partial<Problem>, make: () => Problem): void {
    const isError = severity === 'error';
    if (isError) this.#errors++;
    const seen = this.#seen.get(code) ?? 0;
    this.#seen.set(code, seen + 1);
    if (seen < maxOfCode) this.#kept.push(make());
    else this.#count(isError);
  }

  /** Counts problems that are not listed; they are errors. */
  addMore(count: number): void {
    this.#more += count;
    this.#moreErrors += count;
    this.#errors += count;
  }

  /** Returns the problems by their place, errors before warnings where there are too many. */
  list(): readonly Problem[] {
    const chosen = [...this.#kept].sort((a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'));
    for (const entry of chosen.splice(maxOfFile)) this.#count(entry.severity === 'error');
    const shown = chosen.sort(byLine);
    if (this.#more === 0) return shown;
    const severity = this.#moreErrors > 0 ? 'error' : 'warning';
    return [...shown, moreProblems(this.#more, { file: this.#file }, severity)];
  }

  #count(isError: boolean): void {
    this.#more++;
    if (isError) this.#moreErrors++;
  }
}

/** An item as a reader found it. It stays valid after the next item is read, but keeps the part of the file around it in memory. */
export interface ReadItem {
  readonly values: JsonObject;
  /** The line where it begins, or its number in a list, from 1. */
  readonly line: number;
  /** Its offset in the file in bytes and its length; the index in a list, and 1. */
  readonly start: number;
  readonly length: number;
  /** Returns the place of the value at a path, or of the item without one. */
  readonly place: (path?: ItemPath) => Place;
  readonly literal: (path: ItemPath) => string | undefined;
}

/** What a reader learns of a whole file besides its items. */
export interface FileFacts {
  readonly sha256: string;
  readonly header?: readonly string[];
}

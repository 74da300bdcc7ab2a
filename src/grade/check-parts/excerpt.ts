import type { Excerpt } from '#model/run/trial.js';

const widest = 160;

const leadIn = 60;

/**
 * Returns the line of the response that contains `start`, shortened to about 160 characters. Marks `start` to `end`, at most to
 * the end of the line.
 */
export function excerptAt(response: string, start: number, end: number = start): Excerpt {
  const lineStart = start === 0 ? 0 : response.lastIndexOf('\n', start - 1) + 1;
  const line = lineFrom(response, lineStart);
  const from = windowStart(line, start - lineStart);
  const to = windowEnd(line, from);
  const before = from > 0 ? '…' : '';
  const text = `${before}${line.slice(from, to)}${to < line.length ? '…' : ''}`;
  const mark = markWithin(start - lineStart - from, end - lineStart - from, to - from, before.length);
  return { text, line: excerptLine(response, start), ...(mark && { mark }) };
}

/** Returns the first non-blank line of the response, without a mark. */
export function openingOf(response: string): Excerpt {
  return excerptAt(response, Math.max(0, response.search(/\S/)));
}

/** Returns the line number of an offset; the first line is 1. */
export function excerptLine(response: string, offset: number): number {
  let line = 1;
  for (let at = response.indexOf('\n'); at !== -1 && at < offset; at = response.indexOf('\n', at + 1)) line++;
  return line;
}

/** Returns the place of an offset as `line 3, column 7`; both start at 1. */
export function placeInResponse(response: string, offset: number): string {
  const lineStart = offset === 0 ? 0 : response.lastIndexOf('\n', offset - 1) + 1;
  return `line ${excerptLine(response, offset)}, column ${offset - lineStart + 1}`;
}

function lineFrom(response: string, lineStart: number): string {
  const newline = response.indexOf('\n', lineStart);
  const line = response.slice(lineStart, newline === -1 ? undefined : newline);
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

function windowStart(line: string, column: number): number {
  if (line.length <= widest) return 0;
  const from = Math.max(0, Math.min(column - leadIn, line.length - widest));
  return splitsPair(line, from) ? from - 1 : from;
}

function windowEnd(line: string, from: number): number {
  const to = Math.min(line.length, from + widest);
  return splitsPair(line, to) ? to + 1 : to;
}

function markWithin(start: number, end: number, width: number, shift: number): Excerpt['mark'] {
  const last = Math.min(end, width);
  return last > start ? { start: start + shift, end: last + shift } : undefined;
}

/** Truncates a text to `limit` UTF-16 units, with an ellipsis if it was longer. Never splits a surrogate pair. */
export function clipExcerpt(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${text.slice(0, splitsPair(text, limit - 1) ? limit - 2 : limit - 1)}…`;
}

/** Returns a text or value as JSON on one line, truncated to 80 characters. */
export function quote(value: unknown): string {
  return clipExcerpt(JSON.stringify(value), 80);
}

/** Returns true if cutting at `index` would split a surrogate pair. */
export function splitsPair(text: string, index: number): boolean {
  return /[\ud800-\udbff]/.test(text.charAt(index - 1)) && /[\udc00-\udfff]/.test(text.charAt(index));
}

import type { Excerpt } from '#model/run/score.js';
import { splitsPair } from './quote.js';

const widest = 160;
const leadIn = 60;

/** The line of the response in which `start` lies, cut to about 160 characters, with `start` to `end` marked as far as that line goes. */
export function excerptAt(response: string, start: number, end: number = start): Excerpt {
  const lineStart = start === 0 ? 0 : response.lastIndexOf('\n', start - 1) + 1;
  const line = lineFrom(response, lineStart);
  const from = windowStart(line, start - lineStart);
  const to = windowEnd(line, from);
  const before = from > 0 ? '…' : '';
  const text = `${before}${line.slice(from, to)}${to < line.length ? '…' : ''}`;
  const mark = markWithin(start - lineStart - from, end - lineStart - from, to - from, before.length);
  return { text, line: lineOf(response, start), ...(mark && { mark }) };
}

/** The first line of the response that is not blank, without a mark. */
export function openingOf(response: string): Excerpt {
  return excerptAt(response, Math.max(0, response.search(/\S/)));
}

/** Line of an offset, from 1. */
export function lineOf(response: string, offset: number): number {
  let line = 1;
  for (let at = response.indexOf('\n'); at !== -1 && at < offset; at = response.indexOf('\n', at + 1)) line++;
  return line;
}

/** `line 3, column 7`, both from 1. */
export function placeOf(response: string, offset: number): string {
  const lineStart = offset === 0 ? 0 : response.lastIndexOf('\n', offset - 1) + 1;
  return `line ${lineOf(response, offset)}, column ${offset - lineStart + 1}`;
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

import type { Excerpt } from '#model/run/score.js';
import type { Turn } from '#model/run/trial.js';
import type { ReplySpan } from './view.js';

/** The separator of the responses of a trial in the text that checks read. */
const between = '\n\n';

/** Finds the mark of an excerpt in the responses; undefined without a mark, or if the responses do not contain the line. */
export function spanOf({ text, line, mark }: Excerpt, turns: readonly Turn[]): ReplySpan | undefined {
  if (!mark) return undefined;
  const whole = turns.map(({ app_response }) => app_response).join(between);
  const lineStart = startOfLine(whole, line);
  if (lineStart === -1) return undefined;
  const lineEnd = whole.indexOf('\n', lineStart);
  const found = placeIn(whole.slice(lineStart, lineEnd === -1 ? undefined : lineEnd), text);
  if (found === undefined) return undefined;
  return inTurn(lineStart + found.at + mark.start - found.lead, mark.end - mark.start, turns);
}

/** Returns the offset of a line, counted from 1; -1 if there is no such line. */
function startOfLine(whole: string, line: number): number {
  let start = 0;
  for (let seen = 1; seen < line; seen++) {
    const newline = whole.indexOf('\n', start);
    if (newline === -1) return -1;
    start = newline + 1;
  }
  return start;
}

/** Returns where an excerpt begins in its line, and the length of the ellipsis before it, if it was truncated. */
function placeIn(line: string, excerpt: string): { readonly at: number; readonly lead: number } | undefined {
  if (line.replace(/\r$/, '') === excerpt) return { at: 0, lead: 0 };
  const lead = excerpt.startsWith('…') ? 1 : 0;
  const at = line.indexOf(excerpt.slice(lead, excerpt.endsWith('…') ? -1 : undefined));
  return at === -1 ? undefined : { at, lead };
}

function inTurn(offset: number, length: number, turns: readonly Turn[]): ReplySpan | undefined {
  let start = offset;
  for (const [turn, { app_response }] of turns.entries()) {
    if (start < app_response.length) {
      return { turn, start, end: Math.min(app_response.length, start + length) };
    }
    start -= app_response.length + between.length;
  }
  return undefined;
}

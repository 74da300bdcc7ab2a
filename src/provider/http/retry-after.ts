import type { AnswerHeaders } from './http-post.js';

/**
 * What a server asks us to wait before the next attempt, in milliseconds: `retry-after-ms`, else `retry-after` in
 * seconds or as an HTTP date, seen from `now` (milliseconds since 1970). Undefined if it does not say, or not legibly. A year at most.
 */
export function readRetryAfter(headers: AnswerHeaders, now: number): number | undefined {
  const asked = askedWait(headers, now);
  return asked === undefined ? undefined : Math.min(asked, yearMs);
}

/** A server may ask for more than a number can say. */
const yearMs = 365 * 24 * 60 * 60 * 1000;

function askedWait(headers: AnswerHeaders, now: number): number | undefined {
  const milliseconds = decimal(headers.get('retry-after-ms'));
  if (milliseconds !== undefined) return milliseconds;
  const text = headers.get('retry-after');
  const seconds = decimal(text);
  if (seconds !== undefined) return seconds * 1000;
  const date = Date.parse(text ?? '');
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function decimal(text: string | null): number | undefined {
  return text !== null && /^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) : undefined;
}

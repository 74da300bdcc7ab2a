import type { AttemptEnd, AttemptLine } from '#model/run/attempt.js';
import { readAttempts } from '#store/logs/attempts-log.js';

/** Returns the lines of a library's `.attempts.jsonl`. */
export function attemptsOf(root: string): readonly AttemptLine[] {
  return readAttempts(root).rows.map(({ value }) => value);
}

/** Returns the events of all lines, in order. */
export function eventsOf(root: string): string {
  return attemptsOf(root)
    .map(({ event }) => event)
    .join(' ');
}

/** Returns the last line with the end of a run. Throws without one. */
export function lastEnd(root: string): AttemptEnd {
  const end = attemptsOf(root).findLast((line) => line.event === 'end');
  if (!end) throw new Error('no run ended');
  return end;
}

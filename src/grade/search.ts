import { withinTimeLimit } from './time-limit.js';

export interface Match {
  readonly start: number;
  readonly end: number;
}

/** What a search came to. `trouble` is a sentence: then the response is neither a match nor none. */
export type Search = { readonly match: Match | null } | { readonly trouble: string };

/** Looks for the first match, for at most `limitMs` milliseconds. Offsets in UTF-16 units. */
export function search(pattern: RegExp, text: string, limitMs: number): Search {
  try {
    const outcome = withinTimeLimit(() => pattern.exec(text), limitMs);
    if ('timedOut' in outcome)
      return { trouble: `the pattern ran out of time (${limitMs / 1000} s): whether it matches is not known` };
    const match = outcome.value;
    return { match: match && { start: match.index, end: match.index + match[0].length } };
  } catch (error) {
    if (error instanceof RangeError)
      return { trouble: 'the pattern ran out of memory: whether it matches is not known' };
    throw error;
  }
}

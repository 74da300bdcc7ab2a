import { type CheckContext, regexLimit } from '../checking/check.js';
import { runWithTimeLimit } from '../slow/in-time.js';
import { isQuick } from './is-quick.js';

export interface Match {
  readonly start: number;
  readonly end: number;
}

/** The result of a search. `trouble` is a sentence if the search did not finish, so that it is unknown whether the pattern matches. */
export type Search = { readonly match: Match | null } | { readonly trouble: string };

/**
 * Looks for the first match, for as long as the context allows. Offsets in UTF-16 units. A search that is proved to be quick runs
 * without the time limit, which takes a hundred times as long.
 */
export async function search(pattern: RegExp, text: string, context: CheckContext): Promise<Search> {
  if (isQuick(pattern, text)) return searchNow(pattern, text);
  const outcome = await runWithTimeLimit(() => searchNow(pattern, text), { work: 'search', pattern, text }, context);
  if ('value' in outcome) return outcome.value;
  const seconds = regexLimit(context) / 1000;
  return { trouble: `the pattern ran out of time (${seconds} s): whether it matches is not known` };
}

/** Looks for the first match, however long that takes. */
export function searchNow(pattern: RegExp, text: string): Search {
  try {
    const match = pattern.exec(text);
    return { match: match && { start: match.index, end: match.index + match[0].length } };
  } catch (error) {
    if (error instanceof RangeError)
      return { trouble: 'the pattern ran out of memory: whether it matches is not known' };
    throw error;
  }
}

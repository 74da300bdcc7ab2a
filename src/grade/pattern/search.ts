import { type CheckContext, regexLimit } from '../checking/check.js';
import { runWithTimeLimit } from '../slow/in-time.js';
import { isQuick } from './is-quick.js';

export interface Match {
  readonly start: number;
  readonly end: number;
}

/**
 * The result of a search. `trouble` is a sentence that says why the search did not finish; it is then unknown whether the pattern matches.
 */
export type Search = { readonly match: Match | null } | { readonly trouble: string };

/**
 * Finds the first match, or a group of it, within the time limit of the context. A pattern of which a group is wanted has the flag `d`. Offsets are in UTF-16 units. A search that is provably fast runs without the
 * time limit, which would take a hundred times as long.
 */
export async function search(
  pattern: RegExp,
  text: string,
  context: CheckContext,
  group: number | string = 0,
): Promise<Search> {
  if (isQuick(pattern, text)) return searchNow(pattern, text, group);
  const task = { work: 'search', pattern, text, group } as const;
  const outcome = await runWithTimeLimit(() => searchNow(pattern, text, group), task, context);
  if ('value' in outcome) return outcome.value;
  const seconds = regexLimit(context) / 1000;
  return { trouble: `the pattern ran out of time (${seconds} s): whether it matches is not known` };
}

/** Finds the first match, or a group of it, without a time limit. */
export function searchNow(pattern: RegExp, text: string, group: number | string = 0): Search {
  try {
    const match = pattern.exec(text);
    if (group === 0) return { match: match && { start: match.index, end: match.index + match[0].length } };
    const span = typeof group === 'number' ? match?.indices?.[group] : match?.indices?.groups?.[group];
    return { match: span ? { start: span[0], end: span[1] } : null };
  } catch (error) {
    if (error instanceof RangeError)
      return { trouble: 'the pattern ran out of memory: whether it matches is not known' };
    throw error;
  }
}

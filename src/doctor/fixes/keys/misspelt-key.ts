import { asLatin } from '#load/traps/disguised.js';
import type { Problem } from '#model/problem.js';
import { nearest } from '#model/text/nearest.js';
import { type Fix, inSameQuotes, type MarkedText, paramOf, replaced, withoutQuotes } from '../fix.js';

/** Corrects the spelling of a key, of which one known key is near: `asert`. */
export const misspeltKey: Fix = {
  name: 'misspelt-key',
  codes: ['EVA_UNKNOWN_KEY', 'EVA_UNKNOWN_KEY:input', 'EVA_UNKNOWN_CHECK', 'EVA_UNKNOWN_CRITERION', 'EVA_LIKELY_TYPO'],
  mend: (problem, source) => {
    const { key, meant } = namesIn(problem);
    if (meant === null || !isMisspelling(key, meant) || withoutQuotes(source.marked) !== key) return null;
    if (meant === 'status' && !isDraftAfter(source)) return null;
    return replaced(source, inSameQuotes(source.marked, meant));
  },
};

/** Returns true if the value of a key is draft. A status other than that is a claim about runs. */
function isDraftAfter({ text, end }: MarkedText): boolean {
  return /^[ \t]*:[ \t]*(["']?)draft\1[ \t]*(?:[#\r\n]|$)/.test(text.slice(end, end + 100));
}

function namesIn(problem: Problem): { readonly key: string; readonly meant: string | null } {
  const meant = paramOf(problem, 'meant');
  return { key: String(paramOf(problem, 'key')), meant: typeof meant === 'string' ? meant : null };
}

/** Returns true for a typing mistake, and for letters of other scripts. A synonym is no misspelling. */
export function isMisspelling(written: string, meant: string): boolean {
  return nearest(written, [meant]) === meant || asLatin(written) === meant;
}

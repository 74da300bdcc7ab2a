import type { Problem } from '#model/problem.js';
import { asLatin } from '#model/text/disguised.js';
import { nearest } from '#model/text/nearest.js';
import { inSameQuotes } from '#model/text/yaml-text.js';
import { type Fix, type MarkedText, paramOf, replaced, withoutQuotes } from '../fix.js';

/** Corrects the spelling of a key, of which one known key is near: `asert`. */
export const misspeltKey: Fix = {
  name: 'misspelt-key',
  codes: ['EVA_UNKNOWN_KEY', 'EVA_UNKNOWN_KEY:input', 'EVA_UNKNOWN_CHECK', 'EVA_UNKNOWN_CRITERION', 'EVA_LIKELY_TYPO'],
  changeFor: (problem, source) => {
    const { key, meant } = namesIn(problem);
    if (meant === null || !isMisspelling(key, meant) || withoutQuotes(source.marked) !== key) return null;
    if (paramOf(problem, 'advice') !== undefined) return null; // the value is another too
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

/** Returns true for a typing mistake, and for letters of other scripts. A synonym is no misspelling, and neither is a name that may mean another thing. */
export function isMisspelling(written: string, meant: string): boolean {
  return asLatin(written) === meant || (nearest(written, [meant]) === meant && !mayMeanAnother(written, meant));
}

/** Ends of names that tell units and comparisons apart: `timeout_ms` and `timeout_s`, `recall_lte` and `recall_gte`. */
const telling = /_(ms|s|sec|min|lte|lt|gte|gt)$/i;

/** Returns true for names that differ in a unit or comparison, or in their last letter alone: `user_id` and `user_ip`. */
function mayMeanAnother(written: string, meant: string): boolean {
  const [own, other] = [written, meant].map((name) => telling.exec(name)?.[1]?.toLowerCase());
  if (own !== undefined && other !== undefined && own !== other) return true;
  return written.length === meant.length && written.slice(0, -1) === meant.slice(0, -1);
}

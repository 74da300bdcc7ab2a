import { trimmed } from '#model/text/characters.js';
import type { Check } from '../checking/check.js';
import { withTrimmedText } from '../checking/check-value.js';
import { excerptAt } from '../checking/excerpt.js';
import { quote } from '../checking/quote.js';

/** The response begins with the text, white space at both ends of both left aside. */
export const startsWith: Check = {
  op: 'starts_with',
  prepare: withTrimmedText((wanted) => (response) => {
    const { text, start } = trimmed(response);
    if (text.startsWith(wanted)) return { holds: true, reason: 'begins so' };
    const end = start + Math.min(wanted.length, text.length);
    return {
      holds: false,
      reason: `the response does not begin with ${quote(wanted)}`,
      excerpt: excerptAt(response, start, end),
    };
  }),
};

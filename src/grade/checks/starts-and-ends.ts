import { trimmed } from '#model/text/characters.js';
import type { Check } from '../checking/check.js';
import { withTrimmedText } from '../checking/check-value.js';
import { excerptAt, quote } from '../checking/excerpt.js';

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

/** The response ends with the text, white space at both ends of both left aside. */
export const endsWith: Check = {
  op: 'ends_with',
  prepare: withTrimmedText((wanted) => (response) => {
    const { text, start } = trimmed(response);
    if (text.endsWith(wanted)) return { holds: true, reason: 'ends so' };
    const end = start + text.length;
    const lastLine = start + text.lastIndexOf('\n') + 1;
    return {
      holds: false,
      reason: `the response does not end with ${quote(wanted)}`,
      excerpt: excerptAt(response, Math.max(lastLine, end - wanted.length), end),
    };
  }),
};

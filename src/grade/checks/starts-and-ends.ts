import { trimmed } from '#model/text/characters.js';
import type { Check } from '../checking/check.js';
import { withTrimmedText } from '../checking/check-value.js';
import { excerptAt, quote } from '../checking/excerpt.js';

/** Holds if the response begins with the text, ignoring white space at both ends. */
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

/** Holds if the response ends with the text, ignoring white space at both ends. */
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

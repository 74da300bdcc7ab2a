import type { Check } from '../checking/check.js';
import { withCount } from '../checking/check-value.js';
import { countOf } from '../checking/count-of.js';
import { excerptAt } from '../checking/excerpt.js';

/** The response has at least so many characters, counted as Unicode code points. */
export const minChars: Check = {
  op: 'min_chars',
  prepare: withCount((least) => (response) => {
    const count = Array.from(response).length;
    return { holds: count >= least, reason: `${countOf(count, 'character')}, at least ${least} are asked for` };
  }),
};

/** The response has at most so many characters, counted as Unicode code points. */
export const maxChars: Check = {
  op: 'max_chars',
  prepare: withCount((most) => (response) => {
    const chars = Array.from(response);
    const reason = `${countOf(chars.length, 'character')}, the limit is ${most}`;
    if (chars.length <= most) return { holds: true, reason };
    const beyond = chars.slice(0, most).join('').length;
    return { holds: false, reason, excerpt: excerptAt(response, beyond, response.length) };
  }),
};

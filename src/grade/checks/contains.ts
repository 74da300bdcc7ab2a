import type { Check } from '../checking/check.js';
import { withText } from '../checking/check-value.js';
import { lineOf } from '../checking/excerpt.js';
import { notFound } from '../checking/nearest-text.js';

/** The text is in the response, upper and lower case told apart. */
export const contains: Check = {
  op: 'contains',
  prepare: withText((wanted) => (response) => {
    const at = response.indexOf(wanted);
    if (at === -1) return notFound(response, wanted);
    return { holds: true, reason: `found on line ${lineOf(response, at)}` };
  }),
};

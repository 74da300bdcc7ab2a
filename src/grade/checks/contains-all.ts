import type { Check } from '../checking/check.js';
import { withTexts } from '../checking/check-value.js';
import { notFound } from '../checking/nearest-text.js';
import { clip, quote } from '../checking/quote.js';

/** Each of the texts is in the response, upper and lower case told apart. */
export const containsAll: Check = {
  op: 'contains_all',
  prepare: withTexts((wanted) => (response) => {
    const missing = wanted.filter((text) => !response.includes(text));
    const [first, ...others] = missing;
    if (first === undefined) return { holds: true, reason: `all ${wanted.length} were found` };
    const outcome = notFound(response, first);
    if (others.length === 0) return outcome;
    const also = clip(others.map(quote).join(', '), 200);
    return { ...outcome, reason: `${outcome.reason}; missing as well: ${also}` };
  }),
};

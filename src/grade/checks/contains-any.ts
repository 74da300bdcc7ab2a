import type { Check } from '../checking/check.js';
import { withTexts } from '../checking/check-value.js';
import { notFound } from '../checking/nearest-text.js';
import { clip, quote } from '../checking/quote.js';

/** At least one of the texts is in the response, upper and lower case told apart. */
export const containsAny: Check = {
  op: 'contains_any',
  prepare: withTexts((wanted) => (response) => {
    const found = wanted.find((text) => response.includes(text));
    if (found !== undefined) return { holds: true, reason: `${quote(found)} was found` };
    const [first = '', ...others] = wanted;
    const outcome = notFound(response, first);
    if (others.length === 0) return outcome;
    const also = clip(others.map(quote).join(', '), 200);
    return { ...outcome, reason: `${outcome.reason}; not found either: ${also}` };
  }),
};

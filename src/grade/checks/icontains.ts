import type { Check } from '../checking/check.js';
import { withText } from '../checking/check-value.js';
import { notFound } from '../checking/nearest-text.js';

/**
 * The text is in the response once both are in lower case, by Unicode's own mapping and no locale's:
 * `É` is `é`, but `ß` is not `ss`, and `İ` becomes `i` with a dot above.
 */
export const icontains: Check = {
  op: 'icontains',
  prepare: withText((wanted) => (response) => {
    const found = response.toLowerCase().includes(wanted.toLowerCase());
    return found ? { holds: true, reason: 'found' } : notFound(response, wanted);
  }),
};

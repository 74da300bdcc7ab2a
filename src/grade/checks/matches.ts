import type { Check } from '../checking/check.js';
import { withPattern } from '../checking/check-value.js';
import { excerptAt, lineOf, openingOf, placeOf } from '../checking/excerpt.js';
import { search } from '../pattern/search.js';

/** The pattern is found somewhere in the response. */
export const matches: Check = {
  op: 'matches',
  prepare: withPattern((pattern) => async (response, context) => {
    const found = await search(pattern, response, context);
    if ('trouble' in found) return { holds: false, reason: found.trouble };
    if (found.match) return { holds: true, reason: `matches on line ${lineOf(response, found.match.start)}` };
    return { holds: false, reason: 'the pattern matches nowhere in the response', excerpt: openingOf(response) };
  }),
};

/** The pattern is found nowhere in the response. A pattern that ran out of time fails here too. */
export const notMatches: Check = {
  op: 'not_matches',
  prepare: withPattern((pattern) => async (response, context) => {
    const found = await search(pattern, response, context);
    if ('trouble' in found) return { holds: false, reason: found.trouble };
    if (!found.match) return { holds: true, reason: 'matches nowhere' };
    const { start, end } = found.match;
    const reason = `the pattern matches at ${placeOf(response, start)}`;
    return { holds: false, reason, excerpt: excerptAt(response, start, end) };
  }),
};

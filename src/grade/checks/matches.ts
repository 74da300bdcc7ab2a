import type { Check } from '../checking/check.js';
import { withPattern } from '../checking/check-value.js';
import { excerptAt, lineOf, openingOf, placeOf } from '../checking/excerpt.js';
import { search } from '../pattern/search.js';

/** Holds if the pattern matches anywhere in the response. */
export const matches: Check = {
  op: 'matches',
  prepare: withPattern((pattern) => async (response, context) => {
    const found = await search(pattern, response, context);
    if ('trouble' in found) return { holds: false, reason: found.trouble };
    if (found.match) return { holds: true, reason: `matches on line ${lineOf(response, found.match.start)}` };
    return { holds: false, reason: 'the pattern matches nowhere in the response', excerpt: openingOf(response) };
  }),
};

/** Holds if the pattern matches nowhere in the response. A search that runs out of time fails the check. */
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

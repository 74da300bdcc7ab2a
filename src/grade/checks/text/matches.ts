import type { Assess } from '../../checking/assessment.js';
import { excerptAt, lineOf, openingOf, placeOf } from '../../checking/excerpt.js';
import { readPattern } from '../../checking/pattern-value.js';
import { textFamily } from '../../checking/text-family.js';
import { search } from '../../pattern/search.js';

/** Checks whether a pattern matches anywhere in the response. A search that runs out of time fails both forms. */
export const matches = textFamily({
  op: 'matches',
  words: { met: 'matches', notMetEither: 'nor does any of' },
  prepare: (text, preparation) => {
    const read = readPattern(text, preparation);
    return 'key' in read ? read : { assess: searchWith(read.pattern) };
  },
});

function searchWith(pattern: () => RegExp): Assess {
  return async (response, context) => {
    const found = await search(pattern(), response, context);
    if ('trouble' in found) return { holds: 'cannot', reason: found.trouble };
    const { match } = found;
    if (match) {
      const { start, end } = match;
      return {
        holds: true,
        explain: () => ({ reason: `matches on line ${lineOf(response, start)}` }),
        explainNot: () => {
          const reason = `the pattern matches at ${placeOf(response, start)}`;
          return { reason, excerpt: excerptAt(response, start, end) };
        },
      };
    }
    const nowhere = 'the pattern matches nowhere in the response';
    return {
      holds: false,
      explain: () => ({ reason: nowhere, excerpt: openingOf(response) }),
      explainNot: () => ({ reason: 'matches nowhere' }),
    };
  };
}

import type { Assess, Explanation } from '../../checking/assessment.js';
import { excerptAt, lineOf, placeOf, quote } from '../../checking/excerpt.js';
import { textFamily } from '../../checking/text-family.js';
import { notFound } from './not-found.js';

const words = { met: 'was found', notMetEither: 'not found either' };

/** Checks whether the response contains a text (case-sensitive). */
export const contains = textFamily({
  op: 'contains',
  example: 'contains: "<diff>"',
  holdsIf: 'the response contains the text (case-sensitive)',
  about: {
    one: 'The response contains the text. Case-sensitive.',
    not: 'The response does not contain the text. Case-sensitive.',
    any: 'The response contains at least one of the texts.',
    all: 'The response contains all of the texts.',
    notAny: 'The response contains none of the texts.',
  },
  words,
  prepare: (wanted) => ({ assess: searchFor(wanted, (response) => occurrences(response, wanted)) }),
});

/**
 * Checks whether the response contains a text, ignoring case. Both are lower-cased by Unicode's locale-independent mapping: `É`
 * equals `é`, but `ß` does not equal `ss`, and `İ` becomes `i` with a dot above.
 */
export const icontains = textFamily({
  op: 'icontains',
  example: 'icontains: sorry',
  holdsIf: 'it contains the text (case-insensitive)',
  about: {
    one: 'The response contains the text. Case-insensitive.',
    not: 'The response does not contain the text. Case-insensitive.',
    any: 'The response contains at least one of the texts. Case-insensitive.',
    all: 'The response contains all of the texts. Case-insensitive.',
    notAny: 'The response contains none of the texts. Case-insensitive.',
  },
  words,
  prepare: (wanted) => ({ assess: searchIgnoringCase(wanted) }),
});

function searchFor(wanted: string, find: (response: string) => readonly number[]): Assess {
  return (response) => {
    const at = response.indexOf(wanted);
    if (at === -1) return { holds: false, explain: () => notFound(response, wanted), explainNot: notThere };
    return {
      holds: true,
      explain: () => ({ reason: `found on line ${lineOf(response, at)}` }),
      explainNot: () => foundAt(response, wanted, find(response)),
    };
  };
}

/** Places are given only if lower case keeps the length of the response, so that offsets are valid. */
function searchIgnoringCase(wanted: string): Assess {
  const lower = wanted.toLowerCase();
  return (response) => {
    const text = response.toLowerCase();
    if (!text.includes(lower)) return { holds: false, explain: () => notFound(response, wanted), explainNot: notThere };
    const places = () => (text.length === response.length ? occurrences(text, lower) : []);
    return {
      holds: true,
      explain: () => ({ reason: 'found' }),
      explainNot: () => foundAt(response, wanted, places()),
    };
  };
}

function notThere(): Explanation {
  return { reason: 'not found' };
}

const maxListed = 3;

function foundAt(response: string, wanted: string, found: readonly number[]): Explanation {
  const first = found[0];
  if (first === undefined) return { reason: `${quote(wanted)} was found` };
  const places = found.slice(0, maxListed).map((at) => placeOf(response, at));
  const more = found.length > maxListed ? ` and ${found.length - maxListed} more` : '';
  const reason = `${quote(wanted)} was found at ${places.join('; ')}${more}`;
  return { reason, excerpt: excerptAt(response, first, first + wanted.length) };
}

function occurrences(response: string, text: string): number[] {
  const found: number[] = [];
  for (let at = response.indexOf(text); at !== -1; at = response.indexOf(text, at + text.length)) found.push(at);
  return found;
}

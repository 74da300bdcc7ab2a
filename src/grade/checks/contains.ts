import type { Check } from '../checking/check.js';
import { withText, withTexts } from '../checking/check-value.js';
import { clip, excerptAt, lineOf, placeOf, quote } from '../checking/excerpt.js';
import { notFound } from '../checking/nearest-text.js';

/** Holds if the response contains the text (case-sensitive). */
export const contains: Check = {
  op: 'contains',
  prepare: withText((wanted) => (response) => {
    const at = response.indexOf(wanted);
    if (at === -1) return notFound(response, wanted);
    return { holds: true, reason: `found on line ${lineOf(response, at)}` };
  }),
};

/** Holds if the response contains all of the texts (case-sensitive). */
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

/** Holds if the response contains at least one of the texts (case-sensitive). */
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

/**
 * Holds if the response contains the text, ignoring case. Both are lower-cased by Unicode's locale-independent mapping: `É`
 * equals `é`, but `ß` does not equal `ss`, and `İ` becomes `i` with a dot above.
 */
export const icontains: Check = {
  op: 'icontains',
  prepare: withText((wanted) => (response) => {
    const found = response.toLowerCase().includes(wanted.toLowerCase());
    return found ? { holds: true, reason: 'found' } : notFound(response, wanted);
  }),
};

const maxListed = 3;

/** Holds if the response does not contain the text (case-sensitive). */
export const notContains: Check = {
  op: 'not_contains',
  prepare: withText((unwanted) => (response) => {
    const found = occurrences(response, unwanted);
    const first = found[0];
    if (first === undefined) return { holds: true, reason: 'not found' };
    const places = found.slice(0, maxListed).map((at) => placeOf(response, at));
    const more = found.length > maxListed ? ` and ${found.length - maxListed} more` : '';
    const reason = `${quote(unwanted)} was found at ${places.join('; ')}${more}`;
    return { holds: false, reason, excerpt: excerptAt(response, first, first + unwanted.length) };
  }),
};

function occurrences(response: string, text: string): number[] {
  const found: number[] = [];
  for (let at = response.indexOf(text); at !== -1; at = response.indexOf(text, at + text.length)) found.push(at);
  return found;
}

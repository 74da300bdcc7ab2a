import type { Check } from '../checking/check.js';
import { withText } from '../checking/check-value.js';
import { excerptAt, placeOf } from '../checking/excerpt.js';
import { quote } from '../checking/quote.js';

const listed = 3;

/** The text is nowhere in the response, upper and lower case told apart. */
export const notContains: Check = {
  op: 'not_contains',
  prepare: withText((unwanted) => (response) => {
    const found = occurrences(response, unwanted);
    const first = found[0];
    if (first === undefined) return { holds: true, reason: 'not found' };
    const places = found.slice(0, listed).map((at) => placeOf(response, at));
    const more = found.length > listed ? ` and ${found.length - listed} more` : '';
    const reason = `${quote(unwanted)} was found at ${places.join('; ')}${more}`;
    return { holds: false, reason, excerpt: excerptAt(response, first, first + unwanted.length) };
  }),
};

function occurrences(response: string, text: string): number[] {
  const found: number[] = [];
  for (let at = response.indexOf(text); at !== -1; at = response.indexOf(text, at + text.length)) found.push(at);
  return found;
}

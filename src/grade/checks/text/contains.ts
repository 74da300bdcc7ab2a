import type { Assess, Explanation } from '../../checking/assessment.js';
import { excerptAt, lineOf, openingOf, placeOf, quote } from '../../checking/excerpt.js';
import { textFamily } from '../../checking/text-family.js';

const words = { met: 'was found', notMetEither: 'not found either' };

/** Checks whether the response contains a text (case-sensitive). */
export const contains = textFamily({
  op: 'contains',
  hasAll: true,
  words,
  prepare: (wanted) => ({ assess: searchFor(wanted, (response) => occurrences(response, wanted)) }),
});

/**
 * Checks whether the response contains a text, ignoring case. Both are lower-cased by Unicode's locale-independent mapping: `É`
 * equals `é`, but `ß` does not equal `ss`, and `İ` becomes `i` with a dot above.
 */
export const icontains = textFamily({
  op: 'icontains',
  hasAll: true,
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

/** How much of the response is searched, and how much of the wanted text is compared, in UTF-16 units. Their product bounds the work. */
const searched = 50_000;
const compared = 100;

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Explains that a text was not found, with the most similar part of the response. */
function notFound(response: string, wanted: string): Explanation {
  const what = quote(wanted);
  const otherCase = foldCase(response).indexOf(foldCase(wanted));
  if (otherCase !== -1) {
    const reason = `${what} was not found; line ${lineOf(response, otherCase)} has it in different letter case`;
    return { reason, excerpt: excerptAt(response, otherCase, otherCase + wanted.length) };
  }
  const near = nearestText(response, wanted);
  if (!near) return { reason: `${what} was not found`, excerpt: openingOf(response) };
  const reason = `${what} was not found; line ${lineOf(response, near.start)} comes nearest`;
  return { reason, excerpt: excerptAt(response, near.start, near.end) };
}

/** Returns the longest common substring, ignoring case; undefined if it is too short to be of use. */
function nearestText(response: string, wanted: string): Span | undefined {
  const needle = foldCase(wanted.slice(0, compared));
  const span = longestCommon(foldCase(response.slice(0, searched)), needle);
  const common = response.slice(span.start, span.end);
  const enough = Math.max(3, Math.min(12, Math.ceil(needle.length / 4)));
  return common.replace(/\s/g, '').length >= enough ? span : undefined;
}

/** Returns the longest common substring, by dynamic programming; the first if several are equally long. */
function longestCommon(text: string, needle: string): Span {
  let last = new Uint16Array(needle.length + 1);
  let row = new Uint16Array(needle.length + 1);
  let best: Span = { start: 0, end: 0 };
  for (let i = 0; i < text.length; i++) {
    for (let j = 0; j < needle.length; j++) {
      const length = text.charCodeAt(i) === needle.charCodeAt(j) ? (last[j] ?? 0) + 1 : 0;
      row[j + 1] = length;
      if (length > best.end - best.start) best = { start: i + 1 - length, end: i + 1 };
    }
    [last, row] = [row, last];
  }
  return best;
}

/** Returns the text in lower case, except for the few letters whose length would change, so that offsets stay valid. */
function foldCase(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return Array.from(text, (char) => (char.toLowerCase().length === char.length ? char.toLowerCase() : char)).join('');
}

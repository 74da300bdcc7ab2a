import { trimmed } from '#model/text/characters.js';
import type { Check, CheckOutcome } from '../checking/check.js';
import { withPattern, withText, withTexts, withTrimmedText } from '../checking/check-value.js';
import { clip, excerptAt, lineOf, openingOf, placeOf, quote } from '../checking/excerpt.js';
import { search } from '../pattern/search.js';

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

/** Holds if the response begins with the text, ignoring white space at both ends. */
export const startsWith: Check = {
  op: 'starts_with',
  prepare: withTrimmedText((wanted) => (response) => {
    const { text, start } = trimmed(response);
    if (text.startsWith(wanted)) return { holds: true, reason: 'begins so' };
    const end = start + Math.min(wanted.length, text.length);
    return {
      holds: false,
      reason: `the response does not begin with ${quote(wanted)}`,
      excerpt: excerptAt(response, start, end),
    };
  }),
};

/** Holds if the response ends with the text, ignoring white space at both ends. */
export const endsWith: Check = {
  op: 'ends_with',
  prepare: withTrimmedText((wanted) => (response) => {
    const { text, start } = trimmed(response);
    if (text.endsWith(wanted)) return { holds: true, reason: 'ends so' };
    const end = start + text.length;
    const lastLine = start + text.lastIndexOf('\n') + 1;
    return {
      holds: false,
      reason: `the response does not end with ${quote(wanted)}`,
      excerpt: excerptAt(response, Math.max(lastLine, end - wanted.length), end),
    };
  }),
};

/** Holds if the response equals the text, ignoring white space at both ends. */
export const equals: Check = {
  op: 'equals',
  prepare: withTrimmedText((wanted) => (response) => {
    const { text, start } = trimmed(response);
    if (text === wanted) return { holds: true, reason: 'equal' };
    const at = firstDifference(text, wanted);
    if (at === text.length) return endsEarly(response, start + at, wanted.slice(at));
    if (at === wanted.length) return goesOn(response, start + at);
    const reason = `first difference on line ${lineOf(response, start + at)}: expected ${quote(lineFrom(wanted, at))}`;
    return { holds: false, reason, excerpt: excerptAt(response, start + at, response.length) };
  }),
};

function endsEarly(response: string, end: number, missing: string): CheckOutcome {
  const reason = `the response ends on line ${lineOf(response, end)}; still expected: ${quote(missing.trimStart())}`;
  return { holds: false, reason, excerpt: excerptAt(response, Math.max(0, end - 1)) };
}

function goesOn(response: string, end: number): CheckOutcome {
  const surplus = end + trimmed(response.slice(end)).start;
  const reason = `equal so far, but the response has more, from line ${lineOf(response, surplus)} on`;
  return { holds: false, reason, excerpt: excerptAt(response, surplus, response.length) };
}

function firstDifference(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return at;
}

/** Returns the rest of a line from an offset on; the line break if the offset is at the end of a line. */
function lineFrom(text: string, at: number): string {
  const newline = text.indexOf('\n', at);
  return newline === -1 ? text.slice(at) : text.slice(at, Math.max(newline, at + 1));
}

/** How much of the response is searched, and how much of the wanted text is compared, in UTF-16 units. Their product bounds the work. */
const searched = 50_000;
const compared = 100;

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Returns the outcome of a check whose text was not found, with the most similar part of the response. */
function notFound(response: string, wanted: string): CheckOutcome {
  const what = quote(wanted);
  const otherCase = foldCase(response).indexOf(foldCase(wanted));
  if (otherCase !== -1) {
    const reason = `${what} was not found; line ${lineOf(response, otherCase)} has it in different letter case`;
    return { holds: false, reason, excerpt: excerptAt(response, otherCase, otherCase + wanted.length) };
  }
  const near = nearestText(response, wanted);
  if (!near) return { holds: false, reason: `${what} was not found`, excerpt: openingOf(response) };
  const reason = `${what} was not found; line ${lineOf(response, near.start)} comes nearest`;
  return { holds: false, reason, excerpt: excerptAt(response, near.start, near.end) };
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

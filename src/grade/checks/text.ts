import { asLatin, codePoints, trimmed } from '#model/text/characters.js';
import type { Assess, Explanation } from '../check-parts/check.js';
import { excerptAt, excerptLine, openingOf, placeInResponse, quote } from '../check-parts/excerpt.js';
import type { Span } from '../check-parts/json-in-response.js';
import { textFamily } from '../check-parts/text-family.js';
import { readPattern, search } from '../pattern/search.js';

const words = { met: 'was found', notMetEither: 'not found either' };

/** Checks whether the response contains a text (case-sensitive). */
export const contains = textFamily({
  op: 'contains',
  hasAll: true,
  words,
  prepare: (wanted) => ({ assess: searchFor(wanted) }),
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

function searchFor(wanted: string): Assess {
  return (response) => {
    const at = response.indexOf(wanted);
    if (at === -1) return { holds: false, explain: () => notFound(response, wanted), explainNot: notThere };
    return {
      holds: true,
      explain: () => ({ reason: `found on line ${excerptLine(response, at)}` }),
      explainNot: () => foundAt(response, wanted, occurrences(response, wanted)),
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
  const places = found.slice(0, maxListed).map((at) => placeInResponse(response, at));
  const more = found.length > maxListed ? ` and ${found.length - maxListed} more` : '';
  const reason = `${quote(wanted)} was found at ${places.join('; ')}${more}`;
  return { reason, excerpt: excerptAt(response, first, first + wanted.length) };
}

function occurrences(response: string, text: string): number[] {
  const offsets: number[] = [];
  for (let at = response.indexOf(text); at !== -1; at = response.indexOf(text, at + text.length)) offsets.push(at);
  return offsets;
}

/** How much of the response is searched, and how much of the wanted text is compared, in UTF-16 units. Their product bounds the work. */
const searched = 50_000;

const compared = 100;

/** Explains that a text was not found, with the most similar part of the response. */
function notFound(response: string, wanted: string): Explanation {
  const what = quote(wanted);
  const otherCase = foldCase(response).indexOf(foldCase(wanted));
  if (otherCase !== -1) {
    const reason = `${what} was not found; line ${excerptLine(response, otherCase)} has it in different letter case`;
    return { reason, excerpt: excerptAt(response, otherCase, otherCase + wanted.length) };
  }
  const near = nearestText(response, wanted);
  if (!near) return { reason: `${what} was not found`, excerpt: openingOf(response) };
  const reason = `${what} was not found; line ${excerptLine(response, near.start)} comes nearest`;
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

/** Checks whether a pattern matches anywhere in the response. A search that runs out of time fails both forms. */
export const matches = textFamily({
  op: 'matches',
  words: { met: 'matches', notMetEither: 'nor does any of' },
  prepare: (text, preparation) => {
    const read = readPattern(text, preparation);
    return 'problemOf' in read ? read : { assess: searchWith(read.pattern) };
  },
});

function searchWith(pattern: () => RegExp): Assess {
  return async (response, context) => {
    const result = await search(pattern(), response, context);
    if ('trouble' in result) return { holds: 'cannot', reason: result.trouble };
    const { match } = result;
    if (match) {
      const { start, end } = match;
      return {
        holds: true,
        explain: () => ({ reason: `matches on line ${excerptLine(response, start)}` }),
        explainNot: () => {
          const reason = `the pattern matches at ${placeInResponse(response, start)}`;
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

/** Checks whether the response begins with a text, ignoring white space at both ends. */
export const startsWith = checksOfEnd('starts_with', 'begin');

/** Checks whether the response ends with a text, ignoring white space at both ends. */
export const endsWith = checksOfEnd('ends_with', 'end');

function checksOfEnd(op: string, verb: 'begin' | 'end') {
  return textFamily({
    op,
    words: { met: `${verb}s the response`, notMetEither: `nor does it ${verb} with` },
    read: withoutSpace,
    prepare: (wanted) => ({
      assess: (response) => {
        const { text, start } = trimmed(response);
        const end = start + text.length;
        const lastLine = start + text.lastIndexOf('\n') + 1;
        const excerpt = () =>
          verb === 'begin'
            ? excerptAt(response, start, Math.min(start + wanted.length, end))
            : excerptAt(response, Math.max(lastLine, end - wanted.length), end);
        const holds = verb === 'begin' ? text.startsWith(wanted) : text.endsWith(wanted);
        const like = () => ({ reason: `the response ${verb}s with ${quote(wanted)}`, excerpt: excerpt() });
        const unlike = () => ({ reason: `the response does not ${verb} with ${quote(wanted)}`, excerpt: excerpt() });
        return holds
          ? { holds, explain: () => ({ reason: `${verb}s so` }), explainNot: like }
          : { holds, explain: unlike, explainNot: () => ({ reason: `${verb}s differently` }) };
      },
    }),
  });
}

/** Checks whether the response equals a text, ignoring white space at both ends. */
export const equals = textFamily({
  op: 'equals',
  words: { met: 'is the response', notMetEither: 'nor is it' },
  read: withoutSpace,
  prepare: (wanted) => ({
    assess: (response) => {
      const { text, start } = trimmed(response);
      const excerpt = () => excerptAt(response, start, start + text.length);
      const like = () => ({ reason: `the response equals ${quote(wanted)}`, excerpt: excerpt() });
      if (text === wanted) return { holds: true, explain: () => ({ reason: 'equal' }), explainNot: like };
      return {
        holds: false,
        explain: () => difference(response, text, wanted),
        explainNot: () => ({ reason: 'not equal' }),
      };
    },
  }),
});

function withoutSpace(text: string): string {
  return trimmed(text).text;
}

/** Explains where the response, and its text without white space at both ends, first differs from the wanted text. */
function difference(response: string, text: string, wanted: string): Explanation {
  const { start } = trimmed(response);
  let at = 0;
  while (at < text.length && at < wanted.length && text.charCodeAt(at) === wanted.charCodeAt(at)) at++;
  if (plain(text) === plain(wanted)) {
    const [ours, theirs] = [unlike(text, at, wanted), unlike(wanted, at, text)];
    const alike = `it looks like ${quote(wanted)}, but has ${codePoints(ours)} where ${codePoints(theirs)} is expected`;
    return { reason: alike, excerpt: excerptAt(response, start + at, start + at + ours.length) };
  }
  if (isShort(text) && isShort(wanted)) {
    const excerpt = excerptAt(response, start, start + text.length);
    return { reason: `${quote(text)} instead of ${quote(wanted)}`, excerpt };
  }
  if (at === text.length) return endsEarly(response, start + at, wanted.slice(at));
  if (at === wanted.length) return goesOn(response, start + at);
  const reason = `first difference on line ${excerptLine(response, start + at)}: expected ${quote(lineFrom(wanted, at))}`;
  return { reason, excerpt: excerptAt(response, start + at, response.length) };
}

/** Returns true for a text that a reason can show whole: a line of at most 60 characters, all of which people can see. */
function isShort(text: string): boolean {
  return text.length <= 60 && !/[\p{C}\u2028\u2029]/u.test(text);
}

function plain(text: string): string {
  return asLatin(text.normalize('NFKC'))
    .replace(/\r\n?/g, '\n')
    .replace(/\t/g, ' ')
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, '-');
}

/** Returns what a text has from its first difference to another one on, as far as the two differ: at most 3 characters. */
function unlike(text: string, at: number, other: string): string {
  let same = 0;
  while (same < Math.min(text.length, other.length) - at && text.at(-1 - same) === other.at(-1 - same)) same++;
  return [...text.slice(at, Math.max(at + 1, text.length - same))].slice(0, 3).join('');
}

function endsEarly(response: string, end: number, missing: string): Explanation {
  const reason = `the response ends on line ${excerptLine(response, end)}; still expected: ${quote(missing.trimStart())}`;
  return { reason, excerpt: excerptAt(response, Math.max(0, end - 1)) };
}

function goesOn(response: string, end: number): Explanation {
  const surplus = end + trimmed(response.slice(end)).start;
  const reason = `equal so far, but the response has more, from line ${excerptLine(response, surplus)} on`;
  return { reason, excerpt: excerptAt(response, surplus, response.length) };
}

/** Returns the rest of a line from an offset on; the line break if the offset is at the end of a line. */
function lineFrom(text: string, at: number): string {
  const newline = text.indexOf('\n', at);
  return newline === -1 ? text.slice(at) : text.slice(at, Math.max(newline, at + 1));
}

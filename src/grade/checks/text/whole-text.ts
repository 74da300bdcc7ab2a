import { codePoints, trimmed } from '#model/text/characters.js';
import { asLatin } from '#model/text/disguised.js';
import type { Explanation } from '../../checking/assessment.js';
import { excerptAt, lineOf, quote } from '../../checking/excerpt.js';
import { textFamily } from '../../checking/text-family.js';

/** Checks whether the response begins with a text, ignoring white space at both ends. */
export const startsWith = textFamily({
  op: 'starts_with',
  words: { met: 'begins the response', notMetEither: 'nor does it begin with' },
  read: withoutSpace,
  prepare: (wanted) => ({
    assess: (response) => {
      const { text, start } = trimmed(response);
      const end = start + Math.min(wanted.length, text.length);
      const excerpt = () => excerptAt(response, start, end);
      const unlike = () => ({ reason: `the response does not begin with ${quote(wanted)}`, excerpt: excerpt() });
      const like = () => ({ reason: `the response begins with ${quote(wanted)}`, excerpt: excerpt() });
      if (!text.startsWith(wanted))
        return { holds: false, explain: unlike, explainNot: () => ({ reason: 'begins differently' }) };
      return { holds: true, explain: () => ({ reason: 'begins so' }), explainNot: like };
    },
  }),
});

/** Checks whether the response ends with a text, ignoring white space at both ends. */
export const endsWith = textFamily({
  op: 'ends_with',
  words: { met: 'ends the response', notMetEither: 'nor does it end with' },
  read: withoutSpace,
  prepare: (wanted) => ({
    assess: (response) => {
      const { text, start } = trimmed(response);
      const end = start + text.length;
      const lastLine = start + text.lastIndexOf('\n') + 1;
      const excerpt = () => excerptAt(response, Math.max(lastLine, end - wanted.length), end);
      const unlike = () => ({ reason: `the response does not end with ${quote(wanted)}`, excerpt: excerpt() });
      const like = () => ({ reason: `the response ends with ${quote(wanted)}`, excerpt: excerpt() });
      if (!text.endsWith(wanted))
        return { holds: false, explain: unlike, explainNot: () => ({ reason: 'ends differently' }) };
      return { holds: true, explain: () => ({ reason: 'ends so' }), explainNot: like };
    },
  }),
});

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
  const at = firstDifference(text, wanted);
  if (isAlike(text, wanted)) {
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
  const reason = `first difference on line ${lineOf(response, start + at)}: expected ${quote(lineFrom(wanted, at))}`;
  return { reason, excerpt: excerptAt(response, start + at, response.length) };
}

/** Returns true for a text that a reason can show whole: a line of at most 60 characters, all of which people can see. */
function isShort(text: string): boolean {
  return text.length <= 60 && !/[\p{C}\u2028\u2029]/u.test(text);
}

/** Returns true for two texts that people cannot tell apart: other forms of letters, spaces, line ends and quotes, and letters of other scripts. */
function isAlike(a: string, b: string): boolean {
  return plain(a) === plain(b);
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
  const reason = `the response ends on line ${lineOf(response, end)}; still expected: ${quote(missing.trimStart())}`;
  return { reason, excerpt: excerptAt(response, Math.max(0, end - 1)) };
}

function goesOn(response: string, end: number): Explanation {
  const surplus = end + trimmed(response.slice(end)).start;
  const reason = `equal so far, but the response has more, from line ${lineOf(response, surplus)} on`;
  return { reason, excerpt: excerptAt(response, surplus, response.length) };
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

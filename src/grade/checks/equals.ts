import { trimmed } from '#model/text/characters.js';
import type { Check, CheckOutcome } from '../checking/check.js';
import { withTrimmedText } from '../checking/check-value.js';
import { excerptAt, lineOf, quote } from '../checking/excerpt.js';

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

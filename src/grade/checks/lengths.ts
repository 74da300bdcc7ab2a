import { words } from '#model/text/characters.js';
import type { Check } from '../checking/check.js';
import { withCount } from '../checking/check-value.js';
import { excerptAt } from '../checking/excerpt.js';

/** Holds if the response has at least this many words, separated by white space. (The key says tokens; they are not a model's tokens.) */
export const minTokens: Check = {
  op: 'min_tokens',
  prepare: withCount((least) => (response) => {
    const count = words(response).length;
    return { holds: count >= least, reason: `${countOf(count, 'token')}, at least ${least} are asked for` };
  }),
};

export const maxTokens: Check = {
  op: 'max_tokens',
  prepare: withCount((most) => (response) => {
    const found = words(response);
    const reason = `${countOf(found.length, 'token')}, the limit is ${most}`;
    const beyond = found[most];
    if (!beyond) return { holds: true, reason };
    const { start, word } = beyond;
    return { holds: false, reason, excerpt: excerptAt(response, start, start + word.length) };
  }),
};

export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Holds if the response has at least this many Unicode code points. */
export const minChars: Check = {
  op: 'min_chars',
  prepare: withCount((least) => (response) => {
    const count = Array.from(response).length;
    return { holds: count >= least, reason: `${countOf(count, 'character')}, at least ${least} are asked for` };
  }),
};

/** Holds if the response has at most this many Unicode code points. */
export const maxChars: Check = {
  op: 'max_chars',
  prepare: withCount((most) => (response) => {
    const chars = Array.from(response);
    const reason = `${countOf(chars.length, 'character')}, the limit is ${most}`;
    if (chars.length <= most) return { holds: true, reason };
    const beyond = chars.slice(0, most).join('').length;
    return { holds: false, reason, excerpt: excerptAt(response, beyond, response.length) };
  }),
};

import { words } from '#model/text/characters.js';
import type { Check } from '../checking/check.js';
import { withCount } from '../checking/check-value.js';
import { countOf } from '../checking/count-of.js';
import { excerptAt } from '../checking/excerpt.js';

/** The response has at least so many words. A token here is a word between white space, not a model's token. */
export const minTokens: Check = {
  op: 'min_tokens',
  prepare: withCount((least) => (response) => {
    const count = words(response).length;
    return { holds: count >= least, reason: `${countOf(count, 'token')}, at least ${least} are asked for` };
  }),
};

/** The response has at most so many words. */
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

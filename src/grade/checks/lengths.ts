import { words } from '#model/text/characters.js';
import { withCount } from '../checking/check-value.js';
import { excerptAt } from '../checking/excerpt.js';
import { alone } from '../checking/family.js';

const count = { $ref: '#/$defs/count' };

/** Holds if the response has at least this many words, separated by white space. (The key says tokens; they are not a model's tokens.) */
export const minTokens = alone(
  {
    op: 'min_tokens',
    schema: { description: 'The response has at least this many words separated by white space.', ...count },
    prepare: withCount((least) => (response) => {
      const count = words(response).length;
      return { holds: count >= least, reason: `${countOf(count, 'token')}, at least ${least} are asked for` };
    }),
  },
  'min_tokens: 20',
  'it has at least this many words between white space',
);

export const maxTokens = alone(
  {
    op: 'max_tokens',
    schema: { description: 'The response has at most this many words separated by white space.', ...count },
    prepare: withCount((most) => (response) => {
      const found = words(response);
      const reason = `${countOf(found.length, 'token')}, the limit is ${most}`;
      const beyond = found[most];
      if (!beyond) return { holds: true, reason };
      const { start, word } = beyond;
      return { holds: false, reason, excerpt: excerptAt(response, start, start + word.length) };
    }),
  },
  'max_tokens: 120',
  'it has at most this many words between white space',
);

export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Holds if the response has at least this many Unicode code points. */
export const minChars = alone(
  {
    op: 'min_chars',
    schema: { description: 'The response has at least this many characters (Unicode code points).', ...count },
    prepare: withCount((least) => (response) => {
      const count = Array.from(response).length;
      return { holds: count >= least, reason: `${countOf(count, 'character')}, at least ${least} are asked for` };
    }),
  },
  'min_chars: 40',
  'it has at least this many characters (Unicode code points)',
);

/** Holds if the response has at most this many Unicode code points. */
export const maxChars = alone(
  {
    op: 'max_chars',
    schema: { description: 'The response has at most this many characters (Unicode code points).', ...count },
    prepare: withCount((most) => (response) => {
      const chars = Array.from(response);
      const reason = `${countOf(chars.length, 'character')}, the limit is ${most}`;
      if (chars.length <= most) return { holds: true, reason };
      const beyond = chars.slice(0, most).join('').length;
      return { holds: false, reason, excerpt: excerptAt(response, beyond, response.length) };
    }),
  },
  'max_chars: 700',
  'it has at most this many characters (Unicode code points)',
);

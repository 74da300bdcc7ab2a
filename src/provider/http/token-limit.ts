import type { Answer } from './http-post.js';

/** The names under which servers with the chat-completions protocol take `max_tokens`. */
export const tokenLimits = ['max_tokens', 'max_completion_tokens'] as const;
export type TokenLimit = (typeof tokenLimits)[number];

/** The number of characters of an error that are searched: no server needs more to name a key. */
const searched = 10_000;

/** Words with which servers refuse a key of a request. */
const refusal =
  'unsupported[ _]parameter|not supported|unrecognized|unknown|extra_forbidden|extra inputs|not permitted|unexpected';

/**
 * Returns the other name of the token limit if the server refuses the one that was sent, undefined for any other error. Mistral answers with
 * status 422, others with 400. A limit that is too large is no wrong name.
 */
export function otherTokenLimit(
  { status, text }: Pick<Answer, 'status' | 'text'>,
  sent: TokenLimit,
): TokenLimit | undefined {
  if (status !== 400 && status !== 422) return undefined;
  const isRefused = new RegExp(`\\b${sent}\\b[^]{0,80}?(?:${refusal})|(?:${refusal})[^]{0,80}?\\b${sent}\\b`, 'i').test(
    text.slice(0, searched),
  );
  return isRefused ? tokenLimits.find((name) => name !== sent) : undefined;
}

import { noReplyTexts } from '#errors/failures/no-reply.js';
import type { Budget } from '#model/config.js';
import type { Amount } from './amount.js';

/** Tolerated relative rounding error of sums of dollars. */
const roundingError = 1e-9;

/** The limit that refuses a call, and the message of the refusal. */
export interface Refusal {
  readonly bound: keyof Budget;
  readonly message: string;
}

/** Returns the limit that an amount exceeds, or null. `most` is the amount of its last call. */
export function refusalOf(
  { calls, tokens, usd }: Amount,
  { max_calls, max_tokens, max_cost_usd }: Budget,
  most: Amount,
): Refusal | null {
  if (max_calls !== undefined && calls > max_calls) {
    return { bound: 'max_calls', message: noReplyTexts.max_calls({ limit: max_calls }) };
  }
  if (max_tokens !== undefined && tokens > max_tokens) {
    return { bound: 'max_tokens', message: noReplyTexts.max_tokens({ limit: max_tokens, most: most.tokens }) };
  }
  if (max_cost_usd !== undefined && usd > max_cost_usd * (1 + roundingError)) {
    return {
      bound: 'max_cost_usd',
      message: noReplyTexts.max_cost_usd({ limit: max_cost_usd, most: rounded(most.usd) }),
    };
  }
  return null;
}

/** Rounds dollars up to the next hundredth of a cent. */
function rounded(usd: number): number {
  return Math.ceil(usd * 1e4 * (1 - roundingError)) / 1e4;
}

import type { Budget } from '#model/config.js';
import type { Amount } from './amount.js';

/** The tolerated relative rounding error of sums of dollars. */
const roundingError = 1e-9;

/** The limit that refuses a call, and the refusal in words. */
export interface Refusal {
  readonly bound: keyof Budget;
  readonly words: string;
}

/** Returns the limit that an amount exceeds, or null. `most` is the amount of its last call. */
export function refusalOf(
  { calls, tokens, usd }: Amount,
  { max_calls, max_tokens, max_cost_usd }: Budget,
  most: Amount,
): Refusal | null {
  if (max_calls !== undefined && calls > max_calls) {
    return { bound: 'max_calls', words: usedUp(`${max_calls} ${max_calls === 1 ? 'call' : 'calls'}`) };
  }
  if (max_tokens !== undefined && tokens > max_tokens) {
    return { bound: 'max_tokens', words: noRoom(`${max_tokens} tokens`, String(most.tokens)) };
  }
  if (max_cost_usd !== undefined && usd > max_cost_usd * (1 + roundingError)) {
    return { bound: 'max_cost_usd', words: noRoom(`$${max_cost_usd}`, `$${rounded(most.usd)}`) };
  }
  return null;
}

/** Rounds dollars up to the next hundredth of a cent. */
function rounded(usd: number): number {
  return Math.ceil(usd * 1e4 * (1 - roundingError)) / 1e4;
}

function usedUp(budget: string): string {
  return `the budget of ${budget} is used up`;
}

function noRoom(budget: string, most: string): string {
  return `the budget of ${budget} leaves no room for another call, which may take ${most}`;
}

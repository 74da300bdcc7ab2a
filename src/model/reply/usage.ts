import type { Reply } from './exchange.js';

/** The tokens of several replies. Replies without a token count are counted in `unmetered_replies`, never as 0 tokens. */
export interface UsageTotal {
  readonly replies: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly unmetered_replies: number;
  /** Replies from batches, at a lower price; absent if there are none. */
  readonly batch_replies?: number;
}

export const noUsage: UsageTotal = { replies: 0, input_tokens: 0, output_tokens: 0, unmetered_replies: 0 };

/** Adds the tokens of a reply to a total. */
export function addReply(total: UsageTotal, { usage, latency_s }: Pick<Reply, 'usage' | 'latency_s'>): UsageTotal {
  const unmetered = usage.input_tokens === null || usage.output_tokens === null;
  const batched = (total.batch_replies ?? 0) + (latency_s === null ? 1 : 0);
  return {
    replies: total.replies + 1,
    input_tokens: total.input_tokens + (usage.input_tokens ?? 0),
    output_tokens: total.output_tokens + (usage.output_tokens ?? 0),
    unmetered_replies: total.unmetered_replies + (unmetered ? 1 : 0),
    ...(batched > 0 && { batch_replies: batched }),
  };
}

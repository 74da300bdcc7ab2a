import type { Price } from '../config.js';
import type { Reply, TokenUsage } from './exchange.js';

/** The price of a reply from a batch, as a fraction of the normal price. */
export const batchShare = 0.5;

/** Returns the cost of one reply in dollars; null if the price or a token count is unknown. */
export function costOf({ input_tokens, output_tokens }: TokenUsage, price: Price | undefined): number | null {
  if (!price || input_tokens === null || output_tokens === null) return null;
  return (input_tokens * price.input + output_tokens * price.output) / 1e6;
}

/** Returns the price of a model, by its name at the provider; undefined if eva.yml has none. */
export function priceOf(prices: Readonly<Record<string, Price>>, model: string): Price | undefined {
  return Object.hasOwn(prices, model) ? prices[model] : undefined;
}

/** Returns the price of a reply of a model. A reply without latency came from a batch and is cheaper. */
export function priceOfReply(
  prices: Readonly<Record<string, Price>>,
  model: string,
  { latency_s }: Pick<Reply, 'latency_s'>,
): Price | undefined {
  const price = priceOf(prices, model);
  if (!price || latency_s !== null) return price;
  return { input: price.input * batchShare, output: price.output * batchShare };
}

/** The forecast cost of a run, in dollars. */
export interface CostOutlook {
  /** The upper bound without retries; null if a model has no price or no limit of its tokens. */
  readonly at_most_usd: number | null;
  /** The estimate from earlier runs; null without any. */
  readonly about_usd: number | null;
  /** Models whose cost has no upper bound, by the keys of their prices; those of programs by their full names. */
  readonly without_price: readonly string[];
  /** The models among them that a program calls, which may ignore the limit of tokens. */
  readonly asked_by_programs: readonly string[];
  /** Applications with responses of any length, so that the cost of reading them has no bound. */
  readonly unbounded_apps: readonly string[];
}

/** The tokens of several replies. Replies without a token count are counted in `unmetered_replies`, never as 0 tokens. */
export interface UsageTotal {
  readonly replies: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly unmetered_replies: number;
  /** Replies from batches, at a lower price; absent without batches. */
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

import type { Price } from './config.js';
import type { Reply, TokenUsage } from './exchange.js';

/** What a provider takes for a reply out of a batch, of what it takes for another. */
export const batchShare = 0.5;

/** Dollars for the tokens of one reply; null where the price or a count is not known. */
export function costOf({ input_tokens, output_tokens }: TokenUsage, price: Price | undefined): number | null {
  if (!price || input_tokens === null || output_tokens === null) return null;
  return (input_tokens * price.input + output_tokens * price.output) / 1e6;
}

/** The price of a model by the name that the provider is asked for; undefined where eva.yml has none. */
export function priceOf(prices: Readonly<Record<string, Price>>, model: string): Price | undefined {
  return Object.hasOwn(prices, model) ? prices[model] : undefined;
}

/** The price of a reply of a model, which is another where it came out of a batch: such a reply has no latency. */
export function priceOfReply(
  prices: Readonly<Record<string, Price>>,
  model: string,
  { latency_s }: Pick<Reply, 'latency_s'>,
): Price | undefined {
  const price = priceOf(prices, model);
  if (!price || latency_s !== null) return price;
  return { input: price.input * batchShare, output: price.output * batchShare };
}

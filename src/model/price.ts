import type { Price } from './config.js';
import type { TokenUsage } from './exchange.js';

/** Dollars for the tokens of one reply; null where the price or a count is not known. */
export function costOf({ input_tokens, output_tokens }: TokenUsage, price: Price | undefined): number | null {
  if (!price || input_tokens === null || output_tokens === null) return null;
  return (input_tokens * price.input + output_tokens * price.output) / 1e6;
}

/** The price of a model by the name that the provider is asked for; undefined where eva.yml has none. */
export function priceOf(prices: Readonly<Record<string, Price>>, model: string): Price | undefined {
  return Object.hasOwn(prices, model) ? prices[model] : undefined;
}

import type { Price } from '../config.js';
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

/** What a run will cost, as far as it can be said before it. Dollars. */
export interface CostOutlook {
  /** The most that it can cost if no call has to be made again; null if a model has no price or no bound, or reads what has none. */
  readonly at_most_usd: number | null;
  /** What earlier runs let expect; null without any. */
  readonly about_usd: number | null;
  /** Models for which no bound can be said. */
  readonly without_price: readonly string[];
  /** Those among them that a program asks: it may make a model say more than it is told to. */
  readonly asked_by_programs: readonly string[];
  /** Applications whose responses may be of any length, so that no bound can be said of what reads them. */
  readonly unbounded_apps: readonly string[];
}

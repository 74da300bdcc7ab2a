import type { Price, Prices } from '../config.js';
import type { Reply, ReplyUsage, TokenUsage } from './exchange.js';

/** The price of a reply from a batch, as a fraction of the normal price. */
export const batchShare = 0.5;

/** The price of the tokens of one request. */
type Rate = Pick<Price, 'input' | 'output'>;

/** Returns the cost of one reply in dollars: as reported, or by its price. Null if the price or a token count is unknown. */
export function costOf(usage: ReplyUsage, price: Price | undefined): number | null {
  if (usage.cost_usd !== undefined) return usage.cost_usd;
  const { input_tokens, output_tokens } = usage;
  if (!price || input_tokens === null || output_tokens === null) return null;
  const { input, output } = rateOf(usage, price);
  return (input_tokens * input + output_tokens * output) / 1e6;
}

/** Returns the price of the tokens of a request, which can depend on the length of its prompt. */
function rateOf({ input_tokens }: TokenUsage, price: Price): Rate {
  const isLong = price.long !== undefined && (input_tokens ?? 0) > price.long.above_tokens;
  return price.long && isLong ? price.long : price;
}

/** Returns the price of a model, by its name at the provider; undefined if eva.yml has none and eva does not know it. */
export function priceOf(prices: Prices, model: string): Price | undefined {
  return Object.hasOwn(prices, model) ? prices[model] : undefined;
}

/** Returns the price of the tokens of a reply of a model. A reply without latency came from a batch and is cheaper. */
export function priceOfReply(
  prices: Prices,
  model: string,
  { latency_s, usage }: Pick<Reply, 'latency_s' | 'usage'>,
): Price | undefined {
  const price = priceOf(prices, model);
  if (!price) return undefined;
  const share = latency_s === null ? batchShare : 1;
  const { input, output } = rateOf(usage, price);
  const { built_in } = price;
  return { input: input * share, output: output * share, ...(built_in !== undefined && { built_in }) };
}

/** Returns the prices that eva.yml has. */
export function withoutBuiltIn(prices: Prices): Prices {
  return Object.fromEntries(Object.entries(prices).filter(([, { built_in }]) => built_in === undefined));
}

/** Returns the date of eva's price table, if one of these models has a built-in price; undefined if none has. */
export function builtInDate(prices: Prices, models: readonly string[]): string | undefined {
  return models.map((model) => priceOf(prices, model)?.built_in).find((date) => date !== undefined);
}

/** The cost of the model replies of a run. */
export interface PaidCost {
  /** Dollars; null if a price or a token count is unknown. */
  readonly cost_usd: number | null;
  /** The date of eva's price table, if built-in prices are part of the cost; absent if eva.yml has all prices. */
  readonly built_in_prices?: string;
}

/** The forecast cost of a run, in dollars. */
export interface CostOutlook {
  /** The upper bound without retries; null if a model has no price or no limit of its tokens. */
  readonly at_most_usd: number | null;
  /** The estimate from earlier runs; null without any. */
  readonly about_usd: number | null;
  /** The date of eva's price table and the models priced with it; absent if eva.yml has all prices. */
  readonly built_in_prices?: { readonly date: string; readonly models: readonly string[] };
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

/** Adds the tokens of two runs. */
export function plusUsage(a: UsageTotal, b: UsageTotal): UsageTotal {
  const batched = (a.batch_replies ?? 0) + (b.batch_replies ?? 0);
  return {
    replies: a.replies + b.replies,
    input_tokens: a.input_tokens + b.input_tokens,
    output_tokens: a.output_tokens + b.output_tokens,
    unmetered_replies: a.unmetered_replies + b.unmetered_replies,
    ...(batched > 0 && { batch_replies: batched }),
  };
}

/** Adds the costs of two runs; unknown if one of them is. */
export function plusCost(a: PaidCost, b: PaidCost): PaidCost {
  if (a.cost_usd === null || b.cost_usd === null) return { cost_usd: null };
  const built_in_prices = a.built_in_prices ?? b.built_in_prices;
  const cost_usd = Number((a.cost_usd + b.cost_usd).toFixed(9));
  return { cost_usd, ...(built_in_prices !== undefined && { built_in_prices }) };
}

import { isDeepStrictEqual } from 'node:util';
import type { LibraryConfig, Price, Prices } from '#model/config.js';
import { routeModel } from '../../model-name.js';
import { type PriceBasis, priceAt } from './built-in-prices.js';

/** The prices with which a limit on the cost counts. */
export interface LimitPrices {
  readonly prices: Prices;
  /** The models, by their names at the provider, that count at their built-in price because that of eva.yml is lower. */
  readonly raised: readonly string[];
}

/**
 * Returns the prices of a run, with the higher of both prices for each model whose price in eva.yml is below the built-in one. A library
 * could switch off the limit of its user with a price of 0. Only models at official servers have a built-in price.
 */
export function limitPrices(
  { prices, providers }: LibraryConfig,
  models: readonly string[],
  basis: Omit<PriceBasis, 'kept'>,
): LimitPrices {
  const raised = new Map<string, Price>();
  for (const name of models) {
    const result = routeModel(name, providers);
    if (!('route' in result)) continue;
    const { model } = result.route;
    const own = raised.get(model) ?? (Object.hasOwn(prices, model) ? prices[model] : undefined);
    const listed = priceAt(result.route, basis);
    if (!own || own.built_in !== undefined || !listed) continue;
    const price = higher(own, listed);
    if (!isDeepStrictEqual(price, own)) raised.set(model, price);
  }
  if (raised.size === 0) return { prices, raised: [] };
  return { prices: { ...prices, ...Object.fromEntries(raised) }, raised: [...raised.keys()] };
}

type Rate = Pick<Price, 'input' | 'output'>;

/** Returns the higher of two prices for each request, whatever the length of its prompt. */
function higher(own: Price, listed: Price): Price {
  const short = higherRate(own, listed);
  const long = higherRate(own.long ?? own, listed.long ?? listed);
  const above = [own, listed].flatMap((one) => (one.long ? [one.long.above_tokens] : []));
  return isDeepStrictEqual(short, long) ? short : { ...short, long: { above_tokens: Math.min(...above), ...long } };
}

function higherRate(one: Rate, other: Rate): Rate {
  return { input: Math.max(one.input, other.input), output: Math.max(one.output, other.output) };
}

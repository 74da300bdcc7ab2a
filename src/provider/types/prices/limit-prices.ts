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
    if (own && own.built_in === undefined && listed && isBelow(own, listed)) raised.set(model, higher(own, listed));
  }
  if (raised.size === 0) return { prices, raised: [] };
  return { prices: { ...prices, ...Object.fromEntries(raised) }, raised: [...raised.keys()] };
}

function isBelow(own: Price, listed: Price): boolean {
  return own.input < listed.input || own.output < listed.output;
}

/** Returns the higher of two prices, for short and for long prompts. */
function higher(own: Price, { input, output, long }: Price): Price {
  const atLeast = (one: { readonly input: number; readonly output: number }) => ({
    input: Math.max(own.input, one.input),
    output: Math.max(own.output, one.output),
  });
  return {
    ...atLeast({ input, output }),
    ...(long && { long: { above_tokens: long.above_tokens, ...atLeast(long) } }),
  };
}

import type { LibraryConfig, Price } from '#model/config.js';
import { priceOf } from '#model/reply/price.js';
import { routeModel } from '#provider/model-name.js';

/** The price of a model by the name that files give it; undefined where eva.yml has none, or the name leads nowhere. */
export function priceByName(name: string, { providers, prices }: LibraryConfig): Price | undefined {
  const result = routeModel(name, providers);
  return 'route' in result ? priceOf(prices, result.route.model) : undefined;
}

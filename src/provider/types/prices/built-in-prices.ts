import { isDeepStrictEqual } from 'node:util';
import type { LibraryConfig, Price, Prices } from '#model/config.js';
import { groupBy } from '#model/data/collections.js';
import { type ModelRoute, routeModel } from '../../model-name.js';
import { baseUrlOf, placesOf } from '../../provider-settings.js';
import { typeOf } from '../index.js';
import { listPrice } from './list-price.js';

/** The circumstances that decide which built-in prices apply. */
export interface PriceBasis {
  /** The environment, which may name other servers and regions. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The day of the run; today if absent. */
  readonly on?: Date;
  /** The built-in prices with which the run began; none for a run of a version without any. Absent for a new run. */
  readonly kept?: Prices;
}

/** Returns the prices of eva.yml with the built-in prices of those models that it has none for. */
export function withBuiltInPrices(config: LibraryConfig, models: readonly string[], basis: PriceBasis): Prices {
  const { prices, providers } = config;
  if (basis.kept) return { ...basis.kept, ...prices };
  const routes = models.flatMap((name) => {
    const result = routeModel(name, providers);
    return 'route' in result && !Object.hasOwn(prices, result.route.model) ? [result.route] : [];
  });
  const added = [...groupBy(routes, ({ model }) => model)].flatMap(([model, own]) => {
    const price = commonPrice(own, basis);
    return price ? [[model, price] as const] : [];
  });
  return added.length === 0 ? prices : { ...Object.fromEntries(added), ...prices };
}

/** Returns the price of a model that several providers may have under the same name; undefined unless it costs the same at all of them. */
function commonPrice(routes: readonly ModelRoute[], basis: PriceBasis): Price | undefined {
  const [first, ...others] = routes.map((route) => priceAt(route, basis));
  return others.every((price) => isDeepStrictEqual(price, first)) ? first : undefined;
}

/** Returns the built-in price of a model where its calls go; undefined if eva knows none there. */
export function priceAt({ model, config }: ModelRoute, { env, on = new Date() }: PriceBasis): Price | undefined {
  const listed = typeOf(config).listedAs?.(model, {
    baseUrl: baseUrlOf(config, env),
    region: placesOf(config, env).region,
  });
  return listed && listPrice(listed, on);
}

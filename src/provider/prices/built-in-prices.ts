import { isDeepStrictEqual } from 'node:util';
import type { LibraryConfig, Price, Prices, UnpricedModel } from '#model/config.js';
import { groupBy, uniqueBy } from '#model/data/collections.js';
import { type ModelRoute, routeOf } from '../model-name.js';
import { baseUrlOf, placesOf } from '../provider-settings.js';
import { typeOf } from '../types/index.js';
import { listPrice } from './price-table.js';

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
    const route = routeOf(name, providers);
    return route && !Object.hasOwn(prices, route.model) ? [route] : [];
  });
  const added = [...groupBy(routes, ({ model }) => model)].flatMap(([model, routesOfModel]) => {
    // Several providers may have a model under the same name: it has a price if it costs the same at all of them.
    const [price, ...otherPrices] = routesOfModel.map((route) => priceAt(route, basis));
    return price && otherPrices.every((other) => isDeepStrictEqual(other, price)) ? [[model, price] as const] : [];
  });
  return added.length === 0 ? prices : { ...Object.fromEntries(added), ...prices };
}

/** Returns the built-in price of a model where its calls go; undefined if eva knows none there. */
export function priceAt({ model, config }: ModelRoute, { env, on = new Date() }: PriceBasis): Price | undefined {
  const listed = typeOf(config).listedAs?.(model, {
    baseUrl: baseUrlOf(config, env),
    region: placesOf(config, env).region,
  });
  return listed && listPrice(listed, on);
}

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
    const route = routeOf(name, providers);
    if (!route) continue;
    const { model } = route;
    const setPrice = raised.get(model) ?? (Object.hasOwn(prices, model) ? prices[model] : undefined);
    const listed = priceAt(route, basis);
    if (!setPrice || setPrice.built_in !== undefined || !listed) continue;
    const price = higher(setPrice, listed);
    if (!isDeepStrictEqual(price, setPrice)) raised.set(model, price);
  }
  if (raised.size === 0) return { prices, raised: [] };
  return { prices: { ...prices, ...Object.fromEntries(raised) }, raised: [...raised.keys()] };
}

type Rate = Pick<Price, 'input' | 'output'>;

/** Returns the higher of two prices for each request, whatever the length of its prompt. */
function higher(setPrice: Price, listed: Price): Price {
  const short = higherRate(setPrice, listed);
  const long = higherRate(setPrice.long ?? setPrice, listed.long ?? listed);
  const above = [setPrice, listed].flatMap((price) => (price.long ? [price.long.above_tokens] : []));
  return isDeepStrictEqual(short, long) ? short : { ...short, long: { above_tokens: Math.min(...above), ...long } };
}

function higherRate(first: Rate, second: Rate): Rate {
  return { input: Math.max(first.input, second.input), output: Math.max(first.output, second.output) };
}

/** Returns the models that have no price in `config`, each with its price at the official server and the variable that names another server. */
export function unpricedModels(
  config: LibraryConfig,
  models: readonly string[],
  basis: PriceBasis,
): readonly UnpricedModel[] {
  const withoutPrice = models.flatMap((name) => {
    const route = routeOf(name, config.providers);
    return route && !Object.hasOwn(config.prices, route.model) ? [unpriced(route, basis)] : [];
  });
  return uniqueBy(withoutPrice, ({ model }) => model);
}

function unpriced({ model, config }: ModelRoute, { env, on = new Date() }: PriceBasis): UnpricedModel {
  const type = typeOf(config);
  const official = type.server?.official;
  const listed = type.listedAs?.(model, { baseUrl: official, region: placesOf(config, env).region });
  const price = listed && listPrice(listed, on);
  const isElsewhere = config.base_url === undefined && baseUrlOf(config, env) !== official;
  return {
    model,
    listed: price ? { input: price.input, output: price.output } : null,
    variable: price && isElsewhere ? (type.server?.variable ?? null) : null,
  };
}

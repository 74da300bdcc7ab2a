import type { LibraryConfig, UnpricedModel } from '#model/config.js';
import { uniqueBy } from '#model/data/collections.js';
import { type ModelRoute, routeModel } from '../../model-name.js';
import { baseUrlOf, placesOf } from '../../provider-settings.js';
import { typeOf } from '../index.js';
import type { PriceBasis } from './built-in-prices.js';
import { listPrice } from './list-price.js';

/** Returns the models that have no price in `config`, each with its price at the official server and the variable that names another server. */
export function unpricedModels(
  config: LibraryConfig,
  models: readonly string[],
  basis: PriceBasis,
): readonly UnpricedModel[] {
  const found = models.flatMap((name) => {
    const result = routeModel(name, config.providers);
    return 'route' in result && !Object.hasOwn(config.prices, result.route.model)
      ? [unpriced(result.route, basis)]
      : [];
  });
  return uniqueBy(found, ({ model }) => model);
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

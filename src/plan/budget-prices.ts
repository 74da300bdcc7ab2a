import { problem } from '#errors/index.js';
import type { Case } from '#model/case.js';
import type { LibraryConfig } from '#model/config.js';
import type { Problem } from '#model/problem.js';
import { routeModel } from '#provider/model-name.js';
import { modelsOf } from './case-evidence.js';
import { priceByName } from './price-by-name.js';

/** A problem for each model without a price, where a run may cost so much and no more: what it spends could not be counted. */
export function unpricedModels(cases: readonly Case[], config: LibraryConfig): readonly Problem[] {
  if (config.budget.max_cost_usd === undefined) return [];
  const names = [...new Set(modelsOf(cases))].filter((name) => !priceByName(name, config));
  return names.flatMap((name) => {
    const result = routeModel(name, config.providers);
    if (!('route' in result)) return [];
    const { model } = result.route;
    const hint = `write in eva.yml, in USD per million tokens: prices: { ${model}: { input: …, output: … } }`;
    return [problem('EVA_NO_PRICE', `a bound of the cost needs a price for ${model}`, { hint })];
  });
}

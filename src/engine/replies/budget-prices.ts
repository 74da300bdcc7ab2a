import { modelsOf } from '#plan/evidence/case-evidence.js';
import { type LimitPrices, limitPrices } from '#provider/prices/built-in-prices.js';
import type { OpenPrompt } from '../prompt/open-prompt.js';
import type { RunOptions } from '../run-options.js';

/**
 * Returns the prices with which the budget of a run counts. They are those of the run, unless the limit on the cost comes from the command
 * line: then no price of eva.yml counts below a built-in one. The budget of eva.yml comes from the same author as its prices.
 */
export function budgetPrices(
  { plan, config }: Pick<OpenPrompt, 'plan' | 'config'>,
  env: RunOptions['env'],
): LimitPrices {
  if (plan.manner.budget?.max_cost_usd === undefined) return { prices: config.prices, raised: [] };
  return limitPrices(config, modelsOf(plan.cases), { env });
}

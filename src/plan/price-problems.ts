import { type ParamsOf, problem } from '#errors/index.js';
import type { LibraryConfig, UnpricedModel } from '#model/config.js';
import { uniqueBy } from '#model/data/collections.js';
import type { Problem } from '#model/problem.js';
import { withoutBuiltIn } from '#model/reply/price.js';

/** The part of the parameters that all problems of missing prices share: what a hint needs to write one block of prices. */
export type PriceNeeds = Pick<ParamsOf<'EVA_NO_PRICE:budget'>, 'models' | 'prices'>;

/** Returns what a hint needs to write the prices of these models beside those of eva.yml. Names are those at the provider. */
export function priceNeeds(names: readonly string[], { prices, unpriced = [] }: LibraryConfig): PriceNeeds {
  const models = [...new Set(names)].map(
    (model) => unpriced.find((one) => one.model === model) ?? { model, listed: null, variable: null },
  );
  return { models, prices: withoutBuiltIn(prices) };
}

/**
 * Gives all problems of missing prices in a list the same block of prices, with the models of all of them, and makes one of those about
 * limits on the cost: two blocks in eva.yml would give `prices` twice.
 */
export function withOnePriceBlock(problems: readonly Problem[]): readonly Problem[] {
  const missing = problems.filter(isPriceProblem);
  if (missing.length < 2) return problems;
  const models = uniqueBy(
    missing.flatMap(({ fix }) => fix.models),
    ({ model }) => model,
  );
  const isLast = missing.findLast(({ variant }) => variant === 'budget');
  const limited = uniqueBy(
    missing.flatMap(({ variant, fix }) => (variant === 'budget' ? fix.models : [])),
    ({ model }) => model,
  );
  return problems.flatMap((entry) => {
    if (!isPriceProblem(entry)) return [entry];
    if (entry.variant === 'budget' && entry !== isLast) return [];
    return [reworded(entry, { models, limited })];
  });
}

/** A problem of a missing price, with what its hint writes. */
interface PriceProblem extends Problem {
  readonly fix: PriceNeeds & { readonly model: string; readonly op: string; readonly limited?: readonly string[] };
}

/** Returns true for a problem of a missing price in eva.yml. */
export function isPriceProblem(entry: Problem): entry is PriceProblem {
  return entry.code === 'EVA_NO_PRICE' && entry.fix !== undefined && 'prices' in entry.fix;
}

function reworded(
  { variant, fix, at }: PriceProblem,
  { models, limited }: { readonly models: readonly UnpricedModel[]; readonly limited: readonly UnpricedModel[] },
): Problem {
  const all = { ...fix, models };
  if (variant === 'metric') return problem('EVA_NO_PRICE:metric', all, { at });
  if (variant === 'check') return problem('EVA_NO_PRICE:check', all, { at });
  return problem('EVA_NO_PRICE:budget', { ...all, limited: limited.map(({ model }) => model) }, { at });
}

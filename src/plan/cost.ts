import type { LibraryConfig, Price } from '#model/config.js';
import { costOf } from '#model/price.js';
import type { RunPlan } from '#model/run.js';
import { routeModel } from '#provider/model-name.js';
import { type PlannedCalls, plannedCalls } from './calls.js';
import { priceByName } from './price-by-name.js';

/** Dollars that a run of a plan costs at most, or the models for which that cannot be said. */
export interface CostBound {
  readonly usd: number | null;
  readonly without_price: readonly string[];
  /** Those among them that a program asks. */
  readonly asked_by_programs: readonly string[];
}

/**
 * Bounds what the calls of a plan cost, if none has to be made again: input tokens by the bytes that are sent (true, and some
 * four times too much), output tokens by `max_tokens`. A program that asks models may say more than it is told to, and
 * may not mind `max_tokens`: such a model has no bound.
 */
export function costAtMost({ body, cases }: Pick<RunPlan, 'body' | 'cases'>, config: LibraryConfig): CostBound {
  const calls = cases.flatMap((one) => plannedCalls(body, one));
  const costs = calls.map((own) => ({ model: own.settings.model, usd: costOfCalls(own, config) }));
  const without = [...new Set(costs.flatMap(({ model, usd }) => (usd === null ? [model] : [])))].sort();
  const sum = costs.reduce((total, { usd }) => total + (usd ?? 0), 0);
  return {
    usd: without.length > 0 ? null : sum,
    without_price: without,
    asked_by_programs: without.filter((model) => isAskedByProgram(model, config)),
  };
}

function costOfCalls({ times, input_tokens, settings }: PlannedCalls, config: LibraryConfig): number | null {
  const each = costOf({ input_tokens, output_tokens: settings.max_tokens }, boundingPrice(settings.model, config));
  return each === null ? null : times * each;
}

function boundingPrice(name: string, config: LibraryConfig): Price | undefined {
  return isAskedByProgram(name, config) ? undefined : priceByName(name, config);
}

function isAskedByProgram(name: string, { providers }: LibraryConfig): boolean {
  const result = routeModel(name, providers);
  return 'route' in result && (result.route.config.type === 'claude-cli' || result.route.config.type === 'command');
}

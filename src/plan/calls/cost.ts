import type { Case, OwnApp } from '#model/case.js';
import type { LibraryConfig, Price } from '#model/config.js';
import { batchShare, costOf, priceOf } from '#model/reply/price.js';
import type { RunPlan, RunSettings } from '#model/run/run.js';
import { routeModel } from '#provider/model-name.js';
import { callsInBatches } from './batch.js';
import { callsOf, type PlannedCalls, plannedCalls } from './calls.js';

/** Dollars that a run of a plan costs at most, or the models and applications because of which that cannot be said. */
export interface CostBound {
  readonly usd: number | null;
  readonly without_price: readonly string[];
  /** Those among them that a program asks. */
  readonly asked_by_programs: readonly string[];
  /** Applications that are no models of eva's, by what their responses cost whoever reads them: nothing bounds that. */
  readonly unbounded_apps: readonly string[];
}

/** The part of a plan that decides its cost. Without a manner nothing goes in batches. */
type PricedPlan = Pick<RunPlan, 'body' | 'cases'> & { readonly manner?: Pick<RunSettings, 'batch'> };

/**
 * Bounds what the calls of a plan cost, if none has to be made again: input tokens by the bytes that are sent (true, and some
 * four times too much), output tokens by `max_tokens`. A program that asks models may say more than it is told to, and
 * may not mind `max_tokens`: such a model has no bound.
 */
export function costAtMost(plan: PricedPlan, config: LibraryConfig): CostBound {
  const costs = callsOf(plan).flatMap((own) => costOfCalls(own, config));
  const without = uniqueSorted(costs.flatMap(({ model, price }) => (price ? [] : [model])));
  const apps = uniqueSorted(plan.cases.flatMap((testCase) => unboundedApp(plan.body, testCase)));
  return {
    usd: without.length > 0 || apps.length > 0 ? null : sumOf(costs) - savedInBatches(plan, config),
    without_price: without,
    asked_by_programs: without.filter((model) => isAskedByProgram(model, config)),
    unbounded_apps: apps,
  };
}

function sumOf(costs: readonly CostOfCalls[]): number {
  return costs.reduce((total, { usd }) => total + (usd ?? 0), 0);
}

/** Returns the USD that the calls which go in batches cost less than they would by themselves. */
function savedInBatches(plan: PricedPlan, config: LibraryConfig): number {
  return sumOf(callsInBatches(plan, config).flatMap((own) => costOfCalls(own, config))) * (1 - batchShare);
}

function uniqueSorted(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort();
}

interface CostOfCalls {
  readonly model: string;
  readonly price: Price | undefined;
  readonly usd: number | null;
}

/** Returns the cost of planned calls. Applications other than models are not counted. */
function costOfCalls({ times, input_tokens, settings }: PlannedCalls, config: LibraryConfig): readonly CostOfCalls[] {
  if (settings === null) return [];
  const price = boundingPrice(settings.model, config);
  const each = costOf({ input_tokens, output_tokens: settings.max_tokens }, price);
  return [{ model: settings.model, price, usd: each === null ? null : times * each }];
}

/** Returns the application of a case, if a model reads what it says. */
function unboundedApp(body: string, testCase: Case): readonly string[] {
  const { subject } = testCase;
  if (subject.kind !== 'conversation' || subject.app.app === 'model') return [];
  const isRead = plannedCalls(body, testCase).some((own) => own.settings !== null && own.input_tokens === null);
  return isRead ? [nameOfApp(subject.app)] : [];
}

function nameOfApp(app: OwnApp): string {
  return app.app === 'command' ? app.argv.join(' ') : 'a function';
}

function boundingPrice(name: string, config: LibraryConfig): Price | undefined {
  return isAskedByProgram(name, config) ? undefined : priceByName(name, config);
}

function isAskedByProgram(name: string, { providers }: LibraryConfig): boolean {
  const result = routeModel(name, providers);
  return 'route' in result && !result.route.can.tokenBounds;
}

/** Returns the price of a model by the name that files give it; undefined where eva.yml has none, or the name leads nowhere. */
export function priceByName(name: string, { providers, prices }: LibraryConfig): Price | undefined {
  const result = routeModel(name, providers);
  return 'route' in result ? priceOf(prices, result.route.model) : undefined;
}

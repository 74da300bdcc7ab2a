import type { Case } from '#model/case.js';
import type { Budget, LibraryConfig, Price, UnpricedModel } from '#model/config.js';
import { uniqueBy } from '#model/data/collections.js';
import { isObject } from '#model/data/json.js';
import type { Problem } from '#model/problem.js';
import type { Body } from '#model/prompt.js';
import { batchShare, builtInDate, type CostOutlook, costOf, priceOf, withoutBuiltIn } from '#model/reply/price.js';
import type { EvidenceDigests, RunPlan } from '#model/run/run.js';
import { priceByName, routeOf } from '#provider/model-name.js';
import type { LoggedRow, RunLog } from '#store/logs/eval-log.js';
import { fullRunsOf, isAskedLive } from '../attempts/full-run.js';
import { type BatchedPlan, callsInBatches, callsOf, callsOfModels, type PlannedCalls, plannedCalls } from './calls.js';
import { modelsOf } from './evidence.js';
import { type MissingPrices, noPriceFor, noPriceForBudget } from './missing-prices.js';

/** The greatest cost of a plan's run in dollars, or the models and applications that make it unknown. */
interface CostBound {
  readonly usd: number | null;
  /** Models by the names under which eva.yml needs a price; those of programs by their full names. */
  readonly without_price: readonly string[];
  /** Models among them that are called through programs. */
  readonly asked_by_programs: readonly string[];
  /**
   * Applications (not models called by eva) whose responses a model reads. Their length is unknown, so the cost of reading them
   * is unbounded.
   */
  readonly unbounded_apps: readonly string[];
}

/**
 * Bounds the cost of a plan's calls, without retries: input tokens by the bytes sent (about four times too many), output tokens
 * by `max_tokens`. A program that calls models may send more text and ignore `max_tokens`, so its models have no bound.
 */
export function costAtMost(plan: BatchedPlan, config: LibraryConfig): CostBound {
  const costs = callsOf(plan).flatMap((call) => costOfCalls(call, config));
  const batched = callsInBatches(plan, config).flatMap((call) => costOfCalls(call, config));
  const unpriced = costs.flatMap(({ model, price }) => (price ? [] : [model]));
  const without = uniqueSorted(unpriced.map((model) => priceKey(model, config)));
  const apps = uniqueSorted(plan.cases.flatMap((testCase) => unboundedApp(plan.body, testCase)));
  return {
    usd: without.length > 0 || apps.length > 0 ? null : sumOf(costs) - sumOf(batched) * (1 - batchShare),
    without_price: without,
    asked_by_programs: uniqueSorted(unpriced.filter((model) => isAskedByProgram(model, config))),
    unbounded_apps: apps,
  };
}

function sumOf(costs: readonly CostOfCalls[]): number {
  return costs.reduce((total, { usd }) => total + (usd ?? 0), 0);
}

function uniqueSorted(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort();
}

interface CostOfCalls {
  readonly model: string;
  readonly price: Price | undefined;
  readonly usd: number | null;
}

/** Returns the cost of planned calls; empty for applications that are not models called by eva. */
function costOfCalls({ times, input_tokens, settings }: PlannedCalls, config: LibraryConfig): readonly CostOfCalls[] {
  if (settings === null) return [];
  const price = isAskedByProgram(settings.model, config) ? undefined : priceByName(settings.model, config);
  const usdPerCall = costOf({ input_tokens, output_tokens: settings.max_tokens }, price);
  return [{ model: settings.model, price, usd: usdPerCall === null ? null : times * usdPerCall }];
}

/** Returns the application of a case, if it is not a model called by eva and a model reads its responses. */
function unboundedApp(body: Body, testCase: Case): readonly string[] {
  const { subject } = testCase;
  if (subject.kind !== 'conversation' || subject.app.app === 'model') return [];
  const isRead = plannedCalls(body, testCase).some((call) => call.settings !== null && call.input_tokens === null);
  return isRead ? [subject.app.app === 'command' ? subject.app.argv.join(' ') : 'a function'] : [];
}

/** Returns the key that the price of a model has in eva.yml; the full name of a model that a program calls, whose price would not help. */
function priceKey(name: string, config: LibraryConfig): string {
  const route = routeOf(name, config.providers);
  return route?.can.tokenBounds ? route.model : name;
}

function isAskedByProgram(name: string, { providers }: LibraryConfig): boolean {
  const route = routeOf(name, providers);
  return route !== undefined && !route.can.tokenBounds;
}

/** A plan whose cost is forecast, with the prices. */
interface PricedPlan {
  readonly plan: BatchedPlan & Pick<RunPlan, 'id' | 'evidence'>;
  readonly config: LibraryConfig;
}

/**
 * Returns the forecast cost of runs together: an upper bound by the prices of eva.yml and the built-in ones, and an estimate from the earlier runs
 * of a log. Without a log there is no estimate.
 */
export function costOutlook(runs: readonly PricedPlan[], log: RunLog | null): CostOutlook {
  const costs = runs.map(({ plan, config }) => {
    const perReply = log && earlierUsdPerReply(plan.id, plan.evidence, log);
    const saved = callsInBatches(plan, config).reduce((sum, { times }) => sum + times, 0) * (1 - batchShare);
    const calls = callsOfModels(plan) - saved;
    const about = perReply === null ? (calls === 0 ? 0 : null) : perReply * calls;
    return { ...costAtMost(plan, config), perReply, about, ...builtInPrices(plan.cases, config) };
  });
  const sum = (values: readonly (number | null)[]) =>
    values.reduce((all, value) => (all === null || value === null ? null : all + value), 0);
  const names = (of: (cost: (typeof costs)[number]) => readonly string[]) => uniqueSorted(costs.flatMap(of));
  const [table] = costs.flatMap(({ built_in_prices }) => built_in_prices ?? []);
  const models = names(({ built_in_prices }) => built_in_prices?.models ?? []);
  const isKnown = costs.some(({ perReply }) => perReply !== null);
  return {
    at_most_usd: sum(costs.map(({ usd }) => usd)),
    about_usd: isKnown ? sum(costs.map(({ about }) => about)) : null,
    ...(table && { built_in_prices: { date: table.date, models } }),
    without_price: names(({ without_price }) => without_price),
    asked_by_programs: names(({ asked_by_programs }) => asked_by_programs),
    unbounded_apps: names(({ unbounded_apps }) => unbounded_apps),
  };
}

/** Returns the models of cases that have a built-in price, by their names at the provider, and the date of the price table. */
function builtInPrices(
  cases: readonly Case[],
  { providers, prices }: LibraryConfig,
): Pick<CostOutlook, 'built_in_prices'> {
  const names = modelsOf(cases).flatMap((name) => {
    const route = routeOf(name, providers);
    return route && priceOf(prices, route.model)?.built_in !== undefined ? [route.model] : [];
  });
  const date = builtInDate(prices, names);
  return date === undefined ? {} : { built_in_prices: { date, models: uniqueSorted(names) } };
}

/** The number of batches into which a budget splits a run; null if a single call may exceed the budget. */
interface BatchSplit {
  /** Batches for trials and triggering queries; 0 if none of them go in batches. */
  readonly trials: number | null;
  /** Batches for judges, which follow the trials. */
  readonly judges: number | null;
}

/**
 * Estimates the number of batches into which the budget splits a run. They run one after another, each with as many requests as fit at
 * their greatest possible cost. The estimate ignores the cost of earlier batches: a run that spends much of its budget has more batches,
 * and one with smaller requests has fewer.
 */
export function batchSplit(plan: Pick<RunPlan, 'body' | 'cases' | 'manner'>, config: LibraryConfig): BatchSplit {
  const calls = callsInBatches(plan, config);
  const batchesOf = (filter: (call: PlannedCalls) => boolean) => batchesFor(calls.filter(filter), config);
  return { trials: batchesOf(({ role }) => role !== 'judge'), judges: batchesOf(({ role }) => role === 'judge') };
}

function batchesFor(calls: readonly PlannedCalls[], config: LibraryConfig): number | null {
  let [batches, room] = [0, 0];
  for (const call of calls) {
    const share = shareOf(call, config);
    if (share > 1 + roundingError) return null;
    let left = call.times;
    for (;;) {
      const fit = fitting(left, room, share);
      left -= fit;
      room -= fit * share;
      if (left === 0) break;
      batches += 1;
      room = 1;
    }
  }
  return batches;
}

/**
 * Returns how many of the calls fit into `room`, the free share of the budget, if each takes `share` of it. A new batch takes at least one.
 */
function fitting(calls: number, room: number, share: number): number {
  if (room <= 0) return 0;
  const fit = share === 0 ? calls : Math.floor(room / share + roundingError);
  return Math.min(calls, room === 1 ? Math.max(1, fit) : fit);
}

const roundingError = 1e-9;

/** Returns the share of the budget that is reserved for one call. `max_calls` does not split a run, since a finished call still counts. */
function shareOf({ settings, input_tokens }: PlannedCalls, config: LibraryConfig): number {
  const { max_cost_usd }: Budget = config.budget;
  if (settings === null || input_tokens === null || max_cost_usd === undefined) return 0;
  const usage = { input_tokens, output_tokens: settings.max_tokens };
  return ((costOf(usage, priceByName(settings.model, config)) ?? 0) * batchShare) / max_cost_usd;
}

/** Returns what a hint needs to write the prices of these models beside those of eva.yml. Names are those at the provider. */
export function priceNeeds(names: readonly string[], { prices, unpriced = [] }: LibraryConfig): MissingPrices {
  const models = [...new Set(names)].map(
    (model) => unpriced.find((entry) => entry.model === model) ?? { model, listed: null, variable: null },
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

interface PriceProblem extends Problem {
  readonly fix: MissingPrices & { readonly model: string; readonly op: string; readonly limited?: readonly string[] };
}

function isPriceProblem(entry: Problem): entry is PriceProblem {
  return entry.code === 'EVA_NO_PRICE' && entry.fix !== undefined && 'prices' in entry.fix;
}

function reworded(
  { variant, fix, at }: PriceProblem,
  { models, limited }: { readonly models: readonly UnpricedModel[]; readonly limited: readonly UnpricedModel[] },
): Problem {
  const prices = { models, prices: fix.prices };
  if (variant === 'budget')
    return noPriceForBudget(
      limited.map(({ model }) => model),
      prices,
      at,
    );
  return noPriceFor(variant === 'metric' ? 'metric' : fix.op, fix.model, prices, at);
}

/**
 * Returns the cost of a reply in USD, without batch discount, in the last full run that called the same models and judges for all
 * its replies; null if no such run has a known cost.
 */
export function earlierUsdPerReply(id: string, now: EvidenceDigests, log: RunLog): number | null {
  const costs = fullRunsOf(id, log).flatMap((run) => {
    const { evidence } = run;
    const isAlike = evidence !== null && evidence.models === now.models && evidence.judge === now.judge;
    // A reply that was recorded or cached costs nothing, and would lower the average.
    return isAlike && !evidence.synthetic && isAskedLive(run, evidence) ? (usdPerReply(run.row) ?? []) : [];
  });
  return costs.at(-1) ?? null;
}

function usdPerReply(row: LoggedRow): number | null {
  const { usage, cost_usd: cost } = row;
  const { replies, batch_replies = 0 } = isObject(usage) ? usage : {};
  if (typeof cost !== 'number' || typeof replies !== 'number' || typeof batch_replies !== 'number') return null;
  const isCounted = replies > 0 && batch_replies >= 0 && batch_replies <= replies;
  return cost >= 0 && isCounted ? cost / (replies - batch_replies * (1 - batchShare)) : null;
}

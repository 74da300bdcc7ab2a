import type { Budget, LibraryConfig } from '#model/config.js';
import { batchShare, costOf } from '#model/reply/price.js';
import type { RunPlan } from '#model/run/run.js';
import { callsInBatches } from './batch.js';
import type { PlannedCalls } from './calls.js';
import { priceByName } from './cost.js';

/** The number of batches into which a budget splits a run; null if a single call may exceed the budget. */
export interface BatchSplit {
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

/**
 * Returns the share of the budget that is reserved for one call: by tokens or by dollars, whichever is larger. `max_calls` does not split a
 * run, since a finished call still counts.
 */
function shareOf({ settings, input_tokens }: PlannedCalls, config: LibraryConfig): number {
  const { max_tokens, max_cost_usd }: Budget = config.budget;
  if (settings === null || input_tokens === null) return 0;
  const usage = { input_tokens, output_tokens: settings.max_tokens };
  const usd = (costOf(usage, priceByName(settings.model, config)) ?? 0) * batchShare;
  return Math.max(
    max_tokens === undefined ? 0 : (input_tokens + settings.max_tokens) / max_tokens,
    max_cost_usd === undefined ? 0 : usd / max_cost_usd,
  );
}

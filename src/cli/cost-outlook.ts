import type { OpenPrompt } from '#engine/prompt/open-prompt.js';
import { earlierUsdPerReply } from '#lifecycle/earlier-cost.js';
import { batchShare, type CostOutlook } from '#model/reply/price.js';
import { callsInBatches } from '#plan/calls/batch.js';
import { callsOfModels } from '#plan/calls/calls.js';
import { costAtMost } from '#plan/calls/cost.js';
import { readRunRows } from '#store/logs/eval-log.js';

/** Returns the forecast cost of a run: an upper bound by the prices of eva.yml, and an estimate from earlier runs in `.eval.jsonl`. */
export function costOutlook({ root, plan, config }: OpenPrompt): CostOutlook {
  const bound = costAtMost(plan, config);
  const perReply = earlierUsdPerReply(plan.id, plan.evidence, readRunRows(root));
  const saved = callsInBatches(plan, config).reduce((sum, { times }) => sum + times, 0) * (1 - batchShare);
  return {
    at_most_usd: bound.usd,
    about_usd: perReply === null ? null : perReply * (callsOfModels(plan) - saved),
    without_price: bound.without_price,
    asked_by_programs: bound.asked_by_programs,
    unbounded_apps: bound.unbounded_apps,
  };
}

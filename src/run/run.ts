/** The entry of the room: one run of a plan, with all effects handed in. `session/start-run` gives it a folder, a lock and a journal. */
import { loadGraders } from '#grade/grade-trial.js';
import type { Prices } from '#model/config.js';
import { roundToMilliseconds } from '#model/data/collections.js';
import { isWaiting } from '#model/people/label.js';
import type { StoredReply } from '#model/reply/exchange.js';
import type { ReplySources } from '#model/reply/reply-sources.js';
import type { Emit } from '#model/run/notice.js';
import type { CaseResult, LeftOut, RunPlan, RunResult } from '#model/run/run.js';
import { loadSubjects } from '#subject/run-trial.js';
import { type CollectDeps, collectCases } from './collect/collect-cases.js';
import { withStopEarly } from './collect/follow-case.js';
import { type Meter, meter } from './collect/meter.js';
import { redecide } from './collect/recompute.js';
import { noLabels, summarize } from './collect/summarize.js';
import type { CaseProgress } from './collect/trial-tracker.js';

/** The effects that a run needs. */
export interface RunDeps extends CollectDeps {
  readonly runId: string;
  readonly evaVersion: string;
  /** The names of the variables `EVA_…` that programs of the library get. */
  readonly variables?: readonly string[];
  readonly prices: Prices;
  /** Replies from before the run that wrote rubrics, with their models. */
  readonly before?: readonly { readonly stored: StoredReply; readonly model: string }[];
  /** Sums the replies of shards that no counted trial used, and counts those that others would have. Absent unless shards are merged. */
  readonly leftOut?: (cases: readonly CaseResult[], meter: Meter, prices: Prices) => LeftOut;
  /** Called once, with a function that returns the progress of the run. */
  readonly onBegin?: (progress: () => RunProgress) => void;
}

export interface RunProgress extends CaseProgress {
  readonly sources: ReplySources;
}

/**
 * Collects and grades the trials of a plan until every case is settled, and decides the cases. Throws `EvaError` if a call can never
 * succeed, and the reason of `stop` once the running calls have ended.
 */
export async function run(plan: RunPlan, deps: RunDeps): Promise<RunResult> {
  // Loaded first: loading code during a call would add to its latency.
  await Promise.all([loadSubjects(plan.cases), loadGraders(plan.cases)]);
  const metered = meter(deps.ask, deps.prices, deps.before, deps.runId);
  const { ask, totals, count } = metered;
  const ts = deps.now().toISOString();
  const start = deps.elapsed();
  deps.emit({ event: 'run_started', run_id: deps.runId, plan });
  const { variables = [] } = deps;
  const sources = () => ({ ...metered.sources(), ...(variables.length > 0 && { variables }) });
  const emit: Emit = (event) => {
    if (event.event !== 'trial_finished') return deps.emit(event);
    const { cost_usd, built_in_prices } = totals();
    deps.emit({ cost_usd, ...(built_in_prices !== undefined && { built_in_prices }), ...event });
  };
  const collected = await collectCases(plan, { ...deps, ask, count, emit }, (progress) =>
    deps.onBegin?.(() => ({ ...progress(), sources: sources() })),
  );
  const cases = collected.map((result, index) => {
    const testCase = plan.cases[index];
    if (!testCase || (!isWaiting(result) && result.ended_by === undefined)) return result;
    // Answers of a waiting case that were refused, cut or empty need no label: the case can be decided by them alone.
    const stored = isWaiting(result) ? { ...result, labels: noLabels(testCase) } : result;
    return redecide(withStopEarly(testCase, plan.manner), stored, deps.criteria);
  });
  const left_out = deps.leftOut?.(cases, metered, deps.prices);
  const { cost_usd, ...counts } = totals();
  const result = summarize(
    plan,
    cases,
    { ...counts, cost_usd: withLeftOut(cost_usd, left_out) },
    {
      ...(left_out && { left_out }),
      sources: sources(),
      run_id: deps.runId,
      ts,
      duration_s: roundToMilliseconds(deps.elapsed() - start),
      eva_version: deps.evaVersion,
    },
  );
  deps.emit({ event: 'run_finished', result });
  return result;
}

/** Returns the cost of a run with that of the replies that do not count. */
function withLeftOut(cost: number | null, { cost_usd }: Pick<LeftOut, 'cost_usd'> = { cost_usd: 0 }): number | null {
  return cost === null || cost_usd === null ? null : Number((cost + cost_usd).toFixed(9));
}

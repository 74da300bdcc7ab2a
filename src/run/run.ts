import { loadGraders } from '#grade/grade-trial.js';
import { roundToMilliseconds } from '#model/data/collections.js';
import { isWaiting } from '#model/people/label.js';
import type { Emit } from '#model/run/notice.js';
import type { CaseResult, RunPlan, RunResult } from '#model/run/run.js';
import { loadSubjects } from '#subject/run-trial.js';
import { collectCases } from './collecting/collect-cases.js';
import type { CaseProgress, RunDeps } from './deps.js';
import { withStopEarly } from './following/best-case.js';
import { noLabels } from './label-of.js';
import { meter, type Totals } from './meter.js';
import { redecide } from './redecide.js';
import { summarize } from './summarize.js';

export type { RunDeps, RunProgress } from './deps.js';

function costOf({ cost_usd, built_in_prices }: Totals) {
  return { cost_usd, ...(built_in_prices !== undefined && { built_in_prices }) };
}

/**
 * Collects and grades the trials of a plan until every case is settled, and decides the cases. Throws `EvaError` if a call can never
 * succeed, and the reason of `stop` once the running calls have ended.
 */
export async function run(plan: RunPlan, deps: RunDeps): Promise<RunResult> {
  // Loaded first: loading code during a call would add to its latency.
  await Promise.all([loadSubjects(plan.cases), loadGraders(plan.cases)]);
  const metered = meter(deps.ask, deps.prices, deps.before, deps.runId);
  const ts = deps.now().toISOString();
  const start = deps.elapsed();
  deps.emit({ event: 'run_started', run_id: deps.runId, plan });
  const { variables = [] } = deps;
  const sources = () => ({ ...metered.sources(), ...(variables.length > 0 && { variables }) });
  const onBegin = (progress: () => CaseProgress) => deps.onBegin?.(() => ({ ...progress(), sources: sources() }));
  const emit: Emit = (event) =>
    deps.emit(event.event === 'trial_finished' ? { ...event, ...costOf(metered.totals()) } : event);
  const collected = await collectCases(plan, { ...deps, ask: metered.ask, onBegin, emit });
  const cases = collected.map((result, index) => withFailuresCounted(result, plan, { index, criteria: deps.criteria }));
  const facts = {
    sources: sources(),
    run_id: deps.runId,
    ts,
    duration_s: roundToMilliseconds(deps.elapsed() - start),
    eva_version: deps.evaVersion,
  };
  const result = summarize(plan, cases, metered.totals(), facts);
  deps.emit({ event: 'run_finished', result });
  return result;
}

/** Counts the answers of a waiting case that people need not label, since they were refused, cut or empty: it can be decided by them alone. */
function withFailuresCounted(
  result: CaseResult,
  { cases, manner }: RunPlan,
  { index, criteria }: { readonly index: number; readonly criteria: RunDeps['criteria'] },
): CaseResult {
  const testCase = cases[index];
  if (!testCase || !isWaiting(result)) return result;
  return redecide(withStopEarly(testCase, manner), { ...result, labels: noLabels(testCase) }, criteria);
}

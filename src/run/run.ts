import type { Criterion } from '#decide/criterion.js';
import { loadGraders } from '#grade/grade-trial.js';
import type { GradeDeps } from '#grade/graded.js';
import type { Prices } from '#model/config.js';
import { roundToMilliseconds } from '#model/data/collections.js';
import { isWaiting } from '#model/people/label.js';
import type { StoredReply } from '#model/reply/exchange.js';
import type { ReplySources } from '#model/reply/reply-sources.js';
import type { AttemptCases } from '#model/run/attempt.js';
import type { Emit } from '#model/run/notice.js';
import type { CaseResult, RunPlan, RunResult } from '#model/run/run.js';
import type { SampleOf } from '#model/run/sample.js';
import type { SubjectDeps } from '#subject/deps.js';
import { loadSubjects } from '#subject/run-trial.js';
import { collectCases, type KeptTrials, type RunTurn } from './collect/collect-cases.js';
import type { GradedTrial } from './collect/collect-trial.js';
import { withStopEarly } from './collect/follow-case.js';
import { meter, type Totals } from './collect/meter.js';
import { redecide } from './collect/recompute.js';
import { noLabels, summarize } from './collect/summarize.js';
import type { RunSide } from './compare/compared-pairs.js';

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

export interface CaseProgress {
  readonly cases: AttemptCases;
  /** True if a case failed, or can no longer pass. */
  readonly red: boolean;
  /** True if a trial counts against its case, even if the case can still pass. */
  readonly red_trial: boolean;
  /** The number of trials with replies that nothing has scored, without those that an outage ended. Absent if it is 0. */
  readonly unscored?: number;
}

export interface RunProgress extends CaseProgress {
  readonly sources: ReplySources;
}

/** The effects that a run needs. */
export interface RunDeps extends GradeDeps, SubjectDeps {
  readonly route: SubjectDeps['route'];
  readonly runId: string;
  readonly evaVersion: string;
  /** The names of the variables `EVA_…` that programs of the library get. */
  readonly variables?: readonly string[];
  /** Greatest number of concurrent trials. */
  readonly concurrency: number;
  readonly prices: Prices;
  /** The run's place among concurrent runs that take their cases in step; undefined for a run alone. */
  readonly turn?: RunTurn | undefined;
  /** The names of cases in the order in which their trials begin, before those of other cases; undefined for the order of the plan. */
  readonly first?: readonly string[] | undefined;
  /** The run's place in a comparison; undefined for a run of its own. */
  readonly side?: RunSide | undefined;
  /** Returns trials of an earlier run, which are not asked. */
  readonly keptTrial?: KeptTrials | undefined;
  /** Returns the trials of a case; if undefined, every case asks its one input again and again. */
  readonly sampleOf?: SampleOf;
  /** Replaces the built-in criteria. */
  readonly criteria?: readonly Criterion[];
  /** Replies from before the run that wrote rubrics, with their models. */
  readonly before?: readonly { readonly stored: StoredReply; readonly model: string }[];
  /** Returns the number of model replies so far in this process. */
  readonly repliesGiven: () => number;
  readonly emit: Emit;
  /** Writes a finished trial with its scores, and returns the number of bytes. If undefined, everything stays in memory. */
  readonly keepTrial?: (graded: GradedTrial) => number;
  /** Called once, when the first case has failed or can no longer pass, before the trial is reported. */
  readonly onRed?: () => void;
  /** Called once, with a function that returns the progress of the run. */
  readonly onBegin?: (progress: () => RunProgress) => void;
  /** Once aborted, no trial and no call begins. Running ones may finish. */
  readonly stop: AbortSignal;
  /** Aborts the running calls when the run cannot continue. */
  readonly abort: () => void;
}

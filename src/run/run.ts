import type { Criterion } from '#decide/criterion.js';
import type { GradeDeps } from '#grade/deps.js';
import { loadGraders } from '#grade/index.js';
import type { Price } from '#model/config.js';
import { roundToMilliseconds } from '#model/data/time.js';
import type { StoredReply } from '#model/reply/exchange.js';
import type { ReplySources } from '#model/reply/reply-sources.js';
import type { Emit } from '#model/run/event.js';
import type { RunPlan, RunResult } from '#model/run/run.js';
import type { SubjectDeps } from '#subject/deps.js';
import { loadSubjects } from '#subject/run-trial.js';
import { collectCases } from './collecting/collect-cases.js';
import type { GradedTrial } from './collecting/collect-trial.js';
import type { CaseStanding } from './collecting/trial-ledger.js';
import { meter } from './meter.js';
import { summarize } from './summarize.js';

/** The progress of a run. */
export interface RunStanding extends CaseStanding {
  readonly sources: ReplySources;
}

/** The effects that a run needs. */
export interface RunDeps extends GradeDeps, SubjectDeps {
  readonly runId: string;
  readonly evaVersion: string;
  /** How many trials are in hand at once. */
  readonly concurrency: number;
  readonly prices: Readonly<Record<string, Price>>;
  /** In place of the built-in criteria. */
  readonly criteria?: readonly Criterion[];
  /** Replies from before the run began, with their models: those that rubrics were taken from. */
  readonly before?: readonly { readonly stored: StoredReply; readonly model: string }[];
  /** How many replies models have given since this process began, whatever the clock says. */
  readonly repliesGiven: () => number;
  readonly emit: Emit;
  /** Keeps a trial that ended, with its scores, and returns how many bytes that took. Without it everything stays in memory. */
  readonly keepTrial?: (graded: GradedTrial) => number;
  /** Called when the first case did not pass, or can no longer pass, before the trial is emitted. */
  readonly onRed?: () => void;
  /** Called once, with a function that returns the progress of the run at any moment. */
  readonly onBegin?: (standing: () => RunStanding) => void;
  /** Once it is aborted no trial and no call begins. Those in hand may end. */
  readonly stop: AbortSignal;
  /** Ends the calls in hand, because the run cannot go on. */
  readonly abort: () => void;
}

/**
 * Collects and grades the trials of a plan until every case is settled, and decides them. Throws `EvaError` if a call can never succeed,
 * and the reason of `stop` once the calls in hand have ended.
 */
export async function run(plan: RunPlan, deps: RunDeps): Promise<RunResult> {
  // First, because loading code while answers are timed would make them slower.
  await Promise.all([loadSubjects(plan.cases), loadGraders(plan.cases)]);
  const metered = meter(deps.ask, deps.prices, deps.before, deps.runId);
  const ts = deps.now().toISOString();
  const start = deps.elapsed();
  deps.emit({ event: 'run_started', run_id: deps.runId, plan });
  const onBegin = (standing: () => CaseStanding) =>
    deps.onBegin?.(() => ({ ...standing(), sources: metered.sources() }));
  const cases = await collectCases(plan, { ...deps, ask: metered.ask, onBegin });
  const facts = {
    sources: metered.sources(),
    run_id: deps.runId,
    ts,
    duration_s: roundToMilliseconds(deps.elapsed() - start),
    eva_version: deps.evaVersion,
  };
  const result = summarize(plan, cases, metered.totals(), facts);
  deps.emit({ event: 'run_finished', result });
  return result;
}

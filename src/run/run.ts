import type { Criterion } from '#decide/criterion.js';
import type { GradeDeps } from '#grade/deps.js';
import { loadGraders } from '#grade/index.js';
import type { Price } from '#model/config.js';
import type { Emit } from '#model/event.js';
import type { StoredReply } from '#model/exchange.js';
import { toMilliseconds } from '#model/milliseconds.js';
import type { ReplySources } from '#model/reply-sources.js';
import type { RunPlan, RunResult } from '#model/run.js';
import type { SubjectDeps } from '#subject/deps.js';
import { loadSubjects } from '#subject/run-trial.js';
import { collectCases } from './collecting/collect-cases.js';
import type { GradedTrial } from './collecting/collect-trial.js';
import type { CaseStanding } from './collecting/trial-ledger.js';
import { meter } from './meter.js';
import { summarize } from './summarize.js';

/** How far a run has come. */
export interface RunStanding extends CaseStanding {
  readonly sources: ReplySources;
}

/** What a run needs of the world: everything that cannot be data. */
export interface RunDeps extends GradeDeps, SubjectDeps {
  readonly runId: string;
  readonly evaVersion: string;
  /** How many trials are in hand at once. */
  readonly concurrency: number;
  readonly prices: Readonly<Record<string, Price>>;
  /** In place of the built-in criteria. */
  readonly criteria?: readonly Criterion[];
  /** Replies that were had for this run before it began, with the model that gave each: rubrics. */
  readonly before?: readonly { readonly stored: StoredReply; readonly model: string }[];
  /** How many replies models have given since this process began, whatever the clock says. */
  readonly repliesGiven: () => number;
  readonly emit: Emit;
  /** Keeps a trial that ended, with its scores, and returns how many bytes that took. Without it everything stays in memory. */
  readonly keepTrial?: (graded: GradedTrial) => number;
  /** Is called when the first case is red, before anybody is told of the trial: it did not pass, or cannot any more. */
  readonly onRed?: () => void;
  /** Is handed what tells at any moment how far the run has come, be it that it never ends. */
  readonly onBegin?: (standing: () => RunStanding) => void;
  /** Once aborted no trial begins any more, and no call: those in hand may end. */
  readonly stop: AbortSignal;
  /** Ends the calls in hand: the run cannot go on. */
  readonly abort: () => void;
}

/** Collects the trials of a plan until every case is settled, grades and decides them. Throws `EvaError` if a call cannot succeed however often it is made, and the reason of `stop` once what was in hand has ended. */
export async function run(plan: RunPlan, deps: RunDeps): Promise<RunResult> {
  // First, and all of it: what is loaded while answers are timed would be counted as theirs.
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
    duration_s: toMilliseconds(deps.elapsed() - start),
    eva_version: deps.evaVersion,
  };
  const result = summarize(plan, cases, metered.totals(), facts);
  deps.emit({ event: 'run_finished', result });
  return result;
}

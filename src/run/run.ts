import type { GradeDeps } from '#grade/deps.js';
import type { Case } from '#model/case.js';
import type { Price } from '#model/config.js';
import type { Emit } from '#model/event.js';
import { toMilliseconds } from '#model/milliseconds.js';
import type { CaseResult, RunPlan, RunResult } from '#model/run.js';
import type { SubjectDeps } from '#subject/deps.js';
import { meter } from './meter.js';
import { inParallel } from './pool.js';
import { collectTrial, decideTrials, type GradedTrial } from './run-case.js';
import { summarize } from './summarize.js';

/** What a run needs of the world: everything that cannot be data. */
export interface RunDeps extends GradeDeps, Omit<SubjectDeps, 'ask' | 'route'> {
  readonly runId: string;
  readonly evaVersion: string;
  /** How many trials are in hand at once. */
  readonly concurrency: number;
  readonly prices: Readonly<Record<string, Price>>;
  readonly emit: Emit;
  /** Ends the calls in hand: the run cannot go on. */
  readonly abort: () => void;
}

interface Job {
  readonly caseIndex: number;
  readonly one: Case;
  readonly trial: number;
}

/** Collects all trials of a plan, grades and decides them. Throws `EvaError` if a call cannot succeed however often it is made. */
export async function run(plan: RunPlan, deps: RunDeps): Promise<RunResult> {
  const metered = meter(deps.ask, deps.prices);
  const ts = deps.now().toISOString();
  const start = deps.elapsed();
  deps.emit({ event: 'run_started', run_id: deps.runId, plan });
  const cases = await runCases(plan, { ...deps, ask: metered.ask });
  const facts = {
    run_id: deps.runId,
    ts,
    duration_s: toMilliseconds(deps.elapsed() - start),
    eva_version: deps.evaVersion,
  };
  const result = summarize(plan, cases, metered.totals(), facts);
  deps.emit({ event: 'run_finished', result });
  return result;
}

async function runCases(plan: RunPlan, deps: RunDeps): Promise<readonly CaseResult[]> {
  const jobs = jobsOf(plan);
  const collected = plan.cases.map((): GradedTrial[] => []);
  const results: CaseResult[] = [];
  let done = 0;
  await inParallel(jobs, deps.concurrency, deps.abort, async ({ caseIndex, one, trial }) => {
    await nextTurn();
    deps.signal.throwIfAborted();
    const graded = await collectTrial(one, plan.body, trial, deps);
    deps.emit({ event: 'trial_finished', trial: graded.trial, done: ++done, planned: jobs.length });
    const own = collected[caseIndex] as GradedTrial[];
    if (own.push(graded) < one.sample_size) return;
    const result = decideTrials(one, own);
    results[caseIndex] = result;
    deps.emit({ event: 'case_decided', result });
  });
  return results;
}

function jobsOf(plan: RunPlan): readonly Job[] {
  return plan.cases.flatMap((one, caseIndex) =>
    Array.from({ length: one.sample_size }, (_, trial): Job => ({ caseIndex, one, trial })),
  );
}

/** Lets signals and timers have their turn, which replies out of memory would keep waiting to the end of the run. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

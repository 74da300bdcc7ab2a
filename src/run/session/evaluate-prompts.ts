import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { listPromptIds } from '#library/prompts.js';
import { evalNames } from '#library/source/misnamed.js';
import type { Problem } from '#model/problem.js';
import { type EvaError, evaError } from '#model/problem.js';
import type { Notify } from '#model/run/notice.js';
import type { RunPlan } from '#model/run/run.js';
import { short } from '#model/text/quoted.js';
import { NewRunNames } from '#store/run/run-names.js';
import { type PlannedResume, planResumed } from '../resume/plan-resumed.js';
import { orNotResumed } from '../resume/reopen-run.js';
import type { RunControl } from './ends.js';
import type { RunOutcome } from './finish-run.js';
import { planRuns } from './plan-runs.js';
import type { PlannedRun, RunOptions } from './run-options.js';
import { type RunEnd, startPool } from './run-pool.js';

/** Options of runs that a program starts. */
interface PromptRunOptions extends RunOptions {
  /** True to resume the last unfinished run of a prompt and each variant, if it has the same files and options. */
  readonly resume: boolean;
  /** True to refuse a prompt with several variants. */
  readonly isOne?: boolean;
}

/** A run of a prompt with a result. */
export interface PromptRun extends Pick<Extract<RunOutcome, { ended: 'with_result' }>, 'plan' | 'result' | 'rowPath'> {
  readonly warnings: readonly Problem[];
}

/**
 * Evaluates prompts of a program from one pool of calls, and writes rows and attempts, as `eva eval` does. It first checks all of them for
 * problems. The first error ends all runs. Throws `EvaError`, and the reason of `stop`.
 */
export async function evaluatePrompts(
  ids: readonly string[],
  options: PromptRunOptions,
  { stop, signal, onEvent }: RunControl,
): Promise<readonly PromptRun[]> {
  const fresh = planRuns(ids, options);
  if (options.isOne && fresh.length > 1) throw severalVariants(fresh);
  const left = await Promise.all(fresh.map((run) => (options.resume ? unfinishedRun(run, options, onEvent) : null)));
  const runs: PromptRun[] = [];
  const failures: unknown[] = [];
  const end = new AbortController();
  try {
    stop.throwIfAborted();
    const planned = fresh.map((run, at) => left[at]?.run ?? run);
    await startPool(planned, {
      stop: AbortSignal.any([stop, end.signal]),
      signal: AbortSignal.any([signal, end.signal]),
      beginsAll: true,
      onEvent,
      onRunEnd: (outcome) => {
        if (outcome.ended !== 'interrupted' && errorOf(outcome)) end.abort();
      },
      onTurn: ({ planned: { open }, outcome }) => {
        const error = outcome && errorOf(outcome);
        if (error) failures.push(error.error);
        else if (outcome?.ended === 'with_result') runs.push({ ...outcome, warnings: open.problems });
      },
    }).done;
  } finally {
    for (const resume of left) resume?.release();
  }
  if (failures.length > 0) throw failures[0];
  stop.throwIfAborted();
  return runs;
}

/** Returns the error that ended a run, or that its recordings could not be saved; null without one. */
function errorOf(outcome: RunEnd): { readonly error: unknown } | null {
  return outcome.ended === 'with_error' ? outcome : outcome.unsaved;
}

/**
 * Lists the prompts of a library that have an eval.yml, or a file that was meant to be it, which planning then refuses: nobody would notice
 * that such a prompt is left out. Throws EVA_NOTHING_TO_RUN without any.
 */
export function evaluablePrompts(root: string): readonly string[] {
  const has = (id: string, file: string) => existsSync(join(root, 'prompts', id, file));
  const ids = listPromptIds(root).filter((id) => ['eval.yml', ...meantNames].some((name) => has(id, name)));
  if (ids.length === 0)
    throw evaError(
      'EVA_NOTHING_TO_RUN:no_eval_file',
      `no prompt in ${short(root)} has an eval.yml: nothing would be evaluated`,
      { hint: 'add prompts/ID/eval.yml with at least one case' },
    );
  return ids;
}

/** Names of files that can only be meant as an eval.yml. */
const meantNames = evalNames.map(({ from }) => from).filter((name) => /^evals?\./i.test(name));

function severalVariants(runs: readonly PlannedRun[]): EvaError {
  const variants = runs.flatMap(({ open }) => open.plan.variant?.variant ?? []);
  return evaError(
    'EVA_USAGE:several_variants',
    `evaluatePrompt returns one result, and the prompt has ${variants.length} variants`,
    { hint: `call evaluateVariants, or name one: models: ['${variants[0] ?? 'NAME'}']` },
  );
}

/**
 * Plans to resume the last unfinished run of a prompt and its variant; null if none has the same files and options, or it cannot be resumed. Reports why
 * it cannot.
 */
function unfinishedRun({ open }: PlannedRun, options: RunOptions, notify: Notify): Promise<PlannedResume | null> {
  const reportUnlessNone: Notify = (notice) => {
    if (notice.event !== 'run_not_resumed' || notice.problem.code !== 'EVA_NOTHING_TO_RESUME') notify(notice);
  };
  return orNotResumed(async () => {
    const variant = open.plan.variant?.variant ?? null;
    const resumed = planResumed({ id: open.prompt.id, resume: true, variant }, options, notify);
    try {
      if (isSameKind(resumed.run.open.plan, open.plan)) {
        const place = await resumed.run.placeOf(resumed.run.open, () => {}, new NewRunNames(options.root));
        place.journal.drop(); // a run whose folder cannot be opened is not resumed
        return resumed;
      }
    } catch (error) {
      resumed.release();
      throw error;
    }
    resumed.release();
    return null;
  }, reportUnlessNone);
}

/** Returns true if two runs have the same options, ignoring budget and recording. */
function isSameKind(stored: RunPlan, now: RunPlan): boolean {
  const keys = ['stop_early', 'batch', 'shard', 'merged', 'replay', 'allow_underpowered', 'fail_fast', 'look'] as const;
  const choiceOf = ({ partial, item_choice, cases, variant }: RunPlan) => [
    partial,
    item_choice,
    cases.map(({ name }) => name),
    [variant?.variant, variant?.cases_of],
  ];
  return (
    isDeepStrictEqual(choiceOf(stored), choiceOf(now)) && keys.every((key) => stored.manner[key] === now.manner[key])
  );
}

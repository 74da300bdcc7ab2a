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
import { type PlannedResume, planResumed } from '../resume/plan-resumed.js';
import { orNotResumed } from '../resume/reopen-run.js';
import type { RunControl } from './ends.js';
import type { RunOutcome } from './finish-run.js';
import { planRuns } from './plan-runs.js';
import type { PlannedRun, RunOptions } from './run-options.js';
import { startRun } from './start-run.js';

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
 * Evaluates prompts of a program one after another, and writes rows and attempts, as `eva eval` does (`cli/evaluating/run-all.ts`). It first checks all of them for
 * problems. Throws `EvaError`, and the reason of `stop`.
 */
export async function evaluatePrompts(
  ids: readonly string[],
  options: PromptRunOptions,
  control: RunControl,
): Promise<readonly PromptRun[]> {
  const planned = planRuns(ids, options);
  if (options.isOne && planned.length > 1) throw severalVariants(planned);
  const runs: PromptRun[] = [];
  for (const run of planned) runs.push(await evaluateOne(run, options, control));
  return runs;
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

async function evaluateOne(fresh: PlannedRun, options: PromptRunOptions, control: RunControl): Promise<PromptRun> {
  const left = options.resume ? unfinishedRun(fresh, options, control.onEvent) : null;
  const planned = left?.run ?? fresh;
  try {
    control.stop.throwIfAborted();
    const outcome = await startRun(planned, control).outcome;
    if (outcome.ended === 'with_error') throw outcome.error;
    if (outcome.unsaved) throw outcome.unsaved.error;
    if (outcome.ended === 'interrupted') throw control.stop.reason;
    const { plan, result, rowPath } = outcome;
    return { plan, result, rowPath, warnings: planned.open.problems };
  } finally {
    left?.release();
  }
}

/**
 * Plans to resume the last unfinished run of a prompt and its variant; null if none has the same files and options, or it cannot be resumed. Reports why
 * it cannot.
 */
function unfinishedRun({ open }: PlannedRun, options: RunOptions, notify: Notify): PlannedResume | null {
  const reportUnlessNone: Notify = (notice) => {
    if (notice.event !== 'run_not_resumed' || notice.problem.code !== 'EVA_NOTHING_TO_RESUME') notify(notice);
  };
  return orNotResumed(() => {
    const variant = open.plan.variant?.variant ?? null;
    const resumed = planResumed({ id: open.prompt.id, resume: true, variant }, options, notify);
    try {
      if (isSameKind(resumed.run.open.plan, open.plan)) {
        resumed.run.placeOf(resumed.run.open, () => {}).journal.close(); // a run whose folder cannot be opened is not resumed
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

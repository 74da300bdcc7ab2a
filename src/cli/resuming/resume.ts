import type { RunPlan } from '#model/run/run.js';
import { readRunRows } from '#store/eval-log.js';
import { readPlan } from '#store/run/run-folder.js';
import { lockRun } from '#store/run/run-lock.js';
import { runDirOf } from '#store/run/run-names.js';
import type { EvalOptions, Wanted } from '../evaluating/eval-options.js';
import { chooseRun, isOver, type KnownRun } from './choose-run.js';
import { requireSameManner } from './resumed-choice.js';

/** A run that is to be gone on with: chosen, and locked by this process. */
export interface ResumedRun {
  readonly run: KnownRun;
  readonly plan: RunPlan;
  readonly release: () => void;
}

/** Finds the run that `--resume` means, and locks it. Throws as `chooseRun` does, EVA_USAGE (other flags), EVA_RUN_IN_USE. */
export function findResumed(
  root: string,
  wanted: Extract<Wanted, { readonly resume: string | true }>,
  options: EvalOptions,
  tell: (line: string) => void,
): ResumedRun {
  const run = chooseRun(root, wanted, tell);
  const lock = lockRun(runDirOf(root, run.run_id), run.run_id, tell);
  try {
    if (readRunRows(root).rows.some(({ value }) => value['run_id'] === run.run_id)) throw isOver(run);
    const plan = readPlan(root, run.run_id);
    requireSameManner(run.run_id, plan, options);
    return { run, plan, release: () => lock.release() };
  } catch (error) {
    lock.release();
    throw error;
  }
}

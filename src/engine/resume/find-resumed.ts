import type { Notify } from '#model/run/notice.js';
import type { RunPlan } from '#model/run/run.js';
import { readRunRows } from '#store/logs/eval-log.js';
import { readPlan } from '#store/run/run-folder.js';
import { lockRun } from '#store/run/run-lock.js';
import { runDirOf } from '#store/run/run-names.js';
import type { RunOptions } from '../run-options.js';
import { chooseRun, isOver, type KnownRun } from './choose-run.js';
import { requireSameManner } from './resumed-choice.js';

/** A run to resume, locked by this process. */
export interface ResumedRun {
  readonly run: KnownRun;
  readonly plan: RunPlan;
  readonly release: () => void;
}

/** The run to resume: its name, or true for the last unfinished run of the prompt `id`. */
export interface WantedRun {
  readonly id: string | null;
  readonly resume: string | true;
}

/**
 * Finds the run to resume and locks it. Throws the errors of `chooseRun`, EVA_USAGE for other options than the run began with,
 * and EVA_RUN_IN_USE.
 */
export function findResumed(wanted: WantedRun, options: RunOptions, notify: Notify): ResumedRun {
  const { root } = options;
  const run = chooseRun(root, wanted, notify);
  const lock = lockRun(runDirOf(root, run.run_id), run.run_id, (takeover) =>
    notify({ event: 'lock_taken_over', ...takeover }),
  );
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

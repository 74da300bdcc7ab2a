import { EvaError } from '#errors/index.js';
import type { LibraryConfig } from '#model/config.js';
import { isObject } from '#model/data/json.js';
import type { Notify } from '#model/run/notice.js';
import type { RunPlan } from '#model/run/run.js';
import { planDifference } from '#plan/plan-difference.js';
import { readRows } from '#store/files/jsonl.js';
import { listRuns } from '#store/run/listing/run-list.js';
import { readPlan } from '#store/run/run-folder.js';
import { lockRun } from '#store/run/run-lock.js';
import { runDirOf } from '#store/run/run-names.js';
import type { KnownRun } from '../resume/choose-run.js';
import { reopenRunPlace } from '../resume/reopen-run.js';
import { newRunPlace, type RunPlace } from '../session/run-deps.js';
import type { ScenarioStorage } from './scenario-setup.js';

/**
 * Opens the folder of the latest unfinished run of the same scenarios, or makes a new one. Skips a run that another evaluation
 * holds. Throws EVA_DISK, EVA_ODD_FILE.
 */
export function openScenarioPlace(
  plan: RunPlan,
  root: string,
  { storage, config }: { readonly storage: ScenarioStorage; readonly config: LibraryConfig },
  notify: Notify,
): RunPlace {
  const candidates = storage.resume ? listRuns(root).filter(isOpen(plan.id, storage)).reverse() : [];
  for (const run of candidates) {
    const stored = lockedPlan(root, run, plan, notify);
    if (stored) return reopenRunPlace({ run, ...stored }, { root, plan, config }, notify);
  }
  return newRunPlace({ root, plan }, notify);
}

/** Returns a filter for unfinished runs. If rows are written, a run with a result but without a row is unfinished. */
function isOpen(id: string, { rows }: ScenarioStorage) {
  const recorded = rows === null ? null : runsIn(rows);
  return (run: ReturnType<typeof listRuns>[number]): run is KnownRun => {
    if (run.id !== id || run.state === 'running' || run.shard !== null || run.journal !== undefined) return false;
    return run.state === 'unfinished' || (recorded !== null && !recorded.has(run.run_id));
  };
}

function runsIn(file: string): ReadonlySet<unknown> {
  const { rows } = readRows(file, (value) => ({ value }));
  return new Set(rows.map(({ value }) => (isObject(value) ? value['run_id'] : undefined)));
}

/** Locks a run and returns its plan; null if it has other scenarios, or cannot be locked or read. */
function lockedPlan(root: string, { run_id }: KnownRun, now: RunPlan, notify: Notify) {
  try {
    const lock = lockRun(runDirOf(root, run_id), run_id, (takeover) =>
      notify({ event: 'lock_taken_over', ...takeover }),
    );
    const release = () => lock.release();
    try {
      const plan = readPlan(root, run_id);
      if (plan.manner.replay === now.manner.replay && isSamePlan(plan, now)) return { plan, release };
      release();
      return null;
    } catch (error) {
      release();
      throw error;
    }
  } catch (error) {
    if (error instanceof EvaError) return null;
    throw error;
  }
}

/** Returns true if two plans differ in nothing but rubrics that one of them lacks: rubrics in memory end with their process. */
function isSamePlan(stored: RunPlan, now: RunPlan): boolean {
  return planDifference(stored, now).length === 0 || planDifference(now, stored).length === 0;
}

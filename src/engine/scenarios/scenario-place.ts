import type { LibraryConfig } from '#model/config.js';
import { isObject } from '#model/data/json.js';
import type { Notify } from '#model/run/notice.js';
import type { RunPlan } from '#model/run/run.js';
import { planDifference } from '#plan/plan-difference.js';
import { readRows } from '#store/files/jsonl.js';
import { lockRun, readPlan } from '#store/run/run-folder.js';
import { listRuns } from '#store/run/run-list.js';
import { runDirOf } from '#store/run/run-names.js';
import type { OpenPrompt } from '../prompt/open-prompt.js';
import type { KnownRun } from '../resume/choose-run.js';
import { orNotResumed, reopenRunPlace } from '../resume/reopen-run.js';
import { newRunPlace, type RunPlace } from '../session/run-deps.js';
import type { ScenarioStorage } from './scenario-setup.js';

/**
 * Opens the folder of the latest unfinished run of the same scenarios, or makes a new one. Skips and reports runs that cannot be
 * resumed, for example because another evaluation holds them. Throws EVA_DISK, EVA_ODD_FILE.
 */
export function openScenarioPlace(
  { plan, sampleOf, root }: Pick<OpenPrompt, 'plan' | 'sampleOf' | 'root'>,
  { storage, config }: { readonly storage: ScenarioStorage; readonly config: LibraryConfig },
  notify: Notify,
): RunPlace {
  const candidates = storage.resume ? listRuns(root).filter(isOpen(plan.id, storage)).reverse() : [];
  for (const run of candidates) {
    const place = orNotResumed(() => reopened(run, { root, plan, config, sampleOf }, notify), notify);
    if (place) return place;
  }
  return newRunPlace({ root, plan, config }, notify);
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

/** Locks a run and opens its folder; null if it has other scenarios. Throws `EvaError` if it cannot be resumed. */
function reopened(
  run: KnownRun,
  now: Pick<OpenPrompt, 'root' | 'plan' | 'config' | 'sampleOf'>,
  notify: Notify,
): RunPlace | null {
  const { run_id } = run;
  const lock = lockRun(runDirOf(now.root, run_id), run_id, (takeover) =>
    notify({ event: 'lock_taken_over', ...takeover }),
  );
  const release = () => lock.release();
  try {
    const plan = readPlan(now.root, run_id);
    if (plan.manner.replay === now.plan.manner.replay && isSamePlan(plan, now.plan))
      return reopenRunPlace({ run, plan, release }, now, notify);
  } catch (error) {
    release();
    throw error;
  }
  release();
  return null;
}

/** Returns true if two plans differ in nothing but rubrics that one of them lacks: rubrics in memory end with their process. */
function isSamePlan(stored: RunPlan, now: RunPlan): boolean {
  return planDifference(stored, now).length === 0 || planDifference(now, stored).length === 0;
}

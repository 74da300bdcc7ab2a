import type { Notify } from '#model/run/notice.js';
import { listRuns } from '#store/run/listing/run-list.js';
import type { PlannedRun, RunOptions } from '../run-options.js';
import { groupIn, type WantedRun } from './choose-run.js';
import { type PlannedResume, planResumed } from './plan-resumed.js';

/** Planned runs to resume. They are locked until `release` is called. */
interface PlannedResumes {
  readonly runs: readonly PlannedRun[];
  /** Unlocks the runs. Further calls do nothing. */
  readonly release: () => void;
}

/** Plans to resume a run, with every other unfinished run of its group. Throws the errors of `planResumed`. */
export function planResumedGroup(wanted: WantedRun, options: RunOptions, notify: Notify): PlannedResumes {
  const planned: PlannedResume[] = [];
  const release = () => {
    for (const one of planned) one.release();
  };
  try {
    const first = planResumed(wanted, options, notify);
    planned.push(first);
    for (const resume of othersOpen(first, options.root))
      planned.push(planResumed({ id: null, resume }, options, notify));
    return { runs: planned.map(({ run }) => run), release };
  } catch (error) {
    release();
    throw error;
  }
}

/** Lists the unfinished runs of the same group, besides this one, that no process works on. */
function othersOpen({ run, run_id }: PlannedResume, root: string): readonly string[] {
  const group = run.open.plan.variant?.group;
  if (group === undefined) return [];
  return listRuns(root)
    .filter((one) => one.run_id !== run_id && !one.isDone && one.state !== 'running' && groupIn(root, one) === group)
    .map((one) => one.run_id);
}

import { EvaError, orNull, problem } from '#errors/index.js';
import type { RunPlan, RunResult } from '#model/run/run.js';
import { short } from '#model/text/quoted.js';
import { readPlan } from '#store/run/run-folder.js';
import { requireKnownRun, runNames } from '#store/run/run-names.js';
import { readRun } from '#store/run/stored-runs.js';
import { groupIn } from './choose-run.js';

export interface RunOfGroup {
  readonly run_id: string;
  /** Reads its plan, and its result: null if it has none yet. Throws EVA_BAD_RUN. */
  readonly read: () => { readonly plan: RunPlan; readonly result: RunResult | null };
}

const stampLength = '20260131T101502Z'.length;

/** Lists the stored runs of a group, oldest first. The name of a group is not later than those of its runs. */
export function runsOfGroup(root: string, group: string): readonly RunOfGroup[] {
  return runNames(root)
    .filter((name) => name >= group.slice(0, stampLength) && groupIn(root, { run_id: name }) === group)
    .map((run_id) => ({
      run_id,
      read: () => orNull(() => readRun(root, run_id)) ?? { plan: readPlan(root, run_id), result: null },
    }));
}

/** Returns the group of a run, by default the last group. Throws EVA_UNKNOWN_RUN, EVA_USAGE. */
export function groupNamed(root: string, name: string | undefined): string {
  const names = runNames(root);
  const run_id = name === undefined ? null : requireKnownRun(name, names, root);
  const last = run_id ?? names.findLast((one) => groupIn(root, { run_id: one }) !== undefined);
  const group = last === undefined ? undefined : groupIn(root, { run_id: last });
  if (group === undefined)
    throw new EvaError([
      problem(
        'EVA_USAGE:no_group',
        run_id === null ? 'no run is one of a group' : `run ${short(run_id)} is not one of a group`,
        { hint: 'eva eval makes a group of runs for a prompt with several models; eva log lists all runs' },
      ),
    ]);
  return group;
}

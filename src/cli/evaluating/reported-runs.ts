import type { RunsToReport, RunToReport } from '#engine/reporting/runs-to-report.js';
import { storedReport } from '#engine/reporting/stored-report.js';
import { runsOfGroup } from '#engine/resume/stored-group.js';
import type { PlannedRun } from '#engine/run-options.js';
import type { RunOutcome } from '#engine/session/outcome.js';
import { EvaError } from '#errors/index.js';
import type { ReportSource } from '../reporting/report-places.js';

/** Returns a run for reports. `outcome` and `run_id` are null if it did not begin. */
export function runToReport(
  { open: { plan } }: PlannedRun,
  outcome: RunOutcome | null,
  run_id: string | null,
  exitCode: number,
): RunToReport {
  return {
    id: plan.id,
    variant: plan.variant?.variant ?? null,
    run_id,
    exitCode,
    reason: reasonOf(outcome),
    isUnrecorded: outcome?.ended === 'with_result' && outcome.isUnrecorded,
  };
}

/** Returns why a run has no result; null if it has one. */
function reasonOf(outcome: RunOutcome | null): string | null {
  if (outcome === null) return 'it did not begin';
  if (outcome.ended === 'interrupted') return 'interrupted';
  if (outcome.ended === 'with_result') return null;
  const { error } = outcome;
  return error instanceof EvaError ? (error.problems[0]?.message ?? error.message) : 'a bug in eva ended it';
}

/** Returns what a command with these runs reports. One run of a list by itself is not a list. */
export function sourceOf(command: RunsToReport): ReportSource {
  const own = (ids: ReadonlySet<string>): RunsToReport => {
    const runs = command.runs.filter(({ id }) => ids.has(id));
    const isOne = runs.length === 1 && command.arrangement === 'list';
    return { ...command, runs, ...(isOne && { arrangement: 'run' }) };
  };
  return {
    ids: [...new Set(command.runs.map(({ id }) => id))],
    of: (ids) => storedReport(ids ? own(ids) : command),
  };
}

/** Adds the runs of a group that ended before this command to those that it made. */
export function withEarlierRuns(root: string, group: string, runs: readonly RunToReport[]): readonly RunToReport[] {
  const known = new Map(runs.flatMap((run) => (run.run_id === null ? [] : [[run.run_id, run] as const])));
  const stored = runsOfGroup(root, group).map(({ run_id, read }): RunToReport => {
    const run = known.get(run_id);
    if (run) return run;
    const { id, variant } = read().plan;
    return { id, variant: variant?.variant ?? null, run_id };
  });
  return [...stored, ...runs.filter(({ run_id }) => run_id === null)];
}

import type { TestContext } from 'node:test';
import type { RunPlan, RunResult } from '#model/run/run.js';
import type { Report, ReportSurroundings, RunsArrangement, RunsReport } from '#report/formats/report.js';
import type { RunToReport } from '#report/stored/stored-report.js';
import { storedReport } from '#report/stored/stored-report.js';
import { createRunFolder, writePlan, writeResult } from '#store/run/run-folder.js';
import { openTrialLog } from '#store/run/trial-log.js';
import { tempLibrary } from './temp-library.js';

/** A run to store: without `result` it ended without one. */
export interface RunToStore {
  readonly plan: RunPlan;
  readonly result: RunResult | null;
  /** Its name. Default: that of the result. */
  readonly run_id?: string;
}

/** Stores runs in a library as a command does, with all their trials in `trials.jsonl`. Returns the runs for `storedReport`. */
export function storeRuns(root: string, runs: readonly RunToStore[]): Promise<readonly RunToReport[]> {
  const stored = runs.map(async ({ plan, result, run_id: given }, at) => {
    const run_id = given ?? result?.run_id ?? `20260110T12000${at}Z-00000${at}`;
    const dir = createRunFolder(root, run_id);
    await writePlan(dir, plan);
    if (result) {
      const log = openTrialLog(dir);
      for (const { name, trials, scores } of result.cases)
        for (const trial of trials)
          log.put({ case: name, trial, scores: scores.filter((score) => score.trial === trial.index) });
      await log.close();
      await writeResult(dir, { ...result, run_id });
    }
    return { id: plan.id, variant: plan.variant?.variant ?? null, run_id };
  });
  return Promise.all(stored);
}

/** Stores runs in a new library, and returns the report of a command that made them. */
export async function reportOf(
  t: TestContext,
  runs: readonly RunToStore[],
  { arrangement = runs.length === 1 ? 'run' : 'list', exitCode = 0 }: ReportOf = {},
): Promise<RunsReport> {
  const root = tempLibrary(t, {});
  return storedReport({
    root,
    place: {},
    arrangement,
    group: arrangement === 'group' ? '20260110T120000Z-aaaaaa' : null,
    exitCode,
    runs: await storeRuns(root, runs),
  });
}

interface ReportOf {
  readonly arrangement?: RunsArrangement;
  readonly exitCode?: number;
}

/** The surroundings of a report that goes to a file. */
export const surroundings: ReportSurroundings = {
  now: new Date('2026-01-10T12:10:00.000Z'),
  eva_version: '0.1.0',
  prefix: '',
  is_stdout: false,
};

/** Joins the pieces of a reporter. */
export async function textOf(
  {
    pieces,
  }: { readonly pieces: (report: Report, around: ReportSurroundings) => Iterable<string> | AsyncIterable<string> },
  report: Report,
  around: Partial<ReportSurroundings> = {},
): Promise<string> {
  let text = '';
  for await (const piece of pieces(report, { ...surroundings, ...around })) text += piece;
  return text;
}

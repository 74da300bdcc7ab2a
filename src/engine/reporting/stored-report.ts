import { casePaths } from '#decide/case-paths.js';
import { orNull } from '#errors/index.js';
import { versionsOfRun } from '#lifecycle/attempts/versions-on-data.js';
import type { RunPlan, RunResult } from '#model/run/run.js';
import { flagWords, shellWord } from '#model/text/quoted.js';
import type { ReportedRun, RunsReport } from '#reporters/report.js';
import { readRun } from '#store/run/listing/stored-runs.js';
import { readPlan } from '#store/run/run-folder.js';
import { shortRunName } from '#store/run/run-names.js';
import { type MatrixColumn, matrixColumn } from '#view/runs/matrix.js';
import type { RunLine } from '#view/runs/runs-view.js';
import { unfinishedView } from '#view/runs/unfinished-view.js';
import { type RunEnding, viewOf } from '#view/view-of.js';
import { continuationOf } from './continuation.js';
import { evidenceNow } from './evidence-now.js';
import { exitCodeOfRun } from './exit-code.js';
import { hasRow } from './has-row.js';
import { lineOfRun, lineWithoutRun, runKey, runsViewOf } from './run-lines.js';
import type { RunsToReport, RunToReport } from './runs-to-report.js';
import { storedReplies } from './stored-replies.js';

/** A run whose plan and result are in memory. */
type ReadRun = Omit<ReportedRun, 'line'>;

/**
 * Returns the stored runs of a command for reporters. Reads one run after another, and keeps only the last one in memory. A folder without a
 * readable result counts as a run without one.
 */
export function storedReport(command: RunsToReport): RunsReport {
  const { arrangement, group, exitCode, runs } = command;
  let last: { readonly run: RunToReport; readonly read: ReadRun | null } | undefined;
  const read = (run: RunToReport) => {
    if (last?.run !== run) last = { run, read: readOne(run, command) };
    return last.read;
  };
  const columns: MatrixColumn[] = [];
  const lines = runs.map((run, at): RunLine => {
    const known = read(run);
    const key = runKey(run.run_id, at);
    if (known && arrangement === 'group') columns.push(matrixColumn(key, known.view));
    return known ? lineOfRun(key, run, known.view) : lineWithoutRun(key, run);
  });
  return {
    kind: 'runs',
    arrangement,
    group,
    view: runsViewOf(lines, exitCode, columns),
    runs: function* () {
      for (const [at, run] of runs.entries()) {
        const [line, known] = [lines[at], read(run)];
        if (line && known) yield { line, ...known };
      }
    },
  };
}

function readOne(run: RunToReport, command: RunsToReport): ReadRun | null {
  const { run_id } = run;
  if (run_id === null) return null;
  const { root } = command;
  const stored = orNull(() => readRun(root, run_id));
  const plan = stored?.plan ?? orNull(() => readPlan(root, run_id));
  if (!plan) return null;
  const result = stored?.result ?? null;
  const view = result
    ? viewOf(result, plan, endingOf(plan, result, run, command))
    : unfinishedView(plan, { run_id, exitCode: run.exitCode ?? 3 });
  return { view, plan, result, replies: () => storedReplies(root, { run_id, plan, result, view }) };
}

function endingOf(plan: RunPlan, result: RunResult, run: RunToReport, { root, rootFlag }: RunsToReport): RunEnding {
  const name = shortRunName(root, result.run_id);
  const flags = rootFlag === undefined ? {} : { root: rootFlag };
  const words = [shellWord(name), ...(rootFlag === undefined ? [] : [flagWords('--root', rootFlag)])].join(' ');
  const exitCode = run.exitCode ?? exitCodeOfRun(result, plan);
  return {
    exitCode,
    rowPath: result.state === 'finished' && hasRow(root, result.run_id) ? '.eval.jsonl' : null,
    isUnrecorded: run.isUnrecorded === true,
    report: `eva report ${words}`,
    label: `eva label ${words}`,
    continuation: continuationOf(plan, result, { budget: plan.manner.budget ?? {}, flags, run: name }),
    evidence: evidenceNow(root, plan, result),
    pathsOf: casePaths,
    versions: versionsOfRun(root, { plan, ts: result.ts }),
  };
}

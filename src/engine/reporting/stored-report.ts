import { casePaths } from '#decide/watch-case.js';
import { orNull } from '#errors/index.js';
import { isSameEvidence } from '#lifecycle/attempts/attempts.js';
import { versionsOfRun } from '#lifecycle/attempts/versions-on-data.js';
import type { RunPlan, RunResult } from '#model/run/run.js';
import { scoresByTrial } from '#model/run/trial.js';
import { flagWords, shellWord } from '#model/text/quoted.js';
import type { ReportedRun, RunsReport } from '#report/formats/report.js';
import { replyOf } from '#report/view/case-view.js';
import { type MatrixColumn, matrixColumn } from '#report/view/run-group.js';
import type { CaseReply, RunLine } from '#report/view/runs-view.js';
import { unfinishedView } from '#report/view/runs-view.js';
import type { View } from '#report/view/view.js';
import { type RunEnding, viewOf } from '#report/view/view-of.js';
import { readPlan } from '#store/run/run-folder.js';
import { runDirOf, shortRunName } from '#store/run/run-names.js';
import { readRun } from '#store/run/stored-runs.js';
import { openTrials } from '#store/run/trial-reader.js';
import { openPrompt } from '../prompt/open-prompt.js';
import { resumedChoice } from '../resume/resumed-choice.js';
import { continuationOf } from './continuation.js';
import { exitCodeOfRun } from './exit-code.js';
import { hasRow } from './has-row.js';
import { lineOfRun, lineWithoutRun, runKey, runsViewOf } from './run-lines.js';
import type { RunsToReport, RunToReport } from './runs-to-report.js';

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

interface RunWithReplies {
  readonly run_id: string;
  readonly plan: RunPlan;
  readonly result: RunResult | null;
  readonly view: View;
}

/**
 * Reads the replies of a run with their texts, one at a time: case by case in the order of the view, and by trial. A reply whose line in
 * `trials.jsonl` is gone is that of the result, which may lack its texts. Throws EVA_BAD_RUN, EVA_DISK, EVA_ODD_FILE.
 */
function* storedReplies(root: string, { run_id, plan, result, view }: RunWithReplies): Generator<CaseReply> {
  if (!result) return;
  const planned = new Map(plan.cases.map((testCase) => [testCase.name, testCase]));
  const results = new Map(result.cases.map((one) => [one.name, one]));
  const wanted = new Map(result.cases.map(({ name, trials }) => [name, new Set(trials.map(({ index }) => index))]));
  const open = openTrials(runDirOf(root, run_id), wanted);
  try {
    for (const { key, name } of view.cases) {
      const { trials = [], scores = [] } = results.get(name.raw) ?? {};
      const own = scoresByTrial(scores);
      for (const trial of trials) {
        const line = trial.outcome === 'missing' ? null : open?.read(name.raw, trial.index);
        const graded = line ?? { trial, scores: own.get(trial.index) ?? [] };
        yield { key, name, reply: replyOf(graded.trial, graded.scores, planned.get(name.raw), plan.body) };
      }
    }
  } finally {
    open?.close();
  }
}

/**
 * Says whether the files still are those that a run evaluated. Returns undefined if that is not known: the prompt is gone or has errors, or the
 * run is one side of a comparison.
 */
function evidenceNow(root: string, plan: RunPlan, { evidence }: RunResult): 'fresh' | 'stale' | undefined {
  if (plan.compare) return undefined;
  const now = orNull(() => openPrompt(root, plan.id, resumedChoice(plan)).plan.evidence);
  return now === null ? undefined : isSameEvidence(evidence, now) ? 'fresh' : 'stale';
}

import { casePaths } from '#decide/watch-case.js';
import { orNull } from '#model/problem.js';
import type { RunPlan, RunResult } from '#model/run/run.js';
import { isSameEvidence } from '#model/run/run.js';
import { scoresByTrial } from '#model/run/trial.js';
import { shellWord } from '#model/text/quoted.js';
import { versionsOfRun } from '#run/attempts/next-attempt.js';
import { openPrompt } from '#run/prompt/open-prompt.js';
import { callsToFinish } from '#run/resume/calls-to-finish.js';
import { resumedChoice } from '#run/resume/plan-resumed.js';
import { readPlan } from '#store/run/run-folder.js';
import { runDirOf, shortRunName } from '#store/run/run-names.js';
import { readRun } from '#store/run/stored-runs.js';
import { openTrials } from '#store/run/trial-log.js';
import type { ReportedRun, RunsArrangement, RunsReport } from '../formats/report.js';
import { replyView } from '../view/case-view.js';
import { type MatrixColumn, matricesOf, matrixColumn } from '../view/run-group.js';
import { type CaseReply, type RunLine, type RunsView, unfinishedView } from '../view/runs-view.js';
import { type Counts, text, type View, type ViewFlag, viewSchema } from '../view/view.js';
import { type RunEnding, replyCounts, viewOf, worstFirst } from '../view/view-of.js';
import { continuationOf, exitCodeOfRun, mergeCommandOf, type PlaceFlags, placeFlags } from './continuation.js';
import { hasRow } from './read-log.js';

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

function endingOf(plan: RunPlan, result: RunResult, run: RunToReport, { root, place }: RunsToReport): RunEnding {
  const name = shortRunName(root, result.run_id);
  const words = [shellWord(name), ...placeFlags(place)].join(' ');
  const exitCode = run.exitCode ?? exitCodeOfRun(result, plan);
  return {
    exitCode,
    rowPath: result.state === 'finished' && hasRow(root, result.run_id) ? '.eval.jsonl' : null,
    isUnrecorded: run.isUnrecorded === true,
    report: `eva report ${words}`,
    label: `eva label ${words}`,
    merge: mergeCommandOf(root, place),
    continuation: continuationOf(plan, result, {
      ...{ budget: plan.manner.budget ?? {}, flags: place, run: name },
      toFinish: () => callsToFinish(root, { run_id: result.run_id, plan }),
    }),
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
        yield { key, name, reply: replyView(graded.trial, graded.scores, planned.get(name.raw), plan.body) };
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

/** Returns a run's key for URLs and ids: its name, or its place among the runs if it has no folder or an odd name. */
function runKey(run_id: string | null, at: number): string {
  return run_id !== null && /^[A-Za-z0-9-]{1,64}$/.test(run_id) ? run_id : `run-${at + 1}`;
}

export function lineOfRun(key: string, run: RunToReport, view: View): RunLine {
  const { outcome, flags, counts, facts, cases } = view;
  const { reason, ...line } = lineWithoutRun(key, run);
  const missing = cases.flatMap((one) => one.missing)[0]?.reason ?? null;
  return { ...line, outcome, flags, counts, facts, reason: outcome === 'unfinished' ? (reason ?? missing) : null };
}

const noCounts: Counts = { passed: 0, failed: 0, inconclusive: 0, unfinished: 0, shown: 0 };

function lineWithoutRun(key: string, { id, variant, run_id, reason }: RunToReport): RunLine {
  return {
    key,
    id: text(id),
    variant: variant === null ? null : text(variant),
    run_id: run_id === null ? null : text(run_id),
    outcome: 'unfinished',
    flags: ['unfinished'],
    counts: noCounts,
    facts: [],
    reason: reason ? text(reason) : null,
  };
}

/** Returns the view of several runs. `columns`: its runs beside each other, for variants of the same prompts. */
export function runsViewOf(lines: readonly RunLine[], exit_code: number, columns?: readonly MatrixColumn[]): RunsView {
  return {
    schema: viewSchema,
    kind: 'runs',
    outcome: worstFirst.find((outcome) => lines.some((line) => line.outcome === outcome)) ?? 'passed',
    flags: [...new Set(lines.flatMap((line): readonly ViewFlag[] => line.flags))],
    counts: replyCounts(lines),
    runs: lines,
    matrices: columns ? matricesOf(columns) : [],
    exit_code,
    next: [],
  };
}

export interface RunToReport {
  readonly id: string;
  /** The name of its variant or model; null without one. */
  readonly variant: string | null;
  /** null if it has no folder: it did not begin. */
  readonly run_id: string | null;
  /** The exit code for this run alone. Default: that of its result. */
  readonly exitCode?: number;
  /** Why it has no verdict; null if that is not known. */
  readonly reason?: string | null;
  readonly isUnrecorded?: boolean;
}

export interface RunsToReport {
  readonly root: string;
  readonly place: PlaceFlags;
  readonly arrangement: RunsArrangement;
  readonly group: string | null;
  readonly exitCode: number;
  readonly runs: readonly RunToReport[];
}

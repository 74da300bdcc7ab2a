import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { storedReport } from '#engine/reporting/stored-report.js';
import { EvaError, problem } from '#errors/index.js';
import type { Case } from '#model/case.js';
import type { RunPlan } from '#model/run/run.js';
import { type Score, scoresByTrial } from '#model/run/score.js';
import type { Trial } from '#model/run/trial.js';
import { replyHead } from '#page/replies/reply-head.js';
import type { ReplyHead } from '#page/replies/reply-row.js';
import { onDisk } from '#store/files/disk-error.js';
import { type SoughtTrials, seekTrials } from '#store/run/documents/sought-trials.js';
import { readPlan } from '#store/run/run-folder.js';
import { runDirOf } from '#store/run/run-names.js';
import { replyOf } from '#view/case-view.js';
import type { RunLine } from '#view/runs/runs-view.js';
import type { Reply, ReplyOutcome, View } from '#view/view.js';

/** A stored run that is shown, with its replies on the disk. */
export interface ServedRun {
  readonly run_id: string;
  readonly plan: RunPlan;
  readonly line: RunLine;
  readonly view: View;
  readonly head: ReplyHead;
  /** The cases in the order of the head. */
  readonly cases: readonly ServedCase[];
  /** Its replies; null without `trials.jsonl`. */
  readonly sought: SoughtTrials | null;
  readonly close: () => void;
}

/** A case whose replies can be read. */
export interface ServedCase {
  /** Its trials in order, without texts, and their outcomes. Empty for a run without a result. */
  readonly trials: readonly Trial[];
  readonly marks: readonly ReplyOutcome[];
  /** The number of the case in its plan. */
  readonly number: number;
  /** Returns a reply with the texts of a line of `trials.jsonl`, or what is known without it. */
  readonly replyOf: (at: number, line: GradedTrial | null) => Reply;
}

interface GradedTrial {
  readonly trial: Trial;
  readonly scores: readonly Score[];
}

interface Library {
  readonly root: string;
  readonly rootFlag: string | undefined;
}

/** The largest result that is read, in MiB: while one is read, nothing else is answered. */
const mostMiB = 2048;

/** Throws EVA_BAD_RUN if the result of a run is too large to show, EVA_DISK. */
export function refuseHuge(root: string, run_id: string): void {
  const file = 'result.json';
  const path = join(runDirOf(root, run_id), file);
  const size = onDisk('read', path, () => lstatSync(path, { throwIfNoEntry: false }))?.size ?? 0;
  if (size > mostMiB * 1024 * 1024)
    throw new EvaError([problem('EVA_BAD_RUN:large_document', { run_id, file, limit_mib: mostMiB })]);
}

/** Opens a stored run. Throws EVA_BAD_RUN if its plan cannot be read, or if its result is too large, EVA_DISK, EVA_ODD_FILE. */
export function openRun({ root, rootFlag }: Library, run_id: string): ServedRun {
  refuseHuge(root, run_id);
  const plan = readPlan(root, run_id);
  const run = { id: plan.id, variant: plan.variant?.variant ?? null, run_id };
  const report = storedReport({ root, rootFlag, arrangement: 'run', group: null, exitCode: 0, runs: [run] });
  const [reported] = report.runs();
  if (!reported) throw new EvaError([problem('EVA_BAD_RUN:no_document', { run_id, file: 'plan.json', next: 'start' })]);
  const { view, result, line } = reported;
  const head = replyHead([{ line, view }]);
  const planned = new Map(plan.cases.map((testCase, number) => [testCase.name, { testCase, number }]));
  const results = new Map(result?.cases.map((one) => [one.name, one]));
  const cases = view.cases.map(({ name, marks }): ServedCase => {
    const { trials = [], scores = [] } = results.get(name.raw) ?? {};
    const { testCase, number = -1 } = planned.get(name.raw) ?? {};
    return { trials, marks, number, replyOf: repliesOf({ trials, scores }, testCase, plan) };
  });
  const sought = seekTrials(runDirOf(root, run_id), plan.cases);
  return { run_id, plan, line, view, head, cases, sought, close: () => sought?.close() };
}

function repliesOf(
  { trials, scores }: { readonly trials: readonly Trial[]; readonly scores: readonly Score[] },
  testCase: Case | undefined,
  { body }: RunPlan,
): ServedCase['replyOf'] {
  let byTrial: ReturnType<typeof scoresByTrial> | undefined;
  return (at, line) => {
    if (line) return replyOf(line.trial, line.scores, testCase, body);
    const trial = trials[at];
    if (!trial) throw new Error(`there is no trial ${at}`);
    byTrial ??= scoresByTrial(scores);
    return replyOf(trial, byTrial.get(trial.index) ?? [], testCase, body);
  };
}

import type { Comparison } from '#model/pairs/comparison.js';
import type { RunPlan, RunResult } from '#model/run/run.js';
import type { ToldComparison } from '../compare/compare-text.js';
import type { ReplyPair } from '../view/changed-pairs.js';
import type { CompareView } from '../view/compare-view.js';
import type { CaseReply, RunLine, RunsView } from '../view/runs-view.js';
import type { View } from '../view/view.js';

/** What reporters show: the runs of a command, or a comparison. Reading it costs no call. */
export type Report = RunsReport | CompareReport;

/** How the runs of a command belong together. `group`: several variants of the same prompts, side by side. */
export type RunsArrangement = 'run' | 'list' | 'group';

export interface RunsReport {
  readonly kind: 'runs';
  /** `run`: exactly one. `list` and `group`: any number, also one. */
  readonly arrangement: RunsArrangement;
  /** The id of the group; null for other runs. */
  readonly group: string | null;
  readonly view: RunsView;
  /** Reads the runs that have a folder one after another, in the order of the view. Can be called again. */
  readonly runs: () => Iterable<ReportedRun>;
}

export interface ReportedRun {
  readonly line: RunLine;
  readonly view: View;
  readonly plan: RunPlan;
  /** null if the run ended without a result. */
  readonly result: RunResult | null;
  /** Reads its replies with all texts one at a time, case by case in the order of the view. Can be called again. */
  readonly replies: () => Iterable<CaseReply>;
}

export interface CompareReport {
  readonly kind: 'compare';
  readonly comparison: Comparison;
  readonly view: CompareView;
  /** Reads both answers to the pairs that changed, one at a time, worse ones first. Can be called again. */
  readonly changed: () => AsyncIterable<ReplyPair>;
  readonly told: ToldComparison;
}

export interface ReportSurroundings {
  readonly now: Date;
  readonly eva_version: string;
  /** The library, relative to the workspace of CI; empty if both are the same. Ends with `/` otherwise. */
  readonly prefix: string;
  readonly is_stdout: boolean;
  /** The size of the summary page so far, in bytes: other commands of the same step wrote it. Default: 0. */
  readonly summary_bytes?: number;
}

export type ReportPieces = Iterable<string> | AsyncIterable<string>;

export interface Reporter {
  readonly pieces: (report: Report, surroundings: ReportSurroundings) => ReportPieces;
  /** Returns the pieces of Markdown that are appended to the summary page of a CI job. Only the reporter for GitHub has one. */
  readonly summary?: (report: Report, surroundings: ReportSurroundings) => ReportPieces;
}

/** Returns each run of a report with what is stored of it; null for a run that did not begin. One run at a time is in memory. */
export function* walkRuns({ view, runs }: RunsReport): Generator<readonly [RunLine, ReportedRun | null]> {
  const stored = runs()[Symbol.iterator]();
  let next = stored.next();
  for (const line of view.runs) {
    const isStored = next.done !== true && next.value.line.key === line.key;
    yield [line, isStored ? next.value : null];
    if (isStored) next = stored.next();
  }
}
